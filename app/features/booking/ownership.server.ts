import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import type { Actor } from "~/platform/context.server";
import { ERASED_STREET } from "./booking";

/**
 * What of `bookings` somebody may see and change; it belongs into the WHERE of every query. A link stands for its one
 * booking or the visits of its plan, as long as that holds its customer's data; an administrator has only their own here.
 */
export function ownBooking(actor: Actor): SQL | undefined {
  switch (actor.kind) {
    case "user":
      return eq(bookings.user_id, actor.id);
    case "link":
      return and(eq(bookings.id, actor.booking_id), ne(bookings.address_line1, ERASED_STREET));
    case "plan link":
      return and(eq(bookings.plan_id, actor.plan_id), ne(bookings.address_line1, ERASED_STREET));
    case "system":
      return sql`true`;
    case "guest":
      return sql`false`;
  }
}

/** Acts on behalf of any customer. Use it only for what an administrator asked for. */
export const OFFICE_ACTOR = { actor: { kind: "system" } } as const;
