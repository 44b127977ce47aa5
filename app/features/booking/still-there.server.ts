import { ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { isRowStillThere } from "~/features/notifications/email/still-there.server";
import type { Database } from "~/platform/database.server";
import { ERASED_STREET } from "./erased";

/** Whether a booking's customer is still there; if so, nobody erases them before the transaction ends. */
export function isStillThere(tx: Database, bookingId: string): Promise<boolean> {
  return isRowStillThere(tx, bookings, bookingId, ne(bookings.address_line1, ERASED_STREET));
}
