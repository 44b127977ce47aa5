import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, isNull, lte, ne } from "drizzle-orm";
import { bookings } from "../../app/db/schema/bookings";
import { claims } from "../../app/db/schema/claims";
import { order_lines, orders } from "../../app/db/schema/payments";
import { OFFICE_PROVIDER } from "../../app/features/payments/orders/rules";
import {
  blockedRange,
  type Range,
  SLOT_TIMES,
  slotRange,
} from "../../app/features/scheduling/availability/slots";
import { addDays, companyToday } from "../../app/lib/dates";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";
import { demoEmail, people } from "./people";

const ZONE = "America/New_York";
const BUFFER_MINUTES = 30;
const ANSWER_HOURS = 24;
const RE_CLEAN_MINUTES = 60;
/** The answered claim is about a visit of so many hours ago, so that the re-clean is over. */
const ANSWERED_HOURS_AGO = 9 * 24;

const ANSWERED = {
  room: "Living room",
  words: "There is still dust behind the sofa, and on the baseboards by the window.",
};
const OPEN = {
  room: "Upstairs bathroom",
  words: "The mirror is streaky, and there is soap left on the shower glass.",
};

type Visit = typeof bookings.$inferSelect;

/** Two claims at the demo company: its customer's, answered with a re-clean, and an open one. Run after `seedPlans`. */
export function seedClaims(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "claims", async (tx) => {
    const [claimed] = await tx.select({ id: claims.id }).from(claims).limit(1);
    if (claimed) return; // the demo company is somebody's own by now
    const done = await tx
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.status, "completed"),
          isNull(bookings.plan_id),
          inArray(bookings.customer_email, people.map(demoEmail)),
          lte(bookings.ends_at, now.subtract({ hours: 1 })),
        ),
      )
      .orderBy(desc(bookings.ends_at), bookings.number);
    const isOwn = ({ customer_email }: Visit) => customer_email === demoEmail(people[0]);
    const before = now.subtract({ hours: ANSWERED_HOURS_AGO });
    const answered = done.find(
      (one) => isOwn(one) && Temporal.Instant.compare(one.ends_at, before) <= 0 && one.crew_id,
    );
    const open = done.find((one) => !isOwn(one));
    if (answered) await seedAnswered(tx, now, answered);
    if (open)
      await tx.insert(claims).values({ ...OPEN, ...openedAt(lateIn(open, now)), booking_id: open.id });
  });
}

function openedAt(created_at: Temporal.Instant) {
  return { id: randomUUID(), created_at, due_at: created_at.add({ hours: ANSWER_HOURS }) };
}

/** Five hours ago, as far as that is within a day after the visit. */
function lateIn({ ends_at }: Visit, now: Temporal.Instant): Temporal.Instant {
  const [earliest, latest] = [ends_at.add({ minutes: 20 }), ends_at.add({ hours: 23 })];
  const wanted = now.subtract({ hours: 5 });
  if (Temporal.Instant.compare(wanted, earliest) < 0) return earliest;
  return Temporal.Instant.compare(wanted, latest) > 0 ? latest : wanted;
}

async function seedAnswered(tx: Database, now: Temporal.Instant, visit: Visit): Promise<void> {
  const opened = openedAt(visit.ends_at.add({ hours: 5 }));
  const answered_at = opened.created_at.add({ hours: 15 });
  const re_clean_id = await seedReClean(tx, now, visit, answered_at);
  if (!re_clean_id) return;
  await tx.insert(claims).values({
    ...{ ...ANSWERED, ...opened, booking_id: visit.id },
    ...{ status: "re-clean", answered_at, re_clean_id },
    answer: "We’re sorry about that. The same crew comes back and does it again.",
  });
}

/** A completed visit for nothing by the same crew, at its first free time; null if it had none. */
async function seedReClean(
  tx: Database,
  now: Temporal.Instant,
  first: Visit,
  answered_at: Temporal.Instant,
): Promise<string | null> {
  const range = await freeTime(tx, now, first);
  if (!range) return null;
  const local = range.start.toZonedDateTimeISO(ZONE);
  const line = {
    kind: "service" as const,
    label: `Re-clean of visit #${first.number}`,
    amount: 0,
  };
  const dated = { created_at: answered_at, updated_at: answered_at };
  const { id: re_clean_of, number: _, search_key: __, ...same } = first;
  const id = randomUUID();
  await tx.insert(bookings).values({
    ...{ ...same, ...dated, id, re_clean_of, draft_id: null, request_hash: null },
    ...{ total_amount: 0, tax_amount: 0, price_lines: [line], extras: [] },
    notes: `${ANSWERED.room}: ${ANSWERED.words}`,
    scheduled_date: local.toPlainDate().toString(),
    scheduled_time: local.toPlainTime().toString(),
    duration_hours: RE_CLEAN_MINUTES / 60,
    ...{ starts_at: range.start, ends_at: range.end, blocked: blockedRange(range, BUFFER_MINUTES) },
  });
  const order_id = randomUUID();
  await tx.insert(orders).values({
    ...{ id: order_id, booking_id: id, customer_id: first.customer_id, amount: 0, currency: "USD" },
    ...{ status: "completed", provider: OFFICE_PROVIDER, completed_at: answered_at },
    ...dated,
  });
  await tx.insert(order_lines).values({
    ...{ order_id, position: 1, ...line, reason: "A claim about the first visit", created_at: answered_at },
  });
  return id;
}

/** When a visit's crew was free two days after it, or on one of the next days that are over. */
async function freeTime(tx: Database, now: Temporal.Instant, visit: Visit): Promise<Range | undefined> {
  const busy = await tx
    .select({ start: bookings.starts_at, end: bookings.ends_at })
    .from(bookings)
    .where(and(eq(bookings.crew_id, visit.crew_id ?? ""), ne(bookings.status, "cancelled")));
  const days = Array.from({ length: 6 }, (_, day) => addDays(visit.scheduled_date, day + 2));
  const { compare } = Temporal.Instant;
  return days
    .filter((date) => date < companyToday(now, ZONE))
    .flatMap((date) => SLOT_TIMES.map((slot) => slotRange(date, slot, RE_CLEAN_MINUTES, ZONE)))
    .find(({ start, end }) =>
      busy.every(
        (other) =>
          compare(other.start, end.add({ minutes: BUFFER_MINUTES })) >= 0 ||
          compare(other.end.add({ minutes: BUFFER_MINUTES }), start) <= 0,
      ),
    );
}
