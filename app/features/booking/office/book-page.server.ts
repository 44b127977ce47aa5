import { asc, eq } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { DEFAULTS, HOUR_OPTIONS } from "~/features/booking/limits";
import { priceBooking } from "~/features/catalog/pricing";
import { readServices } from "~/features/catalog/reads.server";
import {
  hoursApply,
  isMonthly,
  needsEstimate,
  roomsApply,
  type Service,
  visitMinutes,
} from "~/features/catalog/service";
import { readSettings } from "~/features/operations/settings/reads.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { companyToday, lastBookableDate } from "~/features/scheduling/availability/slots";
import { isCalendarDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import type { AdminCtx } from "~/platform/context.server";
import type { PhoneOffer } from "./callers";
import { findCallers, readCaller, readGuest } from "./customers.server";

/** What the form for a booking by telephone offers, as its address asks for it. */
export async function readPhonePage(ctx: AdminCtx, params: URLSearchParams) {
  const find = cleanLine(params.get("find") ?? "").slice(0, 100);
  const [account, guest, callers, offer] = await Promise.all([
    readCaller(ctx, params.get("customer") ?? ""),
    readGuest(ctx, params.get("again") ?? ""),
    findCallers(ctx, find),
    readOffer(ctx, params),
  ]);
  return { find, caller: account ?? guest, callers, ...offer };
}

async function readOffer(ctx: AdminCtx, params: URLSearchParams): Promise<PhoneOffer> {
  const [settings, offered, team] = await Promise.all([
    readSettings(ctx),
    readServices(ctx),
    ctx.db
      .select({ id: crews.id, name: crews.name })
      .from(crews)
      .where(eq(crews.is_active, true))
      .orderBy(asc(crews.sort_order), asc(crews.name)),
  ]);
  const services = offered.filter((service) => !needsEstimate(service) && !isMonthly(service));
  const chosen = services.find(({ id }) => id === params.get("service")) ?? services[0];
  const hours = HOUR_OPTIONS.find((option) => String(option) === params.get("hours")) ?? DEFAULTS.hours;
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const asked = params.get("date") ?? "";
  const date = isCalendarDate(asked) ? asked : today;
  const currency = settings["payments.default_currency"];
  const tax = { collect: settings["payments.collect_tax"], rate: settings["payments.tax_rate"] };
  return {
    services: services.map((service) => ({
      id: service.id,
      title: service.title,
      hours: hoursApply(service),
      rooms: roomsApply(service),
    })),
    crews: team,
    service: chosen?.id ?? "",
    hours,
    date,
    today,
    last: lastBookableDate(today),
    slots: chosen ? await slotsFor(ctx, chosen, hours, date) : [],
    price: chosen ? formatCents(priceFor(chosen, hours).charge, currency) : null,
  };

  function priceFor(service: Service, of: number) {
    return priceBooking(service, hoursApply(service) ? of : null, tax, currency);
  }
}

function slotsFor(ctx: AdminCtx, service: Service, hours: number, date: string) {
  return readSlotsOfDay(ctx, { date, minutes: visitMinutes(service, hoursApply(service) ? hours : null) });
}
