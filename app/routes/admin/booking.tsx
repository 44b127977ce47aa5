import { randomUUID } from "node:crypto";
import { data, useLocation } from "react-router";
import { REFUND_CHOICES } from "~/features/booking/cancellation";
import { LINK_CHANGED } from "~/features/booking/manage/link";
import {
  cancelByStaff,
  closeAsNoShow,
  type StaffCancelOutcome,
} from "~/features/booking/office/cancel.server";
import {
  addBookingNote,
  editBooking,
  keepUnpaid,
  settleAttention,
} from "~/features/booking/office/details.server";
import { detailsSchema, noteSchema } from "~/features/booking/office/forms";
import { endBookingLink } from "~/features/booking/office/link.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { readOfficeBooking, readOfficeDay } from "~/features/booking/office/queries.server";
import { OfficePanel } from "~/features/booking/office/ui/panel";
import { readClaimsOf } from "~/features/claims/queries.server";
import { ClaimNotices } from "~/features/claims/ui/claim-notices";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { openHomeOfBooking } from "~/features/customers/codes/home.server";
import { readVisitCodes } from "~/features/customers/codes/queries.server";
import { officeCodesPage } from "~/features/customers/codes/rules";
import { VisitCodes } from "~/features/customers/codes/ui/visit-codes";
import { readVisitHome } from "~/features/customers/photos/queries.server";
import { VisitHome } from "~/features/customers/photos/ui/visit-home";
import { readVisitDay } from "~/features/fieldwork/office/queries.server";
import { WORK_INTENTS } from "~/features/fieldwork/office/respond.server";
import { CrewReports } from "~/features/fieldwork/office/ui/reports";
import { VisitDayPart } from "~/features/fieldwork/office/ui/visit-day";
import { formatDate } from "~/lib/dates";
import { formatCents, parseCents } from "~/lib/money";
import { ownEntry } from "~/lib/own-entry";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import { cleanLine } from "~/lib/text";
import type { ToastMessage } from "~/lib/toast-message";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, type Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/booking";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Booking", "Everything about one booking.", { noindex: true });

export const headers = pageHeaders;

export const shouldRevalidate = reloadAfterConflict;

const NOT_CHANGED = { title: "Nothing was changed", destructive: true };
const NO_STORE = { "Cache-Control": "no-store" };

