import { sql } from "drizzle-orm";
import { admin_settings } from "~/db/schema/settings";
import { milesBetween } from "./distance";
import type { Roads } from "./rules";
import { centroidOf } from "./zips.server";

type Stored = {
  "roads.drive_times": boolean;
  "roads.miles_per_hour": number;
  "booking.travel_buffer_minutes": number;
};

/** The roads by the settings; null while the travel buffer alone counts. */
export function roadsOf(settings: Stored): Roads | null {
  return settings["roads.drive_times"] ? drivesOf(settings) : null;
}

/** The roads for counting miles; while the travel buffer alone counts, crews drive in no time. */
export function drivesOf(settings: Stored): Roads {
  return {
    miles_per_hour: settings["roads.drive_times"]
      ? settings["roads.miles_per_hour"]
      : Number.POSITIVE_INFINITY,
    buffer_minutes: settings["booking.travel_buffer_minutes"],
    milesBetween: milesBetweenZips,
  };
}

/** Whether driving times count, as a part of another statement. */
export const driveTimesAreOn = sql<boolean>`exists (
  select from ${admin_settings}
  where ${admin_settings.category} = 'roads' and ${admin_settings.key} = 'drive_times' and ${admin_settings.value} = 'true')`;

function milesBetweenZips(from: string, to: string): number | null {
  const [one, other] = [centroidOf(from), centroidOf(to)];
  return one && other && milesBetween(one, other);
}
