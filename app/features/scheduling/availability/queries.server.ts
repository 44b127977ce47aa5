import { gte } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_hours, crew_time_off } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/queries.server";
import { addDays, companyToday } from "~/lib/dates";
import type { Database } from "~/platform/database/database.server";
import { readClosures } from "./availability.server";
import { companyHours } from "./opening-hours";

/** When the company and its crews work, from today (company time) to a number of days ahead, and the travel after each visit. */
export async function readWorkingTimes(db: Database, now: Temporal.Instant, days_ahead: number) {
  const settings = await readSettings({ db });
  const zone = settings["general.timezone"];
  const today = companyToday(now, zone);
  const { id, name, is_active } = crews;
  return {
    ...{ zone, today, hours: companyHours(settings) },
    buffer: settings["booking.travel_buffer_minutes"],
    crews: await db.select({ id, name, is_active }).from(crews).orderBy(crews.sort_order, crews.name),
    times: {
      hours: await db.select().from(crew_hours),
      time_off: await db.select().from(crew_time_off).where(gte(crew_time_off.last_day, today)),
    },
    closures: await readClosures({ db }, today, addDays(today, days_ahead)),
  };
}
