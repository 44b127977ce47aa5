import { randomUUID } from "node:crypto";
import { data, useLocation } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readPresent } from "~/features/fieldwork/hours/queries.server";
import { refuseApproval, withdrawApproval } from "~/features/payments/approvals/refuse.server";
import { askForCard } from "~/features/payments/cards/ask.server";
import { chargeOrder } from "~/features/payments/cards/charge.server";
import { addLine } from "~/features/payments/office/add-line.server";
import { approve } from "~/features/payments/office/approve.server";
import { askForPayment } from "~/features/payments/office/ask.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { recordPayment } from "~/features/payments/office/record-payment.server";
import { refundByHand, refundByStaff, retryRefund } from "~/features/payments/office/refund.server";
import { approvedToast } from "~/features/payments/office/rules";
import { spendCreditByStaff } from "~/features/payments/office/spend-credit.server";
import { OrderPanel } from "~/features/payments/office/ui/panel";
import { waiveFee } from "~/features/payments/office/waive.server";
import { isOfficeMethod } from "~/features/payments/orders/rules";
import { isUuid } from "~/lib/ids";
import { formatCents, parseCents } from "~/lib/money";
import { ownEntry } from "~/lib/own-entry";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import { cleanLine } from "~/lib/text";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { redirectTo } from "~/platform/request/flash.server";
import type { Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/order";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Order", "Everything about one order.", { noindex: true });

export const headers = pageHeaders;

export const shouldRevalidate = reloadAfterConflict;

const NOT_CHANGED = { title: "Nothing was changed", destructive: true };
const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const order = await readOfficeOrder(ctx, params.id, (visit) => readPresent(ctx.db, visit));
  if (!order) throw data(null, { status: 404 });
  return data({ order, token: randomUUID() }, { headers: NO_STORE });
}

type Result =
  | { ok: true; toast: ToastMessage }
  | { ok: false; status: 400 | 404 | 409; message: string; errors?: Record<string, string> };

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", ...fields } = form;
  const result = await (ownEntry(INTENTS, intent) ?? unknown)(ctx, id, fields);
  const { search } = new URL(request.url);
  if (result.ok) return redirectTo(context, `/admin/orders/${id}${search}`, { toast: result.toast });
  const { status, message, errors = {} } = result;
  if (status === 404) throw data(null, { status });
  // Field errors are shown at their fields.
  const toast = Object.keys(errors).length > 0 ? null : { ...NOT_CHANGED, description: message };
  return data({ intent, message, errors, values: fields, toast }, { status, headers: NO_STORE });
}

type Intent = (ctx: StaffCtx, order_id: string, fields: Fields) => Promise<Result>;

const INTENTS: Record<string, Intent> = {
  ...{ pay, ask, card, charge, waive, line, refund, retry, "by-hand": recordByHand },
  "spend-credit": payByCredit,
  ...{ approve: approveRefund, refuse, withdraw },
};

const NOT_FOUND = { ok: false, status: 404, message: "" } as const;
const UNKNOWN_FORM = "This form is not known here. Please reload the page.";

async function unknown(): Promise<Result> {
  return { ok: false, status: 400, message: UNKNOWN_FORM };
}

