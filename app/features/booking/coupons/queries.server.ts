import { asc, desc, eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { coupon_uses, coupons } from "~/db/schema/coupons";
import { customers } from "~/db/schema/customers";
import { order_lines, orders } from "~/db/schema/payments";
import { subselect } from "~/db/subselect";
import { isMonthly } from "~/features/catalog/service";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate, formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { formatDiscount, stateOf } from "./coupon";
import { fieldsOf } from "./forms";
import { titlesOfCoupon, usesOfCoupon } from "./redeem.server";
import type { CouponPanel, CouponRow } from "./view";

/** All coupons, the newest first; those that can't be used any more last. */
export async function readCoupons(ctx: StaffCtx): Promise<CouponRow[]> {
  const rows = (await read(ctx)).map(({ row }) => row);
  const isOpen = ({ state }: CouponRow) => state === "active" || state === "not yet";
  return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))];
}

/** One coupon, with the last orders that it counted for. Null if there is none with this id. */
export async function readCoupon(ctx: StaffCtx, id: string): Promise<CouponPanel | null> {
  const [found] = isUuid(id) ? await read(ctx, id) : [];
  if (!found) return null;
  const { coupon, row, zone, currency } = found;
  const used = await ctx.db
    .select({ id: orders.id, number: orders.number, status: bookings.status, at: coupon_uses.created_at })
    .from(coupon_uses)
    .innerJoin(orders, eq(orders.id, coupon_uses.order_id))
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(coupon_uses.coupon_id, id))
    .orderBy(desc(coupon_uses.created_at), asc(orders.id))
    .limit(SHOWN);
  return {
    ...row,
    seen: coupon.updated_at.toString(),
    fields: fieldsOf({ ...coupon }),
    created: formatMoment(coupon.created_at, zone),
    taken_off: found.taken_off > 0 ? formatCents(found.taken_off, currency) : null,
    orders: used.map(({ id, number, status, at }) => ({
      ...{ id, number: formatNumber(number), at: formatMoment(at, zone) },
      counts: status !== "cancelled",
    })),
  };
}

/** The orders of a coupon that its panel lists. */
const SHOWN = 10;

/** The services that a coupon can be for: single visits with a price. */
export async function readCouponServices({ db }: Pick<StaffCtx, "db">) {
  const rows = await db
    .select({ id: services.id, title: services.title, subscription_type: services.subscription_type })
    .from(services)
    .where(eq(services.is_active, true))
    .orderBy(asc(services.sort_order), asc(services.id));
  return rows.filter((service) => !isMonthly(service)).map(({ id, title }) => ({ id, title }));
}

/** The name of the customer that a new coupon is for. Null if there is none. */
export async function readCouponCustomer({ db }: Pick<StaffCtx, "db">, id: string) {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select({ id: customers.id, name: customerName })
    .from(customers)
    .where(eq(customers.id, id));
  return found ?? null;
}

const customerName = sql<string>`coalesce(nullif(${customers.company_name}, ''),
  nullif(concat_ws(' ', ${customers.first_name}, ${customers.last_name}), ''), 'Customer #' || ${customers.number})`;

const takenOff = subselect(sql<number>`(select coalesce(-sum(line.amount), 0)::int from ${coupon_uses} used
  join ${orders} on ${orders.id} = used.order_id join ${bookings} visit on visit.id = ${orders.booking_id}
  join ${order_lines} line on line.order_id = used.order_id and line.kind = 'discount' and line.author_id is null
    and line.label like 'Code %'
  where used.coupon_id = ${coupons.id} and visit.status <> 'cancelled')`);

async function read(ctx: StaffCtx, id?: string) {
  const { timezone: zone, default_currency: currency } = await readCompany(ctx);
  const today = companyToday(ctx.now, zone);
  const rows = await ctx.db
    .select({
      coupon: coupons,
      uses: usesOfCoupon,
      taken_off: takenOff,
      titles: titlesOfCoupon,
      customer: subselect(sql<string | null>`(select ${customerName} from ${customers}
        where ${customers.id} = ${coupons.customer_id})`),
    })
    .from(coupons)
    .where(id ? eq(coupons.id, id) : undefined)
    .orderBy(desc(coupons.created_at), asc(coupons.code));
  return rows.map(({ coupon, uses, taken_off, titles, customer }) => {
    const { code, begins_on, ends_on, most_uses, first_visit, services: ids } = coupon;
    const terms = { ...coupon, ended: coupon.ended_at !== null };
    const who = [customer, first_visit && "First visit", ids && (titles.join(", ") || "No service")];
    const row: CouponRow = {
      ...{
        id: coupon.id,
        code,
        customer: coupon.customer_id === null ? null : { id: coupon.customer_id, name: customer ?? "" },
      },
      discount: formatDiscount(coupon, currency),
      limits: who.filter(Boolean).join(", ") || "Every visit",
      days: formatDays(begins_on, ends_on),
      uses: most_uses === null ? String(uses) : `${uses} of ${most_uses}`,
      state: stateOf(terms, { today, uses }),
      ended: terms.ended,
    };
    return { coupon, row, taken_off, zone, currency };
  });
}

function formatDays(from: string | null, to: string | null): string {
  if (from && to) return `${formatDate(from)} – ${formatDate(to)}`;
  if (from) return `From ${formatDate(from)}`;
  return to ? `Until ${formatDate(to)}` : "Any day";
}
