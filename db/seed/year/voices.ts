import { eq } from "drizzle-orm";
import { bookings } from "../../../app/db/schema/bookings";
import { claims } from "../../../app/db/schema/claims";
import { credit_transfers } from "../../../app/db/schema/credit";
import { newsletter_subscribers } from "../../../app/db/schema/newsletter";
import { staff_notes } from "../../../app/db/schema/office";
import { reviews } from "../../../app/db/schema/reviews";
import { OFFICE_PROVIDER } from "../../../app/features/payments/orders/rules";
import { addDays } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import type { Customer } from "./customers";
import { CURRENCY, ordersOf } from "./orders";
import { CLAIM_CREDIT, CLAIMS, TEXTS } from "./review-texts";
import { storeOrders, storeVisits } from "./store";
import { atDaytime, type Frame, rangeOf, roomLater, type Visit } from "./visits";

const RE_CLEAN_MINUTES = 60;

/** Stars of those who write nothing. */
const SILENT = [5, 5, 5, 4, 5, 5, 5, 5] as const;
/** Of a hundred reviews, so many have words. */
const WORDS_SHARE = 0.52;

type World = Frame & { customers: readonly Customer[]; visits: readonly Visit[] };

/** What customers of the year say: reviews, claims, and who reads the newsletter. */
export async function storeVoices(tx: Database, world: World): Promise<void> {
  await insertAll(tx, reviews, inventReviews(world));
  await storeClaims(tx, world);
  await insertAll(tx, newsletter_subscribers, inventReaders(world));
  await insertAll(tx, staff_notes, inventNotes(world));
}

/** One review of most customers with an account, spread over the year; those with good words are published. */
function inventReviews({ random, now, customers, visits }: World) {
  const over = visits.filter(({ status, customer }) => status === "completed" && customer.user_id);
  const byCustomer = Map.groupBy(over, ({ customer }) => customer.id);
  const texts = [...TEXTS];
  return customers.flatMap((customer) => {
    const own = byCustomer.get(customer.id) ?? [];
    const visit = own[random.between(0, own.length - 1)];
    if (!visit || !customer.user_id || random.chance(0.12)) return [];
    const said = random.chance(WORDS_SHARE) ? texts.shift() : undefined;
    const [rating, review_text] = said ?? [random.pick(SILENT), ""];
    const written = visit.range.end.add({ hours: random.between(3, 70), minutes: random.between(0, 59) });
    const created_at = earlier(atDaytime(written, 10), now.subtract({ minutes: random.between(50, 900) }));
    if (Temporal.Instant.compare(created_at, visit.range.end) < 0) return [];
    const may_publish = review_text !== "" && rating > 2 && random.chance(0.9);
    const published_at = may_publish && rating > 3 ? earlier(created_at.add({ hours: 22 }), now) : null;
    return [
      {
        ...{ id: random.uuid(), booking_id: visit.id, user_id: customer.user_id, customer_id: customer.id },
        ...{ rating, review_text, may_publish, published_at, created_at, updated_at: created_at },
      },
    ];
  });
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
}

