import Mail from "lucide-react/icons/mail";
import { MAIL_LABELS, MAIL_LIST, MAIL_PAGE, MAIL_STATUSES, parseMailList } from "~/features/mail/office-list";
import { readMailList } from "~/features/mail/office-list.server";
import { MailTable } from "~/features/mail/ui/mail-table";
import { pageHeaders } from "~/features/site/page-headers";
import { pageMeta } from "~/features/site/page-meta";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import { FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/mail";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Mail", "Every mail the company sends, and what became of it."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "mails", parseMailList(new URL(request.url).searchParams), readMailList);
}

const FILTER = [
  ["", "All Statuses"],
  ...MAIL_STATUSES.map((status) => [status, MAIL_LABELS[status]] as const),
] as const;

export default function Mails({ loaderData: { query, list } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Mail"
      path={MAIL_PAGE}
      query={query}
      spec={MAIL_LIST}
      list={list}
      noun={["mail", "mails"]}
      placeholder="Search by address or subject"
      exporting="Export Mails"
      icon={Mail}
      empty="What the company sends shows up here."
      failure="Failed to fetch mails"
      filters={
        <FilterSelect name="status" label="Status" value={query.filters.status ?? ""} options={FILTER} />
      }
    >
      {({ rows, open, hrefOf }) => <MailTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
