import Mail from "lucide-react/icons/mail";
import { data, Form, useLocation, useNavigation } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { archiveRead, restoreRead } from "~/features/messages/office/archive.server";
import { MESSAGE_LIST } from "~/features/messages/office/list";
import { messageList } from "~/features/messages/office/list.server";
import { MessageTable } from "~/features/messages/office/ui/table";
import { isMoment } from "~/lib/list-query";
import type { ToastMessage } from "~/lib/toast-message";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaffForm } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/messages";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, MESSAGE_LIST.title, MESSAGE_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = messageList.load;

/** Archives all read messages, or undoes that. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, at = "" } = form;
  const back = (toast: ToastMessage) =>
    redirectTo(context, MESSAGE_LIST.path + new URL(request.url).search, { toast });
  if (intent === "archive-read") {
    const done = await archiveRead(ctx);
    if (done.archived === 0)
      return back({ title: "Nothing to archive", description: "There are no read messages." });
    const undo = { action: MESSAGE_LIST.path, fields: { intent: "restore-read", at: done.at } };
    return back({ title: `${messages(done.archived)} archived`, undo });
  }
  if (intent === "restore-read" && isMoment(at)) {
    return back({ title: `${messages(await restoreRead(ctx, Temporal.Instant.from(at)))} restored` });
  }
  throw data(null, { status: 400 });
}

const messages = (count: number) => (count === 1 ? "1 message" : `${count.toLocaleString("en-US")} messages`);

export default function Messages({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage spec={MESSAGE_LIST} {...loaderData} icon={Mail} actions={<ArchiveAllRead />}>
      {({ rows, open, hrefOf }) => <MessageTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}

function ArchiveAllRead() {
  const { search } = useLocation();
  const busy = useNavigation().formData?.get("intent") === "archive-read";
  return (
    <Form method="post" action={MESSAGE_LIST.path + search} preventScrollReset>
      <input type="hidden" name="intent" value="archive-read" />
      <Button type="submit" variant="secondary" size="small" className="min-h-11" pending={busy}>
        Archive All Read
      </Button>
    </Form>
  );
}
