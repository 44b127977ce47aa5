import { eq } from "drizzle-orm";
import { seeds } from "../../../app/db/schema/settings";
import { companyToday } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { seedOnce } from "../once";
import { storeCredit } from "./credit";
import { type Customer, inventCustomers, storeCustomers } from "./customers";
import { storeDisputes } from "./disputes";
import { storeLetters } from "./letters";
import { BY_CARD, decline, type Order, ordersOf } from "./orders";
import { inventPlans } from "./plans";
import { openRandom } from "./random";
import { storeRequests } from "./requests";
import { openRoster, ZONE } from "./roster";
import { readCatalogue } from "./sales";
import {
  ordersOfPlans,
  storeCardCharges,
  storeCards,
  storeOrders,
  storePlans,
  storeTerms,
  storeVisits,
} from "./store";
import { storeStorm } from "./storm";
import { type Frame, inventVisits, type Visit } from "./visits";
import { storeVoices } from "./voices";

/**
 * The year before today of the demo company: customers, visits and money with New Hampshire's seasons, counted from `now`. Two demos
 * that begin at the same moment are the same. Run it after `seedClaims` and before `seedHours`: a demo that has its hours already
 * was begun without a year, and stays as it is.
 */
export function seedYear(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "year", async (tx) => {
    const [hours] = await tx.select().from(seeds).where(eq(seeds.name, "hours"));
    if (hours) return;
    const today = companyToday(now, ZONE);
    const random = openRandom(today);
    const roster = await openRoster(tx, random, now, today);
    const frame: Frame = { random, roster, today, now };
    const catalogue = await readCatalogue(tx, now);
    const customers = inventCustomers(random, today);
    const { plans, visits: ofPlans } = inventPlans(frame, customers, catalogue);
    const visits = [...ofPlans, ...inventVisits(frame, customers, catalogue)];
    const orders = ordersOf(frame, visits);
    declineNewest(customers.filter(isChargedLater), visits, orders);
    const met = customers.filter(({ id }) => visits.some((visit) => visit.customer.id === id));
    await storeCustomers(tx, met, firstDays(visits), now);
    await storeTerms(tx);
    await storeCards(tx, customers.filter(isChargedLater), now);
    await storePlans(tx, plans);
    await storeVisits(tx, visits, plans);
    const storeUses = await storeCredit(tx, { ...frame, customers: met, visits, orders });
    await storeOrders(tx, ordersOfPlans(plans));
    await storeOrders(tx, [...orders.values()]);
    await storeCardCharges(tx, [...orders.values()]);
    await storeUses();
    await storeDisputes(tx, { ...frame, visits, orders });
    await storeStorm(tx, frame, visits);
    await storeVoices(tx, { ...frame, customers: met, visits });
    await storeLetters(tx, { ...frame, customers: met, visits, orders });
    await storeRequests(tx, frame);
  });
}

const isChargedLater = ({ wants }: Customer) => wants?.service === BY_CARD;

/** When each customer booked for the first time. */
function firstDays(visits: readonly Visit[]): Map<string, Temporal.Instant> {
  const days = new Map<string, Temporal.Instant>();
  for (const { customer, created_at } of visits) {
    const known = days.get(customer.id);
    if (!known || Temporal.Instant.compare(created_at, known) < 0) days.set(customer.id, created_at);
  }
  return days;
}

/** The bank declined the third saved card at its company's newest visit. */
function declineNewest(
  owners: readonly Customer[],
  visits: readonly Visit[],
  orders: ReadonlyMap<string, Order>,
): void {
  const newest = visits.findLast(({ customer, status }) => customer === owners[2] && status === "completed");
  const order = newest && orders.get(newest.id);
  if (newest && order) decline(order, newest.range.end.add({ minutes: 60 }));
}
