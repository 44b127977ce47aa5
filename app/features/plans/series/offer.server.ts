// Rooms: a sale begins with a visit (booking), as its service is sold (catalog), in company time and money (operations).
import { and, asc, eq, gt } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { HOUR_OPTIONS } from "~/features/booking/limits";
import { slotValue } from "~/features/booking/phone/view";
import { FREQUENCY_LABELS, type Frequency, VISITS_A_YEAR } from "~/features/catalog/frequency";
import { readServices } from "~/features/catalog/queries.server";
import { frequenciesOf, needsEstimate, type Service } from "~/features/catalog/service";
import { readSettings } from "~/features/operations/settings/queries.server";
import { phoneHoldExpiry } from "~/features/plans/phone/rules";
import { addDays, companyToday, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { orList } from "~/lib/text";
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
  const service = serviceFor(await readServices(ctx), { service_id, frequency });
  const each = priceOf(model.price_lines).total;
  const month = Math.round((each * VISITS_A_YEAR[frequency]) / 12);
  return {
    values: {
      ...{ series: id, customer_id: found.customer_id, customer_name: text(model.customer_name) },
      ...{ customer_email: text(model.customer_email), customer_phone: text(model.customer_phone) },
      ...{ street: model.address_line1, apartment: text(model.address_line2), notes: text(model.notes) },
      ...{ city: model.city, state: model.state, zip: model.zip_code, crew_id: text(model.crew_id) },
      ...{ service: service.id, frequency, date, time },
      slot: slotValue(date, time),
      ...(HOURS.has(model.duration_hours) && { hours: text(model.duration_hours) }),
      ...{ bedrooms: text(model.bedrooms), bathrooms: text(model.bathrooms) },
      ...{ half_baths: text(model.half_baths), square_feet: text(model.square_feet) },
    },
    words: `${service.words(title)}The customer pays ${formatCents(each, currency)} a visit now, about ${formatCents(month, currency)} a month. The catalog’s price is below. When you hold the plan, the single visits from its first day on make room for it; if nobody pays, they come back.`,
  };
}

const HOURS = new Set<number>(HOUR_OPTIONS);

type Chosen = { id: string; words: (title: string) => string };

/**
 * The service that a plan is of: that of the visits, or the first of its type that is sold as often, with words that say so. Where none
 * of its type is, staff choose among the others: the form begins with the service of the visits, of which no plan can be held.
 */
function serviceFor(
  services: readonly Service[],
  { service_id, frequency }: { service_id: string; frequency: Frequency },
): Chosen {
  const often = FREQUENCY_LABELS[frequency].toLowerCase();
  const sold = services.filter((one) => !needsEstimate(one) && frequenciesOf(one).includes(frequency));
  if (sold.some(({ id }) => id === service_id)) return { id: service_id, words: () => "" };
  const type = services.find(({ id }) => id === service_id)?.service_type;
  const [chosen, ...others] = sold.filter(({ service_type }) => service_type === type);
  const titles = (list: readonly Service[]) => orList(list.map(({ title }) => title));
  if (!chosen) {
    const choose = sold.length > 0 ? `Choose a service that is: ${titles(sold)}.` : "Change a service first.";
    return { id: service_id, words: (title) => `${title} is not sold ${often}. ${choose} ` };
  }
  const or = others.length > 0 ? ` You can also choose ${titles(others)}.` : "";
  const words = (title: string) => `${title} is not sold ${often}, so ${chosen.title} is chosen.${or} `;
  return { id: chosen.id, words };
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
  const first = next.find(({ range, missing }) => !missing && phoneHoldExpiry(ctx.now, range.start) !== null);
  const [model] = first ? await ctx.db.select().from(bookings).where(eq(bookings.id, first.like.id)) : [];
  return first && model ? { date: first.date, model } : null;
}
