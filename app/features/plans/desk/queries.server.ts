// Rooms: the page offers visits and homes (booking) of the service (catalog) at its start times (scheduling).
import { asc, desc, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { properties } from "~/db/schema/customers";
import { extraField } from "~/features/booking/checkout/extras";
import { formatDuration } from "~/features/booking/length";
import { addressOf } from "~/features/booking/phone/find.server";
import { askedOf } from "~/features/booking/phone/queries.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { readService } from "~/features/catalog/queries.server";
import { frequenciesOf } from "~/features/catalog/service";
import type { PlanView } from "~/features/plans/change/view";
import { readPlanAt } from "~/features/plans/lock.server";
import { readOfficePlan } from "~/features/plans/office/queries.server";
import { timeOf } from "~/features/plans/schedule/extend.server";
import type { PlanRow } from "~/features/plans/schedule/visits.server";
import { readStartTimes } from "~/features/scheduling/availability/availability.server";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { formatDate, shortDay } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { SCOPES } from "./forms";
import type { PlannedChange } from "./preview.server";
import type { ChangeLine, ChangePage, DayPage, ShownChange } from "./view";

/** What staff can change of a plan, as its address asks for it; null if there is no such plan, or nothing ahead. */
export async function readChangePage(
  ctx: StaffCtx,
  id: string,
  params: URLSearchParams,
): Promise<ChangePage | null> {
  const [view, locked] = await Promise.all([readOfficePlan(ctx, id), readPlanAt(ctx, OFFICE_ACTOR, id)]);
  const service = locked && (await readService(ctx, locked.plan.service_id));
  if (!view || !locked || !service) return null;
  const { plan } = locked;
  const visits = view.visits.filter(({ state }) => state === "coming" || state === "flagged");
  const chosen = visits.find((visit) => visit.id === params.get("visit")) ?? visits[0];
  const scope = SCOPES.find((one) => one === params.get("scope")) ?? "from";
  const [times, team, homes] = await Promise.all([
    readStartTimes(ctx, plan.service_id),
    ctx.db
      .select({ id: crews.id, name: crews.name })
      .from(crews)
      .where(eq(crews.is_active, true))
      .orderBy(asc(crews.sort_order), asc(crews.name)),
    readHomes(ctx, plan),
  ]);
  const home = homes.find((one) => one.id === params.get("home"));
  const number = chosen ? await visitNumber(ctx, chosen.id) : null;
  const own = number === null ? "" : visitDate(plan, number);
  const start = number === null ? timeOf(plan) : timeOf(plan, number);
  return {
    ...{ id, number: view.number, customer: view.customer ?? view.email ?? "Guest", service: view.service },
    ...{ when: view.when, price: view.price, list_price: view.new_price },
    next_price: view.next_price && `${view.next_price.price} from ${formatDate(view.next_price.from)} on`,
    visits: visits.map(({ id, date, time }) => ({ id, label: `${shortDay(date)}, ${time}` })),
    visit: chosen?.id ?? "",
    scope,
    times: [...new Set([...times, start, ...(chosen ? [chosen.time] : [])])],
    crews: team,
    crew: view.crew,
    frequencies: [...new Set([...frequenciesOf(service), plan.frequency])],
    asks: askedOf(service),
    homes,
    home: home?.id ?? "",
    values: {
      date: scope === "one" && chosen ? chosen.date : own,
      time: scope === "one" && chosen ? chosen.time : start,
      frequency: plan.frequency,
      ...valuesOf(home ? { ...plan, ...columnsOf(home) } : plan),
      property_id: home?.id ?? plan.property_id ?? "",
      price: "auto",
    },
  };
}

/** What a customer can change of their plan's day and time. */
export async function readDayPage(ctx: Pick<Ctx, "db">, view: PlanView): Promise<DayPage> {
  const times = await readStartTimes(ctx, view.service_id);
  const visits = view.upcoming.filter((visit) => visit.can_change && !visit.late);
  return {
    visits: visits.map(({ id, date, own_date, time }) => ({
      ...{ id, date: own_date },
      label: `${shortDay(date)}, ${time}`,
    })),
    times: [...new Set([...times, view.time])],
    time: view.time,
  };
}

async function visitNumber({ db }: Pick<Ctx, "db">, id: string): Promise<number | null> {
  const [visit] = await db.select({ number: bookings.plan_visit }).from(bookings).where(eq(bookings.id, id));
  return visit?.number ?? null;
}

function readHomes({ db }: Pick<Ctx, "db">, { customer_id }: PlanRow) {
  if (!customer_id) return Promise.resolve([]);
  return db
    .select()
    .from(properties)
    .where(eq(properties.customer_id, customer_id))
    .orderBy(desc(properties.is_default), desc(properties.updated_at))
    .limit(20)
    .then((rows) => rows.map(addressOf));
}

function columnsOf(home: ReturnType<typeof addressOf>) {
  const { street, apartment, city, state, zip, bedrooms, bathrooms, half_baths, square_footage } = home;
  return {
    ...{ address_line1: street, address_line2: apartment || null, city, state, zip_code: zip },
    ...{ bedrooms, bathrooms, half_baths, square_feet: square_footage },
  };
}

function valuesOf(plan: PlanRow): Record<string, string> {
  const count = (one: number | null) => (one === null ? "" : String(one));
  return {
    street: plan.address_line1,
    apartment: plan.address_line2 ?? "",
    city: plan.city,
    state: plan.state,
    zip: plan.zip_code,
    bedrooms: count(plan.bedrooms),
    bathrooms: count(plan.bathrooms),
    half_baths: count(plan.half_baths),
    square_feet: count(plan.square_feet),
    ...Object.fromEntries(plan.extras.map(({ id, quantity }) => [extraField(id), String(quantity)])),
  };
}

/** Formats what a change would do. */
export async function shownChange(
  { db }: Pick<Ctx, "db">,
  before: PlanRow,
  planned: PlannedChange,
  reader: "staff" | "customer" = "staff",
): Promise<ShownChange> {
  const team = await db.select({ id: crews.id, name: crews.name }).from(crews);
  const nameOf = (id: string | null) => team.find((crew) => crew.id === id)?.name ?? null;
  const placed = planned.placings.map((placing): ChangeLine & { day: string } => {
    const { row, known, to, place, stays, why, number } = placing;
    const was = known && placeText(known);
    const at = stays || !place ? to : place;
    const key = known?.id ?? `new ${number}`;
    const day = at?.date ?? known?.date ?? "";
    if (!at) return { key, day, was, now: null, note: "Released.", kind: "gone" };
    const now = placeText(at);
    const crew = nameOf(stays ? (row?.crew_id ?? null) : (place?.crew_id ?? null));
    const open = !stays && place?.crew_id === null;
    const kept =
      stays && known?.moved && planned.wish.scope === "from" ? "Was moved alone and stays there." : null;
    const clash = why && `${why} ${open ? NO_TIME[reader] : "This is the nearest free time."}`;
    const kind = open ? "open" : why ? "clash" : known === null ? "new" : was === now ? "same" : "moved";
    return { key, day, was, now, note: clash ?? kept ?? (reader === "staff" ? crew : null), kind };
  });
  const others = planned.others.map((one): ChangeLine & { day: string } => {
    const [text, isSkipped] = [placeText(one), one.state === "skipped"];
    return {
      key: one.id,
      day: one.date,
      was: text,
      now: isSkipped ? null : text,
      note: isSkipped ? "Skipped." : null,
      kind: isSkipped ? "gone" : "same",
    };
  });
  const lines = [...others, ...placed].sort((one, other) => (one.day < other.day ? -1 : 1));
  return {
    lines: lines.map(({ day: _, ...line }) => line),
    facts: factsOf(before, planned),
    moved: planned.placings.filter(({ stays, to }) => !stays || to === null).length,
    seen: planned.fingerprint,
  };
}

const NO_TIME = {
  staff: "No time near it is free: it will need attention.",
  customer: "No time near it is free. We'll call you about it.",
};

function factsOf(
  before: PlanRow,
  { plan, price, before: paid, dropped, coming, free, wish }: PlannedChange,
): ShownChange["facts"] {
  const money = (cents: number) => `${formatCents(cents, before.currency)} a month`;
  const facts = [
    {
      label: "Price",
      value: price
        ? `${money(price.amount)} instead of ${formatCents(paid.amount, before.currency)}`
        : `Stays ${money(paid.amount)}`,
    },
  ];
  if (price) facts.push({ label: "Charged from", value: formatDate(price.starts_on) });
  for (const { amount, starts_on } of dropped)
    facts.push({ label: "Taken back", value: `${money(amount)} from ${formatDate(starts_on)} on` });
  if (coming)
    facts.push({
      label: `From ${formatDate(coming.starts_on)}`,
      value: `${money(coming.amount)}, as planned`,
    });
  if (plan.visit_minutes !== before.visit_minutes) {
    const [was, now] = [before, plan].map(({ visit_minutes }) => formatDuration(visit_minutes / 60));
    facts.push({ label: "Duration", value: `${now} instead of ${was}` });
  }
  if (free > 0) {
    const visits = free === 1 ? "1 more visit" : `${free} more visits`;
    facts.push({ label: "Paid month", value: `${visits}, without another charge` });
  }
  if (wish.scope === "one" && plan.visit_minutes !== before.visit_minutes)
    facts.push({
      label: "This visit",
      value: "The month costs the same. Add a line to its order to charge for it.",
    });
  return facts;
}

function placeText({ date, time }: { date: string; time: string }): string {
  return `${shortDay(date)}, ${time}`;
}
