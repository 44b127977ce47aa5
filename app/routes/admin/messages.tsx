import Mail from "lucide-react/icons/mail";
import { data, Form, useLocation, useNavigation } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { archiveRead, restoreRead } from "~/features/messages/office/archive.server";
import {
  MESSAGE_LABELS,
  MESSAGE_LIST,
  MESSAGE_STATUSES,
  MESSAGES_PAGE,
  parseMessageList,
} from "~/features/messages/office/list";
import { readMessageList } from "~/features/messages/office/list.server";
import { MessageTable } from "~/features/messages/office/ui/table";
import { isMoment } from "~/lib/cursor";
import type { ToastMessage } from "~/lib/toast-message";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { Button } from "~/ui/button";
import { ListPage } from "~/ui/list-page";
import { FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/messages";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Messages", "Messages from the contact form."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "messages", parseMessageList(new URL(request.url).searchParams), readMessageList);
}

/** Archives all that was read, or takes that back. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireAdmin(request, context);
  const { intent, at = "" } = (await readForm(request)) ?? {};
  const back = (toast: ToastMessage) =>
    redirectTo(context, MESSAGES_PAGE + new URL(request.url).search, { toast });
  if (intent === "archive-read") {
    const done = await archiveRead(ctx);
    if (done.archived === 0)
      return back({ title: "Nothing to archive", description: "There are no read messages." });
    const undo = { action: MESSAGES_PAGE, fields: { intent: "restore-read", at: done.at } };
    return back({ title: `${messages(done.archived)} archived`, undo });
  }
  if (intent === "restore-read" && isMoment(at)) {
    return back({ title: `${messages(await restoreRead(ctx, Temporal.Instant.from(at)))} restored` });
  }
  throw data(null, { status: 400 });
}

const messages = (count: number) => (count === 1 ? "1 message" : `${count.toLocaleString("en-US")} messages`);

const FILTER = [
  ["", "All Statuses"],
  ...MESSAGE_STATUSES.map((status) => [status, MESSAGE_LABELS[status]] as const),
] as const;

export default function Messages({ loaderData: { query, list } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Messages"
      path={MESSAGES_PAGE}
      query={query}
      spec={MESSAGE_LIST}
      list={list}
      noun={["message", "messages"]}
      placeholder="Search messages"
      exporting="Export Messages"
      icon={Mail}
      empty="Messages from the contact form will show up here."
      failure="Failed to fetch messages"
      actions={<ArchiveAllRead />}
      filters={
        <FilterSelect name="status" label="Status" value={query.filters.status ?? ""} options={FILTER} />
      }
    >
      {({ rows, open, hrefOf }) => <MessageTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}

function ArchiveAllRead() {
  const { search } = useLocation();
  const busy = useNavigation().formData?.get("intent") === "archive-read";
  return (
    <Form method="post" action={MESSAGES_PAGE + search} preventScrollReset>
      <input type="hidden" name="intent" value="archive-read" />
      <Button type="submit" variant="secondary" size="small" className="min-h-11" pending={busy}>
        Archive All Read
      </Button>
    </Form>
  );
}
