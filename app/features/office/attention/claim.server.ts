import { asc, eq } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { claims as stored } from "~/db/schema/claims";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { claimPath, formatClock } from "~/features/claims/rules";
import { countOf, defineAttention, totalOf } from "./define.server";

/** Claims that nobody has answered, the most urgent first, with the time that is left. */
export const claims = defineAttention({
  kind: "claims",
  one: "claim to answer",
  many: "claims to answer",
  read: async ({ db, now }, part) => {
    const open = eq(stored.status, "open");
    const rows = await db
      .select({
        ...{ id: stored.id, room: stored.room, due_at: stored.due_at },
        customer: customerName,
        found: countOf(db, stored, open),
      })
      .from(stored)
      .innerJoin(bookings, eq(bookings.id, stored.booking_id))
      .where(open)
      .orderBy(asc(stored.due_at), asc(stored.id))
      .limit(part.limit)
      .offset(part.offset);
    const cases = rows.map((row) => ({
      id: row.id,
      href: claimPath(row.id),
      what: `${row.customer || UNKNOWN.customer}: ${row.room}`,
      when: formatClock(row.due_at, now),
      actions: [{ label: "Answer", href: claimPath(row.id) }],
    }));
    return { count: totalOf(rows), cases };
  },
});
