import Columns from "lucide-react/icons/columns-3";
import List from "lucide-react/icons/list";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import { data } from "react-router";
import { statusToast } from "~/features/careers/office/application";
import {
  APPLICATION_LIST,
  type ApplicationListQuery,
  isApplicationStatus,
} from "~/features/careers/office/list";
import { applicationList } from "~/features/careers/office/list.server";
import { setApplicationStatus } from "~/features/careers/office/status.server";
import { ApplicationBoard } from "~/features/careers/office/ui/board";
import { ApplicationTable } from "~/features/careers/office/ui/table";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { listSearch, openAddress } from "~/lib/list-query";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaffForm } from "~/platform/request/gate.server";
import { QuickLink } from "~/ui/action/quick-link";
import { ListPage } from "~/ui/list/list-page";
import { useAskedQuery } from "~/ui/live/use-asked-query";
import type { Route } from "./+types/applications";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, APPLICATION_LIST.title, APPLICATION_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = applicationList.load;

/** Sets the status of an application, from the board. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, id = "", status = "" } = form;
  if (intent !== "status" || !isApplicationStatus(status)) throw data(null, { status: 400 });
  const outcome = await setApplicationStatus(ctx, { id, status });
  if (!outcome.ok) throw data(null, { status: 404 });
  const page = APPLICATION_LIST.path + new URL(request.url).search;
  return redirectTo(context, page, {
    toast: statusToast({ id, page, before: outcome.before, after: status }),
  });
}

export default function Applications({ loaderData: { query, list, views } }: Route.ComponentProps) {
  const asked = useAskedQuery(APPLICATION_LIST, query);
  const { view } = query.filters;
  const hrefTo = (filters: ApplicationListQuery["filters"]) =>
    openAddress(
      APPLICATION_LIST.path,
      listSearch(asked, APPLICATION_LIST, { filters: { ...asked.filters, ...filters } }),
    );
  return (
    <ListPage
      spec={APPLICATION_LIST}
      query={query}
      list={list}
      views={views}
      icon={UserRoundSearch}
      actions={
        <Views
          list={hrefTo({ view: undefined })}
          board={hrefTo({ view: "board", status: undefined })}
          isBoard={view === "board"}
        />
      }
      filters={view && { status: null }}
    >
      {({ rows, open, hrefOf, sortBy }) =>
        list?.columns ? (
          <ApplicationBoard
            rows={rows}
            totals={list.columns}
            open={open}
            hrefOf={hrefOf}
            listHref={(one) => hrefTo({ view: undefined, status: one })}
            action={hrefTo({})}
          />
        ) : (
          <ApplicationTable rows={rows} open={open} hrefOf={hrefOf} sort={sortBy("date")} />
        )
      }
    </ListPage>
  );
}

function Views({ list, board, isBoard }: { list: string; board: string; isBoard: boolean }) {
  const look =
    "inline-flex min-h-10 items-center gap-2 rounded-control px-3.5 font-medium text-[0.9375rem] text-moss transition-colors hover:text-ink aria-[current=true]:bg-snow aria-[current=true]:text-ink aria-[current=true]:shadow-rest";
  return (
    <nav aria-label="View" className="flex gap-1 rounded-control bg-sage-soft p-1">
      <QuickLink href={list} inPlace aria-current={!isBoard && "true"} className={look}>
        <List aria-hidden strokeWidth={1.75} className="size-4.5" />
        List
      </QuickLink>
      <QuickLink href={board} inPlace aria-current={isBoard && "true"} className={look}>
        <Columns aria-hidden strokeWidth={1.75} className="size-4.5" />
        Pipeline
      </QuickLink>
    </nav>
  );
}
