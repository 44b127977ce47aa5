import { createHash } from "node:crypto";
import { readService } from "~/features/catalog/reads.server";
import type { Service } from "~/features/catalog/service";
import { type Price, priceBooking } from "~/features/pricing/pricing";
import { readSettings } from "~/features/settings/reads.server";
import type { Ctx } from "~/platform/context.server";
import { readClosures } from "./availability.server";
import { checkRequest, type RequestRefusal } from "./booking";
import type { CreatePayment } from "./forms";
import { blockedRange, companyToday, parseSlotTime, type Range, type SlotTime, slotRange } from "./slots";

/** A request that may be booked, priced and placed in time; only a crew is missing. */
export type BookingPlan = {
  request: CreatePayment;
  service: Service;
  date: string;
  slot: SlotTime;
  time: Temporal.PlainTime;
  minutes: number;
  bedrooms: number | null;
  bathrooms: number | null;
  range: Range;
  blocked: Range;
  price: Price;
  currency: string;
  /** Equal for equal requests. */
  fingerprint: string;
};

type Planned = { ok: true; plan: BookingPlan } | RequestRefusal;

/** Checks a request against the catalogue, the calendar and the policies, and prices it on the server. */
export async function planBooking(ctx: Ctx, request: CreatePayment): Promise<Planned> {
  const { date } = request.bookingDetails;
  const [settings, found, closures] = await Promise.all([
    readSettings(ctx),
    readService(ctx, request.serviceId),
    readClosures(ctx, date, date),
  ]);
  const zone = settings["general.timezone"];
  const today = companyToday(ctx.now, zone);
  const checked = checkRequest(found, request, { today, now: ctx.now, zone, closures });
  if (!checked.ok) return checked;
  const { service, slot, minutes, hours, bedrooms, bathrooms } = checked;
  const range = slotRange(date, slot, minutes, zone);
  const currency = settings["payments.default_currency"];
  const tax = { collect: settings["payments.collect_tax"], rate: settings["payments.tax_rate"] };
  const plan = {
    request,
    service,
    date,
    slot,
    time: parseSlotTime(slot),
    minutes,
    bedrooms,
    bathrooms,
    range,
    blocked: blockedRange(range, settings["booking.travel_buffer_minutes"]),
    price: priceBooking(service, hours, tax, currency),
    currency,
    fingerprint: createHash("sha256").update(JSON.stringify(request)).digest("base64url"),
  };
  return { ok: true, plan };
}
