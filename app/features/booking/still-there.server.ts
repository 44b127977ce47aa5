import { and, eq, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import type { Database } from "~/platform/database.server";
import { ERASED_STREET } from "./erased";

/** Whether a booking's customer is still there; if so, nobody erases them before the transaction ends. */
export async function isStillThere(tx: Database, bookingId: string): Promise<boolean> {
  const found = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), ne(bookings.address_line1, ERASED_STREET)))
    .for("share");
  return found.length > 0;
}
