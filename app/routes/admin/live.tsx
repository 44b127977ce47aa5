import { Link } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { LIVE_EVENTS, LIVE_PAGE } from "~/features/fieldwork/live/live";
import { readLiveBoard } from "~/features/fieldwork/live/queries.server";
import { LiveBoard } from "~/features/fieldwork/live/ui/live-board";
import { useLiveFeed } from "~/features/fieldwork/live/ui/use-live-feed";
import { sheetPath } from "~/features/fieldwork/sheet/sheet";
import { schedulePath } from "~/features/scheduling/board/board";
import { formatLongDate } from "~/lib/dates";
import { requireStaff } from "~/platform/request/gate.server";
import { ButtonLink } from "~/ui/action/button-link";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/live";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Crews now", "Where each crew is in its day.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  return { board: await readLiveBoard(requireStaff(request, context)) };
}

export default function Live({ loaderData }: Route.ComponentProps) {
  const { board } = useLiveFeed(loaderData, { page: LIVE_PAGE, events: LIVE_EVENTS });
  const { date, at } = board;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <BackLink to={schedulePath({ view: "day", date })} label="Schedule" />
          <h1 className="text-title">Crews now</h1>
          <p className="text-moss">
            {formatLongDate(date)}. As of {at}.{" "}
            <Link
              to={LIVE_PAGE}
              preventScrollReset
              className="-my-2.5 inline-block py-2.5 font-medium text-evergreen-700 underline-offset-4 hover:underline"
            >
              Reload
            </Link>
          </p>
        </div>
        <ButtonLink href={sheetPath(date)} variant="secondary" size="small">
          Route sheets
        </ButtonLink>
      </div>
      <LiveBoard
        board={board}
        visitHref={(visit) => `/admin/bookings/${visit}`}
        sheetHref={(crew) => sheetPath(date, crew)}
      />
    </div>
  );
}
