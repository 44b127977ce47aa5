import Mail from "lucide-react/icons/mail";
import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import {
  MAIL_LABELS,
  MAIL_LIST,
  MAIL_PAGE,
  MAIL_STATUSES,
  parseMailList,
} from "~/features/notifications/email/office/list";
import { readMailList } from "~/features/notifications/email/office/list.server";
import { MailTable } from "~/features/notifications/email/office/ui/table";
import { WorkLine } from "~/features/office/lists/ui/work-line";
import { readWork, tryWorkAgain } from "~/features/office/lists/work.server";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import { FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/mail";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Emails", "Every email the company sends, with its status."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseMailList(new URL(request.url).searchParams);
  const [page, work] = await Promise.all([listData(ctx, "mails", query, readMailList), readWork(ctx)]);
  return data({ ...page.data, work }, page.init ?? undefined);
}

/** Lets failed background work be tried again. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireAdmin(request, context);
  const { intent, kind = "" } = (await readForm(request)) ?? {};
  if (intent !== "work-again") return data(null, 400);
  const count = await tryWorkAgain(ctx, cleanLine(kind).slice(0, 100));
  const toast =
    count > 0
      ? { title: "Retry started", description: "It will run in a moment." }
      : { title: "Nothing to retry" };
  return redirectTo(context, MAIL_PAGE + new URL(request.url).search, { toast });
}

const FILTER = [
  ["", "All Statuses"],
  ...MAIL_STATUSES.map((status) => [status, MAIL_LABELS[status]] as const),
] as const;

export default function Mails({ loaderData: { query, list, work } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Emails"
      path={MAIL_PAGE}
      query={query}
      spec={MAIL_LIST}
      list={list}
      noun={["mail", "mails"]}
      placeholder="Search by address or subject"
      exporting="Export Emails"
      icon={Mail}
      empty="Emails the company sends will show up here."
      failure="Failed to fetch emails"
      notice={work && <WorkLine work={work} />}
      filters={
        <FilterSelect name="status" label="Status" value={query.filters.status ?? ""} options={FILTER} />
      }
    >
      {({ rows, open, hrefOf }) => <MailTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
