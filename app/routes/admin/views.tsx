import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { deleteView, readViews, renameView, saveView } from "~/features/office/lists/views.server";
import { listNamed, searchOf } from "~/features/office/views/list";
import { ViewList } from "~/features/office/views/ui/view-list";
import { openAddress } from "~/lib/list-query";
import { viewsPath } from "~/lib/saved-view";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/views";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Saved views", "Your saved views of a list.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

/** `/admin/views/orders`: the saved views of that list of the person who asks. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const spec = listNamed(params.list);
  if (!spec) throw data(null, { status: 404 });
  const { name, title, path } = spec;
  const { views } = await readViews(ctx, name);
  return data({ list: { name, title, path }, views }, { headers: NO_STORE });
}

/** Saves, renames and deletes a view, and saves a deleted one again. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const spec = listNamed(params.list);
  if (!spec) throw data(null, { status: 404 });
  const { intent, id = "", name = "", query = "" } = form;
  const search = searchOf(spec, query);
  const refuse = (status: number, message: string) =>
    data({ refused: { intent: intent ?? "", id, name, search, message } }, { status, headers: NO_STORE });
  const page = viewsPath(spec.name);
  if (intent === "save" || intent === "restore") {
    const outcome = await saveView(ctx, { list: spec.name, name, search });
    if (!outcome.ok) return refuse(outcome.reason === "invalid" ? 400 : 409, outcome.message);
    if (intent === "restore") return redirectTo(context, page, { toast: { title: "View restored" } });
    return redirectTo(context, openAddress(spec.path, search), { toast: { title: "View saved" } });
  }
  if (intent === "rename") {
    const outcome = await renameView(ctx, { id, name });
    if (!outcome.ok) return refuse(STATUS[outcome.reason], outcome.message);
    return redirectTo(context, page, { toast: { title: "View renamed" } });
  }
  if (intent !== "delete") return refuse(400, "This form is not known here. Please reload the page.");
  const outcome = await deleteView(ctx, { id });
  if (!outcome.ok) return refuse(STATUS[outcome.reason], outcome.message);
  const { view } = outcome;
  const fields = { intent: "restore", name: view.name, query: view.search };
  return redirectTo(context, page, { toast: { title: "View deleted", undo: { action: page, fields } } });
}

const STATUS = { invalid: 400, taken: 409, "too many": 409, "not found": 404 } as const;

export default function Views({ loaderData: { list, views }, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  const isElsewhere = refused && refused.intent !== "save" && !views.some(({ id }) => id === refused.id);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <BackLink to={list.path} label={list.title} />
      <h1 className="text-title">Saved views of {list.title}</h1>
      {isElsewhere && (
        <Refusal
          toast={{ title: "Nothing was changed", description: refused.message, destructive: true }}
          inline
        />
      )}
      <ViewList list={list} views={views} refused={refused} />
    </div>
  );
}
