import { and, eq, like } from "drizzle-orm";
import { z } from "zod";
import { customerName } from "~/db/customer";
import { users } from "~/db/schema/accounts";
import { approvals } from "~/db/schema/approvals";
import { bookings } from "~/db/schema/bookings";
import { charges, orders, refunds } from "~/db/schema/payments";
import { isStillThere } from "~/features/booking/queries.server";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { isOpen, kindOf } from "~/features/payments/approvals/queries.server";
import { isCovered, KIND_LABELS, limitOf } from "~/features/payments/approvals/rules";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { officeMethodOf } from "~/features/payments/orders/rules";
import { formatMoment } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { readStaffRoles } from "~/platform/auth/actor.server";
import { may } from "~/platform/auth/roles";

/** Asks one of staff to approve a refund or a discount. Nothing is sent once it is decided, or once they can no longer decide it. */
export const sendApprovalAsked = defineEmail({
  queue: "approval-asked-mail",
  input: z.object({ approval_id: z.guid(), user_id: z.guid() }),
  templates: () => import("./emails"),
  async compose(ctx, { approval_id, user_id }) {
    const found = await readApproval(ctx, approval_id);
    const to = await readPerson(ctx, user_id);
    if (found?.approval.status !== "open" || !to) return;
    const { approval, booking_id, amount, kind } = found;
    const role = (await readStaffRoles(ctx.db)).get(user_id);
    if (!role || !may(role, "orders.refund")) return;
    if (!isCovered(approval.amount, { limit: limitOf(role, ctx.settings), given: 0 })) return;
    const asker = approval.asked_by ? await readPerson(ctx, approval.asked_by) : undefined;
    return {
      ...{ to: to.email, user_id, booking_id },
      occasion: `approval-asked:${approval_id}:${user_id}`,
      subject: `A ${kind} of ${amount} is waiting for your approval`,
      isWanted: async (tx) =>
        (await tx.$count(approvals, and(eq(approvals.id, approval_id), isOpen))) > 0 &&
        (await isStillThere(tx, booking_id)),
      template: ({ OfficeNoticeEmail }) => (
        <OfficeNoticeEmail
          sender={ctx.company}
          heading={`${KIND_LABELS[kind]} of ${amount}`}
          text={`${asker?.name ?? "Someone in the office"} asks for a ${kind} of ${amount}, which is above their limit. Nothing happens until you or someone else approves it.`}
          facts={factsOf(ctx, found)}
          action={viewOrder(ctx, approval.order_id)}
        />
      ),
    };
  },
});

/** Tells whoever asked how it ended. */
export const sendApprovalDecided = defineEmail({
  queue: "approval-decided-mail",
  input: z.object({ approval_id: z.guid() }),
  templates: () => import("./emails"),
  async compose(ctx, { approval_id }) {
    const found = await readApproval(ctx, approval_id);
    const status = found?.approval.status;
    if (!found || (status !== "approved" && status !== "refused")) return;
    const { approval, booking_id, amount, by_hand, to_credit, kind } = found;
    const to = approval.asked_by ? await readPerson(ctx, approval.asked_by) : undefined;
    if (!to) return;
    const decider = approval.decided_by ? await readPerson(ctx, approval.decided_by) : undefined;
    const heading = `${KIND_LABELS[kind]} ${status}`;
    const money = to_credit
      ? "It is the customer's credit now."
      : by_hand
        ? "Return the money to the customer by hand."
        : "The refund is processing.";
    const done = kind === "discount" ? "It is a line of the order now." : money;
    const who = decider?.name ?? "Someone in the office";
    return {
      ...{ to: to.email, user_id: to.id, booking_id },
      occasion: `approval-decided:${approval_id}`,
      subject: `${heading}: ${amount}`,
      isWanted: (tx) => isStillThere(tx, booking_id),
      template: ({ OfficeNoticeEmail }) => (
        <OfficeNoticeEmail
          sender={ctx.company}
          heading={heading}
          text={`${who} ${status} the ${kind} of ${amount} that you asked for. ${status === "approved" ? done : "Nothing has changed."}`}
          facts={factsOf(ctx, found)}
          action={viewOrder(ctx, approval.order_id)}
        />
      ),
    };
  },
});

type Found = NonNullable<Awaited<ReturnType<typeof readApproval>>>;

async function readApproval({ db }: EmailCtx, id: string) {
  const [found] = await db
    .select({ approval: approvals, order: orders, booking_id: bookings.id, customer: customerName })
    .from(approvals)
    .innerJoin(orders, eq(orders.id, approvals.order_id))
    .innerJoin(bookings, visitOfOrder)
    .where(eq(approvals.id, id));
  if (!found) return;
  const { approval, order } = found;
  const made = await db
    .select({ provider: charges.provider, to_credit: refunds.to_credit })
    .from(refunds)
    .innerJoin(charges, eq(charges.id, refunds.charge_id))
    .where(like(refunds.idempotency_key, `approval:${id}%`));
  const by_hand = made.length > 0 && made.every(({ provider }) => officeMethodOf(provider) !== null);
  const to_credit = made.length > 0 && made.every((refund) => refund.to_credit);
  return {
    ...found,
    by_hand,
    to_credit,
    kind: kindOf(approval),
    amount: formatCents(approval.amount, order.currency),
  };
}

function factsOf({ company }: EmailCtx, { approval, order, customer }: Found) {
  return [
    { label: "Customer", value: customer ?? "Unknown Customer" },
    { label: "Order", value: formatNumber(order.number) },
    { label: "Reason", value: approval.reason },
    { label: "Asked", value: formatMoment(approval.asked_at, company.timezone) },
  ];
}

function viewOrder({ origin }: EmailCtx, id: string) {
  return { label: "View order", url: `${origin}/admin/orders/${id}` };
}

async function readPerson({ db }: EmailCtx, id: string) {
  const { email, name } = users;
  const [person] = await db.select({ id: users.id, email, name }).from(users).where(eq(users.id, id));
  return person;
}
