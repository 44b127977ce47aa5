import Newspaper from "lucide-react/icons/newspaper";
import { data, useLocation } from "react-router";
import {
  NEWSLETTER_PAGE,
  parseSubscriberList,
  SUBSCRIBER_LABELS,
  SUBSCRIBER_LIST,
  SUBSCRIBER_STATUSES,
} from "~/features/content/newsletter/office/list";
import { readSubscribers } from "~/features/content/newsletter/office/list.server";
import {
  forgetSubscriber,
  restoreSubscriber,
  unsubscribeByStaff,
} from "~/features/content/newsletter/office/remove.server";
import { SubscriberCounts, SubscriberTable } from "~/features/content/newsletter/office/ui/table";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import type { ToastMessage } from "~/lib/toast-message";
import type { AdminCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import { FilterSelect } from "~/ui/list-tools";
import { Refusal } from "~/ui/refusal";
import type { Route } from "./+types/newsletter";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Newsletter", "Newsletter subscribers."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseSubscriberList(new URL(request.url).searchParams);
  return listData(ctx, "subscribers", query, readSubscribers);
}

const NOT_CHANGED = { title: "Nothing was changed", destructive: true };

/** Takes an address off the list, puts it back, or forgets it. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireAdmin(request, context);
  const { intent = "", id = "" } = (await readForm(request)) ?? {};
  const here = NEWSLETTER_PAGE + new URL(request.url).search;
  const verb = Object.hasOwn(VERBS, intent) ? VERBS[intent] : undefined;
  if (!verb) return refuse(400, "This form is not known here. Please reload the page.");
  const outcome = await verb.run(ctx, id);
  if (outcome.ok) return redirectTo(context, here, { toast: verb.toast(here, id) });
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
  run: (ctx: AdminCtx, id: string) => Promise<Outcome>;
  toast: (here: string, id: string) => ToastMessage;
};

const VERBS: Record<string, Verb> = {
  remove: {
    run: unsubscribeByStaff,
    toast: (here, id) => ({
      title: "Unsubscribed",
      undo: { action: here, fields: { intent: "restore", id } },
    }),
  },
  restore: { run: restoreSubscriber, toast: () => ({ title: "Restored" }) },
  forget: { run: forgetSubscriber, toast: () => ({ title: "Address deleted" }) },
};

const FILTER = [
  ["", "All Statuses"],
  ...SUBSCRIBER_STATUSES.map((status) => [status, SUBSCRIBER_LABELS[status]] as const),
] as const;

export default function Newsletter({ loaderData: { query, list }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <ListPage
      title="Newsletter"
      path={NEWSLETTER_PAGE}
      query={query}
      spec={SUBSCRIBER_LIST}
      list={list}
      noun={["subscriber", "subscribers"]}
      placeholder="Search by address"
      exporting="Export Subscribers"
      icon={Newspaper}
      empty="Subscribers will show up here."
      failure="Failed to fetch subscribers"
      notice={
        <>
          <Refusal toast={actionData?.toast} />
          {list && <SubscriberCounts counts={list.counts} />}
        </>
      }
      filters={
        <FilterSelect name="status" label="Status" value={query.filters.status ?? ""} options={FILTER} />
      }
    >
      {({ rows }) => <SubscriberTable rows={rows} search={search} />}
    </ListPage>
  );
}
