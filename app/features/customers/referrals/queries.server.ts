import { and, desc, eq, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { customers } from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import { referrals } from "~/db/schema/referrals";
import { nameOf } from "~/features/customers/records/contact";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import type { StaffCtx, UserCtx } from "~/platform/context.server";
import { readOffer } from "./record.server";
import { formatRefusal, offerToReferrer, referralUrl } from "./referral";

type OwnReferrals = { url: string; offer: string; earned: string | null };

/** The link of the signed-in customer. Null while nobody gets anything by it. */
export async function readOwnReferrals(ctx: UserCtx): Promise<OwnReferrals | null> {
  const offer = offerToReferrer(await readOffer(ctx));
  if (!offer) return null;
  const [own] = await ctx.db
    .select({ id: customers.id, code: customers.referral_code })
    .from(customers)
    .where(eq(customers.user_id, ctx.actor.id));
  if (!own) return null;
  const [earned] = await ctx.db
    .select({
      count: sql<number>`count(*)::int`,
      amount: sql<number>`coalesce(sum(${referrals.referrer_amount}), 0)::int`,
      currency: sql<string | null>`max(${referrals.currency})`,
    })
    .from(referrals)
    .where(and(eq(referrals.customer_id, own.id), eq(referrals.status, "earned")));
  return { url: referralUrl(ctx.origin, own.code), offer, earned: earnedText(earned) };
}

type Earned = { count: number; amount: number; currency: string | null };

function earnedText(earned: Earned | undefined): string | null {
  if (!earned?.currency || earned.count === 0) return null;
  const who = earned.count === 1 ? "One person has" : `${earned.count} people have`;
  const what = formatCents(earned.amount, earned.currency, { dropZeroCents: true });
  return earned.amount > 0
    ? `${who} come by your link: ${what} of credit so far.`
    : `${who} come by your link.`;
}

/** A referral as staff see it. Texts are formatted, in the company's time zone. */
export type ReferralRow = {
  id: string;
  order: { id: string; number: string };
  /** Who recommended us, and who came by it. */
  referrer: { id: string; name: string };
  friend: { id: string; name: string } | null;
  on: string;
  state: string;
  tone: "amber" | "green" | "neutral";
};

/** Rows that a page shows. */
const SHOWN = 50;

/** The newest referrals, or those of one customer: whom they recommended us to, and who recommended us to them. */
export async function readReferrals(ctx: StaffCtx, customer_id?: string): Promise<ReferralRow[]> {
  const { timezone } = await readCompany(ctx);
  const friend = sql<string | null>`coalesce(${orders.customer_id}, ${bookings.customer_id})`;
  const of = customer_id && or(eq(referrals.customer_id, customer_id), eq(orders.customer_id, customer_id));
  const rows = await ctx.db
    .select({ referral: referrals, number: orders.number, friend, referrer: customers })
    .from(referrals)
    .innerJoin(orders, eq(orders.id, referrals.order_id))
    .innerJoin(customers, eq(customers.id, referrals.customer_id))
    .leftJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(of || undefined)
    .orderBy(desc(referrals.created_at), desc(referrals.id))
    .limit(SHOWN);
  const friends = new Map<string, string>();
  for (const id of new Set(rows.flatMap((row) => row.friend ?? []))) {
    const [found] = await ctx.db.select().from(customers).where(eq(customers.id, id));
    if (found) friends.set(id, nameIn(found));
  }
  return rows.map(({ referral, number, friend: id, referrer }) => ({
    id: referral.id,
    order: { id: referral.order_id, number: formatNumber(number) },
    referrer: { id: referrer.id, name: nameIn(referrer) },
    friend: id ? { id, name: friends.get(id) ?? "A customer" } : null,
    on: formatDate(companyToday(referral.created_at, timezone)),
    ...stateOf(referral),
  }));
}

function nameIn(customer: Parameters<typeof nameOf>[0] & { number: number }): string {
  return nameOf(customer) ?? `Customer ${formatNumber(customer.number)}`;
}

function stateOf(referral: typeof referrals.$inferSelect): Pick<ReferralRow, "state" | "tone"> {
  const { status, refusal, referrer_amount, friend_amount, currency } = referral;
  const format = (cents: number) => formatCents(cents, currency, { dropZeroCents: true });
  switch (status) {
    case "pending":
      return { state: "After the first visit", tone: "amber" };
    case "earned":
      return { state: `Earned ${format(referrer_amount)} and ${format(friend_amount)}`, tone: "green" };
    case "refused":
      return { state: `Refused: ${formatRefusal(refusal).toLowerCase()}`, tone: "neutral" };
    case "lapsed":
      return { state: "Cancelled", tone: "neutral" };
  }
}
