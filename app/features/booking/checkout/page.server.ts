import { readServices } from "~/features/catalog/reads.server";
import { SERVICE_TYPES, visitMinutes } from "~/features/catalog/service";
import { companyOf, readSettings } from "~/features/operations/settings/reads.server";
import { readMonth } from "~/features/scheduling/availability/availability.server";
import { bookableMonth, companyToday, lastBookableDate } from "~/features/scheduling/availability/slots";
import type { Ctx } from "~/platform/context.server";
import { type Choice, toChoice } from "./choice";
import { clearedForType, type Draft } from "./draft";
import type { BookingPage } from "./page";
import { withSavedAddress } from "./saved-address";
import { readSavedAddresses } from "./saved-addresses.server";

type Wish = { draft: Draft; service: string | null; type: string | null; month: string | null };

/** Everything that the booking page shows for a draft, after what the address asks for (?service, ?type, ?month). */
export async function readBookingPage(ctx: Ctx, wish: Wish): Promise<BookingPage> {
  const [all, settings, saved, way] = await Promise.all([
    readServices(ctx),
    readSettings(ctx),
    readSavedAddresses(ctx),
    ctx.payments.way(),
  ]);
  const company = companyOf(settings);
  const wished = all.find(({ id }) => id === wish.service);
  const type = SERVICE_TYPES.find((name) => name === wish.type) ?? wished?.service_type ?? wish.draft.type;
  const choices = all
    .filter((service) => service.service_type === type)
    .map((service) => toChoice(service, company.default_currency));
  const today = companyToday(ctx.now, company.timezone);
  const lastDay = lastBookableDate(today);
  const kept = withSavedAddress(inTime(clearedForType(wish.draft, type), today, lastDay), saved);
  const draft = chooseService(kept, choices, wished?.id);
  const firstMonth = today.slice(0, 7);
  const lastMonth = lastDay.slice(0, 7);
  const month = bookableMonth(wish.month ?? draft.date.slice(0, 7), firstMonth, lastMonth);
  const { default_currency: currency, tax, phone } = company;
  const days = await readMonth(ctx, { month, minutes: minutesOf(draft, choices), draft_id: draft.id });
  const pay = way === "none" ? WITHOUT_PROVIDER[settings["payments.without_provider"]] : "by card";
  return { draft, choices, month, days, firstMonth, lastMonth, today, currency, tax, pay, phone, saved };
}

const WITHOUT_PROVIDER = { on_the_day: "on the day", no_bookings: "not online" } as const;

/** The wished service, else the draft's, else the first of the list (spec section 4) that can be booked. */
function chooseService(draft: Draft, choices: Choice[], wished: string | undefined): Draft {
  const bookable = choices.filter(({ estimateOnly }) => !estimateOnly).map(({ service }) => service.id);
  const service = [wished, draft.service].find((id) => id && bookable.includes(id)) ?? bookable[0] ?? "";
  return { ...draft, service, id: draft.id || crypto.randomUUID() };
}

/** A draft may be older than its date. */
function inTime(draft: Draft, today: string, lastDay: string): Draft {
  const bookable = draft.date >= today && draft.date <= lastDay;
  return bookable || !draft.date ? draft : { ...draft, date: "", time: "" };
}

function minutesOf({ service: id, hours }: Draft, choices: Choice[]): number {
  const choice = choices.find(({ service }) => service.id === id);
  return choice ? visitMinutes(choice.service, hours) : hours * 60;
}
