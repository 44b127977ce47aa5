import { storm_days, storm_offers } from "../../../app/db/schema/office";
import { addDays } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import { ZONE } from "./roster";
import { type Frame, rangeOf, type Visit } from "./visits";

/** The snowstorm: called on the evening before, with an offer to each customer, and over by the next morning. */
export async function storeStorm(tx: Database, { random, roster }: Frame, visits: readonly Visit[]) {
  const id = random.uuid();
  const called = rangeOf(roster.storm, 480, 60).start.subtract({ hours: 14 });
  const opened_at = rangeOf(addDays(roster.storm, 1), 480, 60).start.subtract({ hours: 1 });
  await insertAll(tx, storm_days, [
    {
      id,
      date: roster.storm,
      kind: "storm",
      towns: [],
      opened_at,
      created_at: called,
      updated_at: opened_at,
    },
  ]);
  const hit = visits.filter(({ is_moved, cancelled }) => is_moved || cancelled === "storm");
  const offers = hit.map(({ id: booking_id, is_moved, crew_id, date, range }) => {
    const time = range.start.toZonedDateTimeISO(ZONE).toPlainTime().toString();
    const answered_at = called.add({ minutes: random.between(10, 600) });
    return {
      ...({
        id: random.uuid(),
        storm_day_id: id,
        booking_id,
        status: is_moved ? "accepted" : "skipped",
      } as const),
      proposed_date: is_moved ? date : null,
      proposed_time: is_moved ? time : null,
      proposed_crew_id: is_moved ? crew_id : null,
      ...{ answered_at, created_at: called, updated_at: answered_at },
    };
  });
  await insertAll(tx, storm_offers, offers);
}
