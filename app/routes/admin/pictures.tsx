import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { PICTURES_PAGE } from "~/features/content/pictures/picture";
import { readAllPictures, readUses, type Use } from "~/features/content/pictures/queries.server";
import { readAlt, receivePicture } from "~/features/content/pictures/receive.server";
import {
  addPicture,
  deletePicture,
  describePicture,
  type PictureOutcome,
  replacePicture,
} from "~/features/content/pictures/save.server";
import { AddPicture } from "~/features/content/pictures/ui/add-picture";
import { PictureList } from "~/features/content/pictures/ui/picture-list";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { CONTENT_PAGE, nameOf, type TextKey, titleOf } from "~/features/content/texts/text";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import type { RouteHandle } from "~/lib/route-handle";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { type Fields, formIdOf } from "~/platform/request/form.server";
import { requireStaff } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/pictures";

export const handle = { takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Pictures", "Pictures of the site's texts.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const [pictures, uses] = await Promise.all([readAllPictures(ctx), readUses(ctx.db)]);
  const listed = pictures.map((picture) => ({
    ...picture,
    uses: (uses.get(picture.number) ?? []).map(namedUse),
  }));
  return data({ pictures: listed, form_id: randomUUID() }, { headers: NO_STORE });
}

function namedUse({ kind, number, title }: Use) {
  const key = { kind, number } as TextKey;
  return { name: nameOf(key), title: titleOf(key, { fields: { title: title ?? "" } }) };
}

export const shouldRevalidate = reloadAfterConflict;

const DONE = {
  add: "Picture added",
  replace: "Picture replaced",
  describe: "Saved",
  delete: "Picture deleted",
};
type Intent = keyof typeof DONE;

/** All forms have parts, because this address takes pictures. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const received = await receivePicture(request);
  const { fields } = received;
  const intent: Intent = Object.hasOwn(DONE, fields.intent ?? "") ? (fields.intent as Intent) : "add";
  const outcome = await change(ctx, intent, received);
  if (outcome.ok) return redirectTo(context, PICTURES_PAGE, { toast: { title: DONE[intent] } });
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  const inUse = outcome.reason === "in use";
  const errors: Record<string, string> = inUse
    ? { form: "This picture is used in a text. Take it out of the text first." }
    : { [outcome.field]: outcome.message };
  return data({ values: fields, errors }, { status: inUse ? 409 : 400, headers: NO_STORE });
}

type Invalid = { ok: false; reason: "invalid"; field: "picture" | "alt"; message: string };
const invalid = (field: Invalid["field"], message: string): Invalid => ({
  ...{ ok: false, reason: "invalid", field, message },
});

async function change(
  ctx: StaffCtx,
  intent: Intent,
  { fields, content, fault }: Awaited<ReturnType<typeof receivePicture>>,
) {
  const number = /^\d{1,9}$/.test(fields.number ?? "") ? Number(fields.number) : 0;
  if (intent === "delete") return deletePicture(ctx, number);
  const read = readAlt(fields);
  if (intent === "describe")
    return read.ok
      ? withField(await describePicture(ctx, { number, alt: read.alt }))
      : invalid("alt", read.message);
  if (fault) return invalid("picture", fault);
  if (!content) return invalid("picture", "Choose a picture.");
  if (intent === "replace") return withField(await replacePicture(ctx, { number, content }));
  if (!read.ok) return invalid("alt", read.message);
  return withField(await addPicture(ctx, { id: formIdOf(fields), alt: read.alt, content }));
}

function withField(outcome: PictureOutcome) {
  if (outcome.ok || outcome.reason === "not found") return outcome;
  return invalid("picture", outcome.message);
}

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const refused: { values: Fields; errors: Record<string, string> } | undefined = actionData;
  const isAdding = refused && (refused.values.intent ?? "add") === "add";
  return (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <BackLink to={CONTENT_PAGE} label="Blog and site content" />
        <h1 className="mt-2 text-title">Pictures</h1>
        <p className="mt-2 max-w-[65ch] text-moss">
          Pictures of your texts. Copy a picture’s line into a text where it should stand. It is made as small
          as each screen needs.
        </p>
      </div>
      {refused?.errors.form && (
        <Notice tone="error" title="Not deleted">
          {refused.errors.form}
        </Notice>
      )}
      <AddPicture
        key={loaderData.pictures[0]?.number ?? 0}
        formId={loaderData.form_id}
        refused={isAdding ? refused : undefined}
      />
      <PictureList pictures={loaderData.pictures} refused={isAdding ? undefined : refused} />
    </div>
  );
}