async function storeClaims(tx: Database, world: World): Promise<void> {
  const { random, now, visits } = world;
  const opened = CLAIMS.flatMap(({ days_ago, ...claim }) => {
    const before = now.subtract({ hours: 24 * days_ago });
    const visit = visits.find(
      ({ status, sale, customer, range }) =>
        status === "completed" && sale && customer.user_id && Temporal.Instant.compare(range.end, before) > 0,
    );
    if (!visit || Temporal.Instant.compare(visit.range.end, now.subtract({ hours: 72 })) > 0) return [];
    const created_at = atDaytime(visit.range.end.add({ hours: random.between(1, 14) }), 10);
    const answered_at = atDaytime(created_at.add({ hours: random.between(1, 12) }), 10);
    const credit = claim.status === "credit" ? CLAIM_CREDIT : null;
    const dated = { created_at, due_at: created_at.add({ hours: 24 }), answered_at };
    const row = { id: random.uuid(), booking_id: visit.id, ...claim, ...dated, credit };
    return [{ ...row, currency: credit && CURRENCY, customer: visit.customer, visit }];
  });
  const rows: (typeof claims.$inferInsert)[] = [];
  for (const { customer: _, visit, ...row } of opened) {
    const re_clean_id = row.status === "re-clean" ? await storeReClean(tx, world, visit, row) : null;
    if (row.status !== "re-clean" || re_clean_id) rows.push({ ...row, re_clean_id });
  }
  await insertAll(tx, claims, rows);
  await insertAll(
    tx,
    credit_transfers,
    opened
      .filter(({ credit }) => credit)
      .map(({ id, customer, answered_at }) => ({
        ...{ at: answered_at, from_account: "goodwill" as const, to_account: "customer" as const },
        ...{
          to_customer: customer.id,
          amount: CLAIM_CREDIT,
          currency: CURRENCY,
          reason: "A claim about a visit",
        },
        key: `claim:${id}`,
      })),
  );
}

/** Stores the visit for nothing by which the same crew set a claim right, and returns its id; null if the crew had no time. */
async function storeReClean(
  tx: Database,
  frame: World,
  first: Visit,
  { room, words, answered_at }: { room: string; words: string; answered_at: Temporal.Instant },
): Promise<string | null> {
  const { random, roster } = frame;
  const time = roomLater(roster, first.crew_id, addDays(first.date, 2), RE_CLEAN_MINUTES);
  const [booking] = await tx
    .select({ number: bookings.number })
    .from(bookings)
    .where(eq(bookings.id, first.id));
  if (!time || !booking || !first.sale) return null;
  roster.take(first.crew_id, time.date, time.start, RE_CLEAN_MINUTES);
  const lines = [{ kind: "service" as const, label: `Re-clean of visit #${booking.number}`, amount: 0 }];
  const sale = { ...first.sale, minutes: RE_CLEAN_MINUTES, lines, price: 0, code: null, extras: [] };
  const visit: Visit = {
    ...{ ...first, id: random.uuid(), sale, date: time.date, created_at: answered_at, is_first: false },
    range: rangeOf(time.date, time.start, RE_CLEAN_MINUTES),
  };
  await storeVisits(tx, [visit], []);
  const notes = `${room}: ${words}`;
  await tx.update(bookings).set({ re_clean_of: first.id, notes }).where(eq(bookings.id, visit.id));
  const orders = [...ordersOf(frame, [visit]).values()].map((order) => ({
    ...order,
    row: { ...order.row, id: random.uuid(), provider: OFFICE_PROVIDER },
  }));
  await storeOrders(tx, orders);
  return visit.id;
}

function inventReaders({ random, now, customers }: World) {
  return customers
    .filter((_, place) => place % 4 === 1)
    .map(({ email }, place) => {
      const created_at = now.subtract({ hours: 24 * (9 * place + 5) + random.between(0, 12) });
      const confirmed_at = created_at.add({ minutes: random.between(3, 200) });
      const unsubscribed_at = place % 9 === 5 ? created_at.add({ hours: 80 }) : null;
      return {
        ...{ email, status: unsubscribed_at ? ("unsubscribed" as const) : ("subscribed" as const) },
        ...{ confirmed_at, unsubscribed_at, created_at, updated_at: unsubscribed_at ?? confirmed_at },
      };
    });
}

const NOTES = [
  "Prefers a call to an email.",
  "Key is with the neighbor in the yellow house.",
  "Asked for the Cedar crew. Ring at the side door.",
  "Pays by check on the day, always.",
  "Second home: open from Memorial Day to Columbus Day.",
];

function inventNotes({ random, now, customers }: World) {
  return customers
    .filter((_, place) => place % 19 === 4)
    .map(({ id: customer_id }, place) => {
      const at = now.subtract({ hours: 24 * random.between(4, 90) });
      return { customer_id, body: NOTES[place % NOTES.length] ?? "", created_at: at, updated_at: at };
    });
}
