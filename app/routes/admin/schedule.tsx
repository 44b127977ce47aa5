import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { moveByStaff, type StaffMoveOutcome } from "~/features/booking/office/move.server";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { LIVE_PAGE } from "~/features/fieldwork/live/live";
import { sheetPath } from "~/features/fieldwork/sheet/sheet";
import { addressChangeOf, toastOfAddress } from "~/features/identity/security/calendar-address";
import { changeAddress, readAddress } from "~/features/identity/security/calendar-address.server";
import {
  placeAfterMove,
  type SchedulePlace,
  schedulePath,
  toastOfClosing,
  toastOfMove,
} from "~/features/scheduling/board/board";
import { hadOldAddress } from "~/features/scheduling/board/calendar-feeds.server";
import { closeTime, openTime } from "~/features/scheduling/board/close.server";
import { readBoard, readOpenVisit, readPlace } from "~/features/scheduling/board/queries.server";
import { ClosePanel } from "~/features/scheduling/board/ui/close-panel";
import { type MoveRefusal, VisitPanel } from "~/features/scheduling/board/ui/panels";
import { FeedPanel, ScheduleBar, ScheduleBoard } from "~/features/scheduling/board/ui/schedule-board";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import type { Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import type { Route } from "./+types/schedule";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Schedule", "Who works where and when.", { noindex: true });

export const headers = pageHeaders;

/** A refused move may mean that the board is outdated: reload it. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

/** `?view=day|week&date=`. `?visit=`, `?close=` or `?feed` opens a panel. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const board = await readBoard(ctx, new URL(request.url).searchParams);
  const visit = board.place.visit ? await readOpenVisit(ctx, board.place.visit) : null;
  const feed = board.place.feed
    ? { address: await readAddress(ctx, ALL_CREWS), stopped: await hadOldAddress(ctx, null) }
    : null;
  return data({ board, visit, feed }, board.place.visit && !visit ? 404 : 200);
}

const ALL_CREWS = { shows: "all crews" } as const;
const NO_STORE = { "Cache-Control": "no-store" };

/** `made`: the new calendar address, shown only once. */
type Answer = { refusal?: MoveRefusal | null; notice?: string | null; made?: string };

/** Moves a visit, closes or opens a slot, or changes the viewer's calendar address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const { place } = await readPlace(ctx, new URL(request.url).searchParams);
  if (fields.intent === "move") {
    const outcome = await move(ctx, fields);
    if (!outcome.ok) return refuseMove(outcome, fields);
    const to = placeAfterMove(place, outcome.after.date);
    return redirectTo(context, schedulePath(to), { toast: toastOfMove(fields.id ?? "", outcome, to) });
  }
  const change = addressChangeOf(fields.intent ?? "");
  if (change) {
    const outcome = await changeAddress(ctx, ALL_CREWS, change);
    if (outcome.ok && outcome.url !== null)
      return data({ made: outcome.url }, { status: 201, headers: NO_STORE });
    return redirectTo(context, schedulePath({ ...place, feed: true }), { toast: toastOfAddress(change) });
  }
  return openOrClose(ctx, context, fields, place);
}

function move(ctx: StaffCtx, { id = "", date = "", time = "", crew_id = "", sequence, ...fields }: Fields) {
  const seen = /^\d{1,9}$/.test(sequence ?? "") ? Number(sequence) : undefined;
  const { override_reason } = fields;
  return moveByStaff(ctx, { id, date, time, crew_id: crew_id || null, sequence: seen, override_reason });
}

function refuseMove(outcome: Extract<StaffMoveOutcome, { ok: false }>, fields: Fields) {
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  const { date = "", time = "", crew_id = "", override_reason = "" } = fields;
  const field = "field" in outcome ? (outcome.field ?? null) : null;
  const slots = "slots" in outcome ? outcome.slots : [];
  const refusal: MoveRefusal = {
    wish: { date, time, crew_id, override_reason },
    field,
    message: outcome.message,
    slots,
  };
  return data({ refusal, notice: null }, { status: outcome.reason === "invalid" ? 400 : 409 });
}

async function openOrClose(
  ctx: StaffCtx,
  context: Route.ActionArgs["context"],
  fields: Fields,
  place: SchedulePlace,
) {
  const { open, close, date = "", reason = "" } = fields;
  const page = schedulePath(place);
  if (open) {
    const opened = await openTime(ctx, open);
    if (opened) return redirectTo(context, page, { toast: toastOfClosing({ opened }, page) });
    return data({ refusal: null, notice: "That's already open." }, { status: 409 });
  }
  const time = close === "day" ? null : (close ?? "");
  const outcome = await closeTime(ctx, { date, time, reason });
  if (outcome.ok)
    return redirectTo(context, page, { toast: toastOfClosing({ closed: outcome.id, date, time }, page) });
  const status = outcome.reason === "invalid" ? 400 : 409;
  return data({ refusal: null, notice: outcome.message }, { status });
}

function linksOf(date: string, today: string) {
  const sheets = { href: sheetPath(date), label: "Route sheets" };
  return date === today ? [{ href: LIVE_PAGE, label: "Crews now" }, sheets] : [sheets];
}

export default function Schedule({ loaderData: { board, visit, feed }, actionData }: Route.ComponentProps) {
  const { place, today, days } = board;
  const answer: Answer = actionData ?? {};
  const alone = { ...place, visit: null, close: null, feed: false };
  return (
    <div className="grid gap-5">
      <h1 className="text-title">Schedule</h1>
      <ScheduleBar
        view={place.view}
        date={place.date}
        days={days}
        today={today}
        links={place.view === "day" ? linksOf(place.date, today) : []}
      />
      {place.visit && !visit && <p role="alert">This visit no longer exists.</p>}
      <ScheduleBoard board={board} />
      {visit && (
        <VisitPanel
          key={visit.id}
          visit={visit}
          crews={board.crews}
          today={today}
          closeHref={schedulePath(alone)}
          refusal={answer.refusal ?? undefined}
        />
      )}
      {feed && !visit && (
        <FeedPanel
          {...feed}
          made={answer.made}
          action={schedulePath(place)}
          closeHref={schedulePath(alone)}
        />
      )}
      {place.close && !visit && !place.feed && (
        <ClosePanel
          board={board}
          date={place.close}
          slots={board.starts}
          closeHref={schedulePath(alone)}
          visitHref={(id) => schedulePath({ ...alone, visit: id })}
          refusal={answer.notice ?? undefined}
        />
      )}
    </div>
  );
}
