import Newspaper from "lucide-react/icons/newspaper";
import { data, useLocation } from "react-router";
import {
  forgetSubscriber,
  restoreSubscriber,
  unsubscribeByStaff,
} from "~/features/content/newsletter/office/change.server";
import { SUBSCRIBER_LIST } from "~/features/content/newsletter/office/list";
import { subscriberList } from "~/features/content/newsletter/office/list.server";
import { SubscriberCounts, SubscriberTable } from "~/features/content/newsletter/office/ui/table";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { ownEntry } from "~/lib/own-entry";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaffForm } from "~/platform/request/gate.server";
import { ListPage } from "~/ui/list/list-page";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/newsletter";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, SUBSCRIBER_LIST.title, SUBSCRIBER_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = subscriberList.load;

const NOT_CHANGED = { title: "Nothing was changed", destructive: true };

/** Unsubscribes an address, undoes that, or deletes the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", id = "" } = form;
  const listHref = SUBSCRIBER_LIST.path + new URL(request.url).search;
  const verb = ownEntry(VERBS, intent);
  if (!verb) return refuse(400, "This form is not known here. Please reload the page.");
  const outcome = await verb.run(ctx, id);
  if (outcome.ok) return redirectTo(context, listHref, { toast: verb.toast(listHref, id) });
  if (outcome.reason === "not found") return refuse(404, "This address is no longer on the list.");
  return refuse(409, outcome.message);
}

function refuse(status: number, description: string) {
  return data({ toast: { ...NOT_CHANGED, description } }, status);
}

type Outcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "changed"; message: string };
type Verb = {
  run: (ctx: StaffCtx, id: string) => Promise<Outcome>;
  toast: (listHref: string, id: string) => ToastMessage;
};

const VERBS: Record<string, Verb> = {
  remove: {
    run: unsubscribeByStaff,
    toast: (listHref, id) => ({
      title: "Unsubscribed",
      undo: { action: listHref, fields: { intent: "restore", id } },
    }),
  },
  restore: { run: restoreSubscriber, toast: () => ({ title: "Restored" }) },
  forget: { run: forgetSubscriber, toast: () => ({ title: "Address deleted" }) },
};

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <ListPage
      spec={SUBSCRIBER_LIST}
      {...loaderData}
      icon={Newspaper}
      notice={
        <>
          <Refusal toast={actionData?.toast} />
          {loaderData.list && <SubscriberCounts counts={loaderData.list.counts} />}
        </>
      }
    >
      {({ rows }) => <SubscriberTable rows={rows} search={search} />}
    </ListPage>
  );
}