/** `?date=` requests the free times of another day. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const booking = await readOfficeBooking(ctx, params.id);
  if (!booking) throw data(null, { status: 404 });
  const [day, codes, work, claims, home] = await Promise.all([
    readOfficeDay(ctx, booking, new URL(request.url).searchParams.get("date")),
    booking.erased || !may(ctx.actor.role, "codes.read") ? null : readVisitCodes(ctx, params.id),
    booking.erased ? null : readVisitDay(ctx, booking.id),
    readClaimsOf(ctx, params.id),
    readVisitHome(ctx, params.id),
  ]);
  return data({ booking, day, codes, work, claims, home, noteId: randomUUID() }, { headers: NO_STORE });
}

type Result =
  | { ok: true; toast: ToastMessage }
  | {
      ok: false;
      status: 400 | 403 | 404 | 409;
      message: string;
      errors?: Record<string, string>;
      slots?: Slots;
    };
type Slots = Awaited<ReturnType<typeof readOfficeDay>>["slots"];

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", ...fields } = form;
  if (intent === "open-home") {
    const home = await openHomeOfBooking(ctx, id);
    if (!home) throw data(null, { status: 404 });
    return redirectTo(context, officeCodesPage(home));
  }
  const result = await (ownEntry(INTENTS, intent) ?? unknown)(ctx, id, fields);
  if (result.ok) {
    const { searchParams } = new URL(request.url);
    searchParams.delete("date");
    const search = searchParams.size > 0 ? `?${searchParams}` : "";
    return redirectTo(context, `/admin/bookings/${id}${search}`, { toast: result.toast });
  }
  const { status, message, errors = {}, slots } = result;
  if (status === 404) throw data(null, { status });
  // Field errors are shown at their fields.
  const toast = Object.keys(errors).length > 0 ? null : { ...NOT_CHANGED, description: message };
  return data({ intent, message, errors, values: fields, slots, toast }, { status, headers: NO_STORE });
}

type Intent = (ctx: StaffCtx, id: string, fields: Fields) => Promise<Result>;

const INTENTS: Record<string, Intent> = {
  move,
  place,
  details,
  cancel,
  note,
  settle,
  keep,
  "no-show": noShow,
  "end-link": endLink,
  ...WORK_INTENTS,
};

const NOT_FOUND = { ok: false, status: 404, message: "" } as const;
const CHECK = "Please check the highlighted fields.";

async function unknown(): Promise<Result> {
  return { ok: false, status: 400, message: "This form is not known here. Please reload the page." };
}

async function move(ctx: StaffCtx, id: string, fields: Fields): Promise<Result> {
  const { date = "", time = "", crew_id = "" } = fields;
  const outcome = await moveByStaff(ctx, {
    id,
    date,
    time,
    crew_id: crew_id || null,
    sequence: seenIn(fields),
    override_reason: fields.override_reason,
  });
  if (outcome.ok) {
    const { after } = outcome;
    return {
      ok: true,
      toast: { title: "Visit moved", description: `${formatDate(after.date)}, ${after.time}` },
    };
  }
  if (outcome.reason === "not found") return NOT_FOUND;
  const { message, reason } = outcome;
  const errors = outcome.field ? { [outcome.field]: message } : {};
  const slots = reason === "conflict" ? outcome.slots : undefined;
  return { ok: false, status: reason === "invalid" ? 400 : 409, message, errors, slots };
}

/** Gives a visit without a slot one of the offered times. Errors belong to no field. */
async function place(ctx: StaffCtx, id: string, fields: Fields): Promise<Result> {
  const result = await move(ctx, id, { ...fields, crew_id: "" });
  return result.ok
    ? { ...result, toast: { ...result.toast, title: "Moved and confirmed" } }
    : { ...result, errors: {} };
}

/** Version of the booking when the form was shown. */
function seenIn({ sequence = "" }: Fields): number | undefined {
  return /^\d{1,9}$/.test(sequence) ? Number(sequence) : undefined;
}

async function details(ctx: StaffCtx, id: string, fields: Fields): Promise<Result> {
  const checked = checkForm(fields, detailsSchema);
  if (checked.status !== "success") return invalid(checked.error);
  const outcome = await editBooking(ctx, { id, form: checked.value, sequence: seenIn(fields) });
  if (!outcome.ok) {
    if (outcome.reason === "elsewhere") return invalid({ zip: [outcome.message] });
    return outcome.reason === "changed" ? { ok: false, status: 409, message: outcome.message } : NOT_FOUND;
  }
  return { ok: true, toast: { title: outcome.changed ? "Booking updated" : "Nothing was changed" } };
}

async function cancel(ctx: StaffCtx, id: string, fields: Fields): Promise<Result> {
  const { choice: wanted, amount = "", reason = "", left = "", fee = "0" } = fields;
  const choice = REFUND_CHOICES.find((one) => one === wanted);
  if (!choice) return { ok: false, status: 400, message: "Choose how much to refund." };
  if (["all", "amount"].includes(choice) && !may(ctx.actor.role, "orders.refund"))
    return { ok: false, status: 403, message: "Your role can refund what the policy says, or nothing." };
  const outcome = await cancelByStaff(ctx, {
    id,
    choice,
    amount: parseCents(amount),
    reason: cleanLine(reason).slice(0, 200),
    left: centsIn(left),
    fee: centsIn(fee),
  });
  if (outcome.ok)
    return { ok: true, toast: { title: "Booking cancelled", description: moneyWords(outcome) } };
  if (outcome.reason === "not found") return NOT_FOUND;
  const { message } = outcome;
  if (outcome.reason !== "invalid") return { ok: false, status: 409, message };
  return { ok: false, status: 400, message: CHECK, errors: { [outcome.field ?? "amount"]: message } };
}

