import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { localEnd } from "~/features/scheduling/availability/slots";
import { pickCrew } from "~/features/scheduling/crews/pick.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { Found } from "./settle-found.server";

/** A booking that comes back lets go of its draft when that holds another slot by now: one draft, one booking. */
export const draftUnlessUsed = {
  draft_id: sql<string | null>`case when exists (
    select from ${bookings} other where other.draft_id = ${bookings.draft_id} and other.status <> 'cancelled'
  ) then null else ${bookings.draft_id} end`,
};

/** A crew that is free for a visit whose slot was given up. */
export async function freeCrew(tx: Database, ctx: Ctx, { booking }: Found) {
  const { scheduled_date: date, scheduled_time, starts_at: start, ends_at: end, blocked } = booking;
  await releaseExpiredHolds(tx, ctx, blocked);
  const settings = await readSettings({ db: tx });
  const ends = localEnd({ start, end }, settings["general.timezone"]);
  const time = Temporal.PlainTime.from(scheduled_time);
  return pickCrew(tx, { date, time, ends, town: booking.city, blocked });
}
