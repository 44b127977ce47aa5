import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { safePath } from "~/features/identity/sign-in/rules";
import { ATTENTION_PAGE, attentionPath, type Refused } from "~/features/office/attention/attention";
import { readBooksState } from "~/features/office/attention/books.server";
import {
  handleCase,
  isAttentionKind,
  readAttention,
  readAttentionPage,
} from "~/features/office/attention/list.server";
import { AttentionList } from "~/features/office/attention/ui/attention-list";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Pager } from "~/ui/list/list-tools";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/attention";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Needs attention", "Everything that needs someone in the office.", { noindex: true });

export const headers = pageHeaders;

/** A refused form may mean that the list is outdated: reload it. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

/** Cases of each kind. When those are done, the next ones follow. */
const OF_EACH = 10;

/** `?kind=unassigned`: only that kind, in pages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("kind") ?? "";
  const kind = isAttentionKind(asked) ? asked : null;
  if (!kind) {
    const attention = await readAttention(ctx, { limit: OF_EACH });
    const books = await readBooksState(ctx);
    return data({ attention, kind, pages: null, books }, { headers: { "Cache-Control": "no-store" } });
  }
  const { attention, ...pages } = await readAttentionPage(ctx, kind, pageIn(searchParams));
  return data({ attention, kind, pages, books: null }, { headers: { "Cache-Control": "no-store" } });
}

function pageIn(query: URLSearchParams): number {
  const page = query.get("page") ?? "";
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1;
}

/** Does what the form of a case says, and returns to the page that it was on. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const asked = safePath(fields.to);
  const back = asked === "/admin" || asked.split("?")[0] === ATTENTION_PAGE ? asked : ATTENTION_PAGE;
  const handled = await handleCase(ctx, fields, back);
  if (handled.ok) return redirectTo(context, back, { toast: handled.toast });
  const { status, message, field = null } = handled;
  const { kind = "", id = "" } = fields;
  const refused: Refused = { kind, id, message, field, values: fields };
  const toast = field ? null : { title: "Nothing was changed", description: message, destructive: true };
  return data({ refused, toast }, { status, headers: { "Cache-Control": "no-store" } });
}

export default function Attention({ loaderData, actionData }: Route.ComponentProps) {
  const { attention, kind, pages, books } = loaderData;
  const shown = attention[0]?.cases.length ?? 0;
  return (
    <div className="grid grid-cols-1 gap-5">
      {kind && <BackLink to={ATTENTION_PAGE} label="Everything that needs attention" />}
      <h1 className="text-title">Needs attention</h1>
      <Refusal toast={actionData?.toast} inline />
      <Card className="min-w-0 p-5 sm:p-6">
        <AttentionList
          attention={attention}
          back={kind ? attentionPath(kind, pages?.page) : ATTENTION_PAGE}
          all={kind !== null}
          refused={actionData?.refused}
          heading="h2"
        />
      </Card>
      {books && <p className="text-[0.9375rem]/6 text-moss">{books}</p>}
      {pages && shown > 0 && (
        <Pager
          count={shown}
          total={pages.total}
          more={pages.more}
          noun={pages.total === 1 ? "case" : "cases"}
          previous={pages.page > 1 ? attentionPath(kind, pages.page - 1) : null}
          next={pages.isLast ? null : attentionPath(kind, pages.page + 1)}
        />
      )}
    </div>
  );
}
