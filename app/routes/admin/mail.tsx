import Mail from "lucide-react/icons/mail";
import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { MAIL_LIST } from "~/features/notifications/email/office/list";
import { mailList } from "~/features/notifications/email/office/list.server";
import { MailTable } from "~/features/notifications/email/office/ui/table";
import { WorkLine } from "~/features/office/lists/ui/work-line";
import { readWork, retryFailedJobs } from "~/features/office/lists/work.server";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/mail";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, MAIL_LIST.title, MAIL_LIST.about, { noindex: true });

export const headers = pageHeaders;

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireStaff(args.request, args.context);
  const [page, work] = await Promise.all([mailList.load(args), readWork(ctx)]);
  return data({ ...page.data, work }, page.init ?? undefined);
}

/** Retries failed jobs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, kind = "" } = form;
  if (intent !== "work-again") return data(null, 400);
  const count = await retryFailedJobs(ctx, cleanLine(kind).slice(0, 100));
  const toast =
    count > 0
      ? { title: "Retry started", description: "It will run in a moment." }
      : { title: "Nothing to retry" };
  return redirectTo(context, MAIL_LIST.path + new URL(request.url).search, { toast });
}

export default function Emails({ loaderData: { work, ...page } }: Route.ComponentProps) {
  return (
    <ListPage spec={MAIL_LIST} {...page} icon={Mail} notice={work && <WorkLine work={work} />}>
      {({ rows, open, hrefOf }) => <MailTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
