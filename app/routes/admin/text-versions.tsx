import { data } from "react-router";
import { differenceOf } from "~/features/content/office/difference";
import { readEditor, readVersions, shippedOf } from "~/features/content/office/queries.server";
import { saveText } from "~/features/content/office/save.server";
import { VersionList } from "~/features/content/office/ui/versions";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readVersion } from "~/features/content/texts/preview.server";
import { editorPath, keyOf, type TextKey, wholeOf } from "~/features/content/texts/text";
import { readCompany } from "~/features/operations/settings/queries.server";
import { redirectTo } from "~/platform/request/flash.server";
import { formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/text-versions";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Versions", "What was saved of a text.", { noindex: true });

export const headers = pageHeaders;

function keyIn({ text }: { text: string }): TextKey {
  const key = keyOf(text);
  if (!key) throw data(null, { status: 404 });
  return key;
}

const numberIn = (text: string | null | undefined) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : null);

/** `?from=1&to=3`: what changed between two versions; by default, in the newest. Version 0 is what ships. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const key = keyIn(params);
  const [page, versions, company] = await Promise.all([
    readEditor(ctx, key),
    readVersions(ctx, key),
    readCompany(ctx),
  ]);
  const [newest] = versions;
  if (!page || !newest) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const to = numberIn(query.get("to")) ?? newest.number;
  const from = numberIn(query.get("from")) ?? Math.max(0, to - 1);
  const [before, after] = await Promise.all(
    [from, to].map((number) => (number === 0 ? shippedOf(key, company) : readVersion(ctx, key, number))),
  );
  const whole = (source: typeof before) => (source ? wholeOf(key.kind, source) : "");
  const lines = differenceOf(whole(before), whole(after));
  return data(
    {
      title: page.title,
      path: editorPath(key),
      ships: page.ships,
      seen: page.seen,
      versions,
      from,
      to,
      lines,
    },
    { headers: { "Cache-Control": "no-store" } },
  );
}

/** Saves an earlier version again, as a draft. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const key = keyIn(params);
  const source = await readVersion(ctx, key, numberIn(form.version) ?? 0);
  if (!source) throw data(null, { status: 404 });
  const seen = numberIn(form.seen) ?? 0;
  const input = {
    ...key,
    source,
    seen,
    form_id: formIdOf(form, form.version),
    next: { do: "keep" } as const,
  };
  const outcome = await saveText(ctx, input);
  if (outcome.ok)
    return redirectTo(context, editorPath(key), {
      toast: {
        title: `Version ${form.version} restored as a draft`,
        description: "Publish it to show it on the site.",
      },
    });
  const description =
    outcome.reason === "no picture"
      ? `It shows picture ${outcome.picture}, which was deleted.`
      : "Someone else saved this text meanwhile. Look at the versions again.";
  return redirectTo(context, `${editorPath(key)}/versions`, {
    toast: { title: "Not restored", description, destructive: true },
  });
}

export default function TextVersions({ loaderData: page }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={page.path} label={page.title} />
        <h1 className="text-title wrap-anywhere">Versions of {page.title}</h1>
      </div>
      <VersionList {...page} />
    </div>
  );
}