/** Cents that a form was shown. */
function centsIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function moneyWords({ asked, ...done }: Extract<StaffCancelOutcome, { ok: true }>): string {
  const words = doneWords(done);
  if (!asked) return words;
  return `${words} Above your limit: ${formatCents(asked, done.currency)} waits until someone else approves it.`;
}

type Done = Omit<Extract<StaffCancelOutcome, { ok: true }>, "asked">;

function doneWords({ refund, fee, currency, by_hand }: Done): string {
  if (fee > 0) return `A fee of ${formatCents(fee, currency)} is due.`;
  const amount = formatCents(refund, currency);
  if (refund === 0) return "Nothing is refunded.";
  return by_hand ? `Return the ${amount} to the customer by hand.` : `Refunding ${amount} to the customer.`;
}

async function noShow(ctx: StaffCtx, id: string, { refund = "", fee = "" }: Fields): Promise<Result> {
  const outcome = await closeAsNoShow(ctx, { id, refund: centsIn(refund), fee: centsIn(fee) });
  if (outcome.ok)
    return { ok: true, toast: { title: "Closed as no-show", description: moneyWords(outcome) } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

async function note(ctx: StaffCtx, booking_id: string, fields: Fields): Promise<Result> {
  const checked = checkForm(fields, noteSchema);
  if (checked.status !== "success") return invalid(checked.error);
  const { note_id, body } = checked.value;
  const outcome = await addBookingNote(ctx, { id: note_id, booking_id, body });
  return outcome.ok ? { ok: true, toast: { title: "Note added" } } : NOT_FOUND;
}

async function settle(ctx: StaffCtx, id: string): Promise<Result> {
  const settled = await settleAttention(ctx, id);
  if (settled) return { ok: true, toast: { title: "Marked as resolved" } };
  return { ok: false, status: 409, message: "It no longer needs attention." };
}

async function keep(ctx: StaffCtx, id: string): Promise<Result> {
  const outcome = await keepUnpaid(ctx, id);
  if (outcome) return { ok: true, toast: { title: "Kept as unpaid" } };
  return { ok: false, status: 409, message: "It no longer needs a decision." };
}

async function endLink(ctx: StaffCtx, id: string, { seen }: Fields): Promise<Result> {
  const outcome = await endBookingLink(ctx, { id, seen });
  if (!outcome.ok)
    return outcome.reason === "changed" ? { ok: false, status: 409, message: LINK_CHANGED } : NOT_FOUND;
  return { ok: true, toast: { title: "Guest link ended", description: "The next email has a new link." } };
}

function invalid(error: Record<string, string[] | null> | null | undefined): Result {
  const errors = Object.fromEntries(
    Object.entries(error ?? {}).flatMap(([field, messages]) => (messages?.[0] ? [[field, messages[0]]] : [])),
  );
  return { ok: false, status: 400, message: CHECK, errors };
}

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, day, codes, work, claims, home, noteId } = loaderData;
  const of = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  const { search } = useLocation();
  const list = new URLSearchParams(search);
  for (const name of ["date", "time", "intent", "sequence", "crew_id"]) list.delete(name);
  return (
    <SidePanel title={booking.customer.name} closeHref={`/admin/bookings${list.size > 0 ? `?${list}` : ""}`}>
      <Refusal toast={actionData?.toast} className="hidden!" />
      {actionData && (
        <Notice tone="error" title={NOT_CHANGED.title} className="mb-5">
          {actionData.message}
        </Notice>
      )}
      <ClaimNotices claims={claims} />
      <OfficePanel
        key={booking.id}
        booking={booking}
        day={day}
        noteId={noteId}
        refused={actionData}
        home={home && <VisitHome {...home} />}
        codes={codes && <VisitCodes {...codes} canOpen={booking.customer.id !== null} />}
        reports={work && <CrewReports reports={work.reports} refused={of("answer")} />}
        work={work && <VisitDayPart day={work} refused={of("waive-items")} />}
      />
    </SidePanel>
  );
}
