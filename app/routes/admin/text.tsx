import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { differenceOf, type Line } from "~/features/content/office/difference";
import { readEditor, shippedOf } from "~/features/content/office/queries.server";
import { type Next, saveText, type TakeDown, takeDown } from "~/features/content/office/save.server";
import { Difference } from "~/features/content/office/ui/difference";
import { TextEditor } from "~/features/content/office/ui/editor";
import { TextHead } from "~/features/content/office/ui/head";
import { coverNumber } from "~/features/content/pictures/picture";
import { readAllPictures } from "~/features/content/pictures/queries.server";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readMoment, readSource } from "~/features/content/texts/forms";
import { previewLink, readVersion } from "~/features/content/texts/preview.server";
import {
  CONTENT_PAGE,
  editorPath,
  fieldsOf,
  keyOf,
  type Source,
  type TextKey,
  wholeOf,
} from "~/features/content/texts/text";
import { readCompany } from "~/features/operations/settings/queries.server";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { type Fields, formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { isPicture } from "~/ui/art/pictures";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/text";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Edit text", "A text of the site.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

function keyIn({ text }: { text: string }): TextKey {
  const key = keyOf(text);
  if (!key) throw data(null, { status: 404 });
  return key;
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const key = keyIn(params);
  const [page, library] = await Promise.all([readEditor(ctx, key), readAllPictures(ctx)]);
  if (!page) throw data(null, { status: 404 });
  const preview = page.seen > 0 ? previewLink(ctx, key, page.seen) : null;
  return data({ key, page, preview, library, form_id: randomUUID() }, { headers: NO_STORE });
}

type Refused = {
  values: Fields;
  errors: Record<string, string>;
  seen?: number;
  /** What somebody else saved meanwhile. */
  changes?: Line[];
};

const DONE = {
  unpublish: { title: "Taken off the site" },
  unplan: { title: "No longer planned" },
  hide: { title: "Taken off the site" },
  show: { title: "Back on the site" },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const key = keyIn(params);
  const { intent = "save" } = form;
  if (Object.hasOwn(DONE, intent)) {
    const what = intent as TakeDown;
    const outcome = await takeDown(ctx, { ...key, what });
    if (!outcome.ok) throw data(null, { status: 404 });
    return redirectTo(context, editorPath(key), { toast: DONE[what] });
  }
  const refuse = (refused: Omit<Refused, "values">, status = 400) =>
    data({ ...refused, values: form } satisfies Refused, { status, headers: NO_STORE });
  const read = readSource(key.kind, form, isCover);
  if (!read.ok) return refuse({ errors: read.errors });
  const next = await nextOf(ctx, intent, form);
  if ("errors" in next) return refuse({ errors: next.errors });
  const seen = /^\d{1,9}$/.test(form.seen ?? "") ? Number(form.seen) : 0;
  const outcome = await saveText(ctx, { ...key, source: read.source, seen, form_id: formIdOf(form), next });
  if (outcome.ok) return redirectTo(context, editorPath(outcome.key), { toast: SAVED[next.do] });
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  if (outcome.reason === "taken")
    return refuse({ errors: { slug: "Another article has this address. Choose another one." } });
  if (outcome.reason === "no picture")
    return refuse({
      errors: {
        body: `There is no picture ${outcome.picture} on this site. Add it below, and use its line.`,
      },
    });
  const changes = await changesSince(ctx, key, seen, outcome.newest);
  return refuse({ errors: {}, seen: outcome.newest, changes }, 409);
}

const SAVED = {
  keep: { title: "Draft saved" },
  publish: { title: "Published", description: "The site shows it now." },
  plan: { title: "Planned", description: "The site publishes it at that time." },
};

/** Whether there can be such a cover: a picture of the site, or one of the office, which the save looks up. */
const isCover = (name: string) => isPicture(name) || coverNumber(name) !== null;

async function nextOf(
  ctx: StaffCtx,
  intent: string,
  form: Fields,
): Promise<Next | { errors: Record<string, string> }> {
  if (intent === "publish") return { do: "publish" };
  if (intent !== "plan") return { do: "keep" };
  const { timezone: zone } = await readCompany(ctx);
  const moment = readMoment(form, { now: ctx.now, zone });
  return moment.ok ? { do: "plan", at: moment.at } : { errors: moment.errors };
}

async function changesSince(ctx: StaffCtx, key: TextKey, seen: number, newest: number): Promise<Line[]> {
  const before = seen > 0 ? await readVersion(ctx, key, seen) : shippedOf(key, await readCompany(ctx));
  const after = await readVersion(ctx, key, newest);
  const whole = (source: Source | null) => (source ? wholeOf(key.kind, source) : "");
  return differenceOf(whole(before), whole(after));
}

export const shouldRevalidate = reloadAfterConflict;

export default function Text({
  loaderData: { key, page, preview, library, form_id },
  actionData,
}: Route.ComponentProps) {
  const refused: Refused | undefined = actionData;
  const values = refused?.values;
  const source = values ? typedSource(key, values) : page.source;
  return (
    <div className="grid grid-cols-1 gap-6">
      <TextHead of={key} page={page} preview={preview} />
      {refused && Object.keys(refused.errors).length > 0 && (
        <Notice tone="error" title="Not saved yet">
          Please correct what is marked below.
        </Notice>
      )}
      {refused?.changes && (
        <div className="grid gap-3">
          <Notice tone="error" title="Not saved yet">
            Someone else saved this text while you were editing it. This is what they changed. Your own words
            are below: save again to keep them instead, or reload the page to see theirs.
          </Notice>
          <Difference lines={refused.changes} />
        </div>
      )}
      <TextEditor
        key={`${page.name} ${page.seen}`}
        kind={key.kind}
        source={source}
        seen={refused?.seen ?? page.seen}
        formId={values?.form_id ?? form_id}
        moment={{ publish_date: values?.publish_date ?? "", publish_time: values?.publish_time ?? "" }}
        errors={refused?.errors}
        previewPath={`${CONTENT_PAGE}/${page.name}/preview`}
        zone={page.zone}
        library={library}
      />
    </div>
  );
}

function typedSource({ kind }: TextKey, values: Fields): Source {
  const fields = Object.fromEntries(fieldsOf(kind).map(({ name }) => [name, values[name] ?? ""]));
  return { fields, body: values.body ?? "" };
}
