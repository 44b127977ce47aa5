import { eq } from "drizzle-orm";
import { user_roles, users } from "../../../app/db/schema/accounts";
import { audit_log } from "../../../app/db/schema/audit";
import { book_comparisons } from "../../../app/db/schema/books";
import { job_applications } from "../../../app/db/schema/careers";
import { customers, profiles } from "../../../app/db/schema/customers";
import { contact_messages } from "../../../app/db/schema/messages";
import { message_replies } from "../../../app/db/schema/office";
import { addDays } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import type { Customer } from "./customers";
import { storeApprovals } from "./disputes";
import { APPLICATIONS, MESSAGES } from "./letter-texts";
import { storeMails } from "./mails";
import type { Order } from "./orders";
import { type Frame, rangeOf, type Visit } from "./visits";

/** Who answers and decides. They have no password: nobody can sign in as them. */
const STAFF = [
  { name: "Erin Caldwell", role: "manager" },
  { name: "Joel Pratt", role: "dispatcher" },
  { name: "Paula Dunn", role: "bookkeeper" },
] as const;
const MESSAGES_A_YEAR = 34;
const NIGHTS = 30;
/** For so many days, everything that happened to a visit is in the activity. */
const TRAIL_DAYS = 35;

type World = Frame & {
  customers: readonly Customer[];
  visits: readonly Visit[];
  orders: ReadonlyMap<string, Order>;
};

/** What people wrote, what the office answered, who works there, and what happened lately. */
export async function storeLetters(tx: Database, world: World): Promise<void> {
  const staff = STAFF.map((one) => ({ ...one, id: world.random.uuid() }));
  await storeStaff(tx, world, staff);
  await storeMessages(tx, world, staff[0]?.id ?? null);
  await storeApplications(tx, world);
  await storeMails(tx, world);
  const [manager, , bookkeeper] = staff;
  if (manager && bookkeeper)
    await storeApprovals(tx, world, { manager: manager.id, bookkeeper: bookkeeper.id });
  await insertAll(tx, book_comparisons, nightsBefore(world));
  await insertAll(tx, audit_log, trailOf(world, staff[0]?.id ?? ""));
}

async function storeStaff(
  tx: Database,
  { now }: Frame,
  staff: readonly { id: string; name: string; role: (typeof STAFF)[number]["role"] }[],
) {
  const at = now.subtract({ hours: 24 * 300 });
  await insertAll(
    tx,
    users,
    staff.map(({ id, name }) => ({
      ...{ id, name, email: `${name.split(" ")[0]?.toLowerCase()}@whitebirchcleaning.example` },
      ...{ emailVerified: true, createdAt: new Date(at.epochMilliseconds) },
    })),
  );
  for (const { id, name } of staff) {
    const [first_name, last_name] = name.split(" ");
    await tx.update(profiles).set({ first_name, last_name, created_at: at }).where(eq(profiles.id, id));
    await tx.update(customers).set({ created_at: at }).where(eq(customers.id, id));
  }
  await insertAll(
    tx,
    user_roles,
    staff.map(({ id, role }) => ({ user_id: id, role, created_at: at })),
  );
}

async function storeMessages(tx: Database, { random, now, customers }: World, author_id: string | null) {
  const writers = customers.filter((_, place) => place % 4 === 3).slice(0, MESSAGES_A_YEAR);
  const letters = writers.map(({ first_name, name, email, phone }, place) => {
    const created_at = now.subtract({ hours: 24 * (11 + place * 10) + random.between(0, 20) });
    const [message, reply] = MESSAGES[place % MESSAGES.length] ?? ["", null];
    return { id: random.uuid(), first_name, name, email, phone, created_at, message, reply };
  });
  await insertAll(
    tx,
    contact_messages,
    letters.map(({ first_name: _, reply, created_at, ...letter }, place) => {
      const isArchived = place > 5 || !reply;
      const read_at = created_at.add({ hours: 2 });
      return {
        ...{ ...letter, submission_id: letter.id, read_at, created_at, updated_at: read_at },
        status: isArchived ? ("archived" as const) : ("replied" as const),
        archived_from: isArchived ? (reply ? ("replied" as const) : ("new" as const)) : null,
      };
    }),
  );
  await insertAll(
    tx,
    message_replies,
    letters.flatMap(({ id: message_id, first_name, reply, created_at }) => {
      const at = created_at.add({ hours: 3 });
      return reply
        ? [
            {
              message_id,
              author_id,
              body: reply.replace("{name}", first_name),
              created_at: at,
              updated_at: at,
            },
          ]
        : [];
    }),
  );
}

async function storeApplications(tx: Database, { random, now }: Frame): Promise<void> {
  await insertAll(
    tx,
    job_applications,
    APPLICATIONS.map(({ days_ago, words, ...person }, place) => {
      const at = now.subtract({ hours: 24 * days_ago + place });
      return {
        ...{ ...person, id: random.uuid(), submission_id: random.uuid(), location: "Portsmouth, NH" },
        email: `${person.first_name}.${person.last_name}@mail.example`.toLowerCase(),
        phone: `(802) 555-01${70 + place}`,
        ...{ cover_letter: words, created_at: at, updated_at: at.add({ hours: 70 }) },
      };
    }),
  );
}

/** The nights in which the books were compared: they agreed. */
function nightsBefore({ today, now }: Frame): (typeof book_comparisons.$inferInsert)[] {
  return Array.from({ length: NIGHTS }, (_, night) => ({
    at: rangeOf(addDays(today, night + 1 - NIGHTS), 480, 60).start.subtract({ minutes: 287 }),
    open: 0,
  })).filter(({ at }) => Temporal.Instant.compare(at, now) < 0);
}

type Entry = typeof audit_log.$inferInsert;

/** What happened to visits, the earliest first. Nobody let the crew in: that is kept for the whole year. */
function trailOf({ now, visits, orders }: World, manager: string): Entry[] {
  const since = now.subtract({ hours: 24 * TRAIL_DAYS });
  const entries = visits.flatMap((visit): Entry[] => {
    const { id: entity_id, customer, created_at, range, cancelled, status } = visit;
    const order = orders.get(entity_id);
    const about = { entity: "booking", entity_id, customer_id: customer.id };
    const actor = customer.user_id ? `user:${customer.user_id}` : `admin:${manager}`;
    const [given] = order?.refunds ?? [];
    const refund = given?.amount ?? 0;
    const before = { before: { status: "confirmed" }, after: { status: "cancelled" } };
    const made: Entry[] = order
      ? [
          {
            ...about,
            at: created_at,
            actor,
            action: "booking.confirmed",
            details: {
              order: order.row.id,
              amount: order.session ? order.row.charged : order.row.amount,
              on_the_day: order.session === null,
            },
          },
        ]
      : [];
    if (cancelled === "no-show")
      made.push({
        ...about,
        at: range.start.add({ minutes: 40 }),
        actor: `admin:${manager}`,
        action: "booking.no_show",
        details: { order: order?.row.id, refund, late: true, ...before },
      });
    else if (status === "cancelled")
      made.push({
        ...about,
        at: given?.created_at ?? created_at.add({ hours: 3 }),
        actor,
        action: "booking.cancelled",
        details: { order: order?.row.id, refund, late: cancelled === "late", ...before },
      });
    return made;
  });
  return entries
    .filter(({ at, action }) => action === "booking.no_show" || Temporal.Instant.compare(at, since) > 0)
    .filter(({ at }) => Temporal.Instant.compare(at, now) <= 0)
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
}
