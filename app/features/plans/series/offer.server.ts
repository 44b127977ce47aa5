// Rooms: a sale begins with a visit (booking), as its service is sold (catalog), in company time and money (operations).
import { and, asc, eq, gt } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { slotValue } from "~/features/booking/phone/view";
import { FREQUENCY_LABELS, type Frequency, VISITS_A_YEAR } from "~/features/catalog/frequency";
import { readServices } from "~/features/catalog/queries.server";
import { frequenciesOf, needsEstimate, type Service } from "~/features/catalog/service";
import { readSettings } from "~/features/operations/settings/queries.server";
import { phoneHoldExpiry } from "~/features/plans/phone/rules";
import { addDays, companyToday, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";
import { findSeries } from "./list.server";
import { readNextVisits } from "./preview.server";
import { priceOf, seriesState } from "./series";

/** How far ahead the first visit of a plan is looked for where none is laid, in days. */
const LOOKED_AHEAD = 60;

/** What the form of a sale begins with to sell a series as a plan, and what its visits cost now; null if it can't be sold. */
export async function readSell(
  ctx: StaffCtx,
  id: string,
): Promise<{ values: Record<string, string>; words: string } | null> {
  const found = isUuid(id) ? await findSeries(ctx.db, id) : undefined;
  if (!found || found.frequency === "other") return null;
  const { "general.timezone": zone, "payments.default_currency": currency } = await readSettings(ctx);
  const today = companyToday(ctx.now, zone);
  const state = seriesState(found, today);
  if (state === "sold" || state === "waiting") return null;
  const first = await readFirst(ctx, id, addDays(today, LOOKED_AHEAD));
  if (!first) return null;
  const { date, model } = first;
  const text = (value: string | number | null) => (value === null ? "" : String(value));
  const time = formatTime(model.scheduled_time);
  const { frequency, service: title, service_id } = found;
  const offered = (await readServices(ctx)).filter(
    (one) => !needsEstimate(one) && frequenciesOf(one).includes(frequency),
  );
  const service = offered.find((one) => one.id === service_id) ?? offered[0];
  const each = priceOf(model.price_lines).total;
  const month = Math.round((each * VISITS_A_YEAR[frequency]) / 12);
  return {
    values: {
      ...{ series: id, customer_id: found.customer_id, customer_name: text(model.customer_name) },
      ...{ customer_email: text(model.customer_email), customer_phone: text(model.customer_phone) },
      ...{ street: model.address_line1, apartment: text(model.address_line2), notes: text(model.notes) },
      ...{ city: model.city, state: model.state, zip: model.zip_code, crew_id: text(model.crew_id) },
      ...{ service: service?.id ?? service_id, frequency, date, time },
      slot: slotValue(date, time),
      ...{ bedrooms: text(model.bedrooms), bathrooms: text(model.bathrooms) },
      ...{ half_baths: text(model.half_baths), square_feet: text(model.square_feet) },
    },
    words: `${chosenWords(title, frequency, service)}The customer pays ${formatCents(each, currency)} a visit now, about ${formatCents(month, currency)} a month. The catalog’s price is below. When you hold the plan, the single visits from its first day on make room for it; if nobody pays, they come back.`,
  };
}

/** Which service the plan is of, if another one than the visits. */
function chosenWords(title: string, frequency: Frequency, service: Service | undefined): string {
  if (service?.title === title) return "";
  const often = FREQUENCY_LABELS[frequency].toLowerCase();
  if (!service) return `No service is sold ${often}. Change a service first. `;
  return `${title} is not sold ${often}, so ${service.title} is chosen. `;
}

/** The first visit that is far enough ahead to wait for a payment, or the next one that would be laid, with the visit that it is like. */
async function readFirst(ctx: StaffCtx, id: string, until: string) {
  const ahead = await ctx.db
    .select()
    .from(bookings)
    .where(and(eq(bookings.series_id, id), eq(bookings.status, "confirmed"), gt(bookings.starts_at, ctx.now)))
    .orderBy(asc(bookings.starts_at));
  const laid = ahead.find(({ starts_at }) => phoneHoldExpiry(ctx.now, starts_at) !== null);
  if (laid) return { date: laid.scheduled_date, model: laid };
  const next = await readNextVisits(ctx, { ids: [id], until });
  const first = next.find(({ range }) => phoneHoldExpiry(ctx.now, range.start) !== null);
  const [model] = first ? await ctx.db.select().from(bookings).where(eq(bookings.id, first.like.id)) : [];
  return first && model ? { date: first.date, model } : null;
}