async function pay(ctx: StaffCtx, order_id: string, fields: Fields): Promise<Result> {
  const { method = "", amount, token = "" } = fields;
  if (!isOfficeMethod(method)) {
    return { ok: false, status: 400, message: "Choose how it was paid.", errors: { method: "Choose one." } };
  }
  const paid = amount === undefined ? {} : { amount: parseCents(amount) };
  const outcome = await recordPayment(ctx, { order_id, method, ...(isUuid(token) && { token }), ...paid });
  if (outcome.ok) return { ok: true, toast: { title: "Payment recorded" } };
  const { message } = outcome;
  if (outcome.reason === "invalid") return { ok: false, status: 400, message, errors: { amount: message } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

async function ask(ctx: StaffCtx, order_id: string): Promise<Result> {
  const outcome = await askForPayment(ctx, { order_id });
  if (outcome.ok) return { ok: true, toast: { title: "Pay link sent", description: outcome.to } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

async function card(ctx: StaffCtx, order_id: string): Promise<Result> {
  const outcome = await askForCard(ctx, { order_id });
  if (outcome.ok) return { ok: true, toast: { title: "Link to save a card sent", description: outcome.to } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

/** Charges the saved card now. An unreachable provider is asked again by the next sweep. */
async function charge(ctx: StaffCtx, order_id: string, { seen }: Fields): Promise<Result> {
  try {
    const outcome = await chargeOrder(ctx, { order_id, now: true, seen: parseWhole(seen) });
    if (outcome.ok) return { ok: true, toast: CHARGED[outcome.do] };
    return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { ok: true, toast: CHARGED.processing };
  }
}

const CHARGED = {
  charged: { title: "Card charged" },
  declined: { title: "Card declined", description: "The customer gets a link to pay.", destructive: true },
  processing: {
    title: "Charge sent",
    description: "The bank has not answered yet. We ask again in a few minutes.",
  },
} satisfies Record<string, ToastMessage>;

async function payByCredit(ctx: StaffCtx, order_id: string): Promise<Result> {
  const outcome = await spendCreditByStaff(ctx, { order_id });
  if (!outcome.ok)
    return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
  return { ok: true, toast: { title: `Paid ${formatCents(outcome.amount, outcome.currency)} with credit` } };
}

async function waive(ctx: StaffCtx, order_id: string): Promise<Result> {
  const outcome = await waiveFee(ctx, { order_id });
  if (outcome.ok) return { ok: true, toast: { title: "Fee waived" } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

async function line(ctx: StaffCtx, order_id: string, fields: Fields): Promise<Result> {
  const { token = "", kind = "", amount = "", label = "", reason = "", minutes = "", seen = "" } = fields;
  if (!isUuid(token)) return { ok: false, status: 400, message: UNKNOWN_FORM };
  const outcome = await addLine(ctx, {
    ...{ order_id, token, kind, amount: parseCents(amount || "0") },
    label: cleanLine(label).slice(0, 80),
    reason: cleanLine(reason).slice(0, 200),
    minutes: minutes === "" ? null : parseWhole(minutes),
    seen: parseWhole(seen),
  });
  if (outcome.ok) {
    if (outcome.asked) return { ok: true, toast: ASKED };
    const description = outcome.refund > 0 ? "What was paid too much goes back to the customer." : undefined;
    return { ok: true, toast: { title: "Line added", ...(description && { description }) } };
  }
  if (outcome.reason === "not found") return NOT_FOUND;
  return { ok: false, status: 400, message: outcome.message, errors: { [outcome.field]: outcome.message } };
}

/** A number of digits; -1 if it is not one. */
function parseWhole(text = ""): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

const KEPT_AS_CREDIT = {
  title: "Kept as credit",
  description: "The customer's next order uses it by itself. They get an email.",
};

const ASKED = {
  title: "Approval requested",
  description: "This is above your limit. Nothing happens until someone else approves it.",
};

async function refund(ctx: StaffCtx, order_id: string, fields: Fields): Promise<Result> {
  const { token = "", amount = "", reason = "", left = "", to = "" } = fields;
  if (!isUuid(token)) return { ok: false, status: 400, message: UNKNOWN_FORM };
  const request = {
    amount: parseCents(amount),
    reason: cleanLine(reason).slice(0, 200),
    left: parseWhole(left),
    to_credit: to === "credit",
  };
  const outcome = await refundByStaff(ctx, { order_id, token, ...request });
  if (outcome.ok && outcome.asked) return { ok: true, toast: ASKED };
  if (outcome.ok) {
    if (outcome.to_credit) return { ok: true, toast: KEPT_AS_CREDIT };
    const description = outcome.by_hand
      ? "Return the money to the customer by hand."
      : "The refund is processing.";
    return {
      ok: true,
      toast: { title: outcome.by_hand ? "Refund recorded" : "Refund started", description },
    };
  }
  if (outcome.reason === "not found") return NOT_FOUND;
  return { ok: false, status: 400, message: outcome.message, errors: { [outcome.field]: outcome.message } };
}

async function retry(ctx: StaffCtx, order_id: string, { refund_id = "" }: Fields): Promise<Result> {
  const outcome = await retryRefund(ctx, { order_id, refund_id });
  if (outcome.ok) return { ok: true, toast: { title: "Refund retried" } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

async function recordByHand(ctx: StaffCtx, order_id: string, { refund_id = "" }: Fields): Promise<Result> {
  const outcome = await refundByHand(ctx, { order_id, refund_id });
  if (outcome.ok) return { ok: true, toast: { title: "Recorded as refunded" } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

/** Approves a refund of this order that somebody else asked for. */
async function approveRefund(ctx: StaffCtx, _order_id: string, fields: Fields): Promise<Result> {
  const { approval_id = "", left } = fields;
  const outcome = await approve(ctx, { id: approval_id, left: parseWhole(left) });
  if (outcome.ok) return { ok: true, toast: approvedToast(outcome) };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

async function refuse(ctx: StaffCtx, _order_id: string, { approval_id = "" }: Fields): Promise<Result> {
  const outcome = await refuseApproval(ctx, { id: approval_id });
  if (outcome.ok) return { ok: true, toast: { title: "Request refused" } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

async function withdraw(ctx: StaffCtx, _order_id: string, { approval_id = "" }: Fields): Promise<Result> {
  const outcome = await withdrawApproval(ctx, { id: approval_id });
  if (outcome.ok) return { ok: true, toast: { title: "Request withdrawn" } };
  return outcome.reason === "not found" ? NOT_FOUND : { ok: false, status: 409, message: outcome.message };
}

export default function Order({ loaderData: { order, token }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <SidePanel title={`Order ${order.number}`} closeHref={`/admin/orders${search}`}>
      <Refusal toast={actionData?.toast} className="hidden!" />
      {actionData && (
        <Notice tone="error" title={NOT_CHANGED.title} className="mb-5">
          {actionData.message}
        </Notice>
      )}
      <OrderPanel key={order.id} order={order} token={token} refused={actionData} />
    </SidePanel>
  );
}
