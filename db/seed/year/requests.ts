import { area_requests } from "../../../app/db/schema/customers";
import { addDays } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import { atDaytime, type Frame } from "./visits";

/** Who asked from where the crews did not drive then; days ago. The seacoast asked the most. */
const REQUESTS = [
  {
    ...{ name: "Tessa Quimby", zip_code: "03801", service_id: "deep-cleaning", days_ago: 43 },
    message: "We move to Portsmouth at the end of the month. Would you come this far?",
  },
  { name: "Alden Foss", zip_code: "03833", service_id: "regular-cleaning", days_ago: 58, message: null },
  {
    ...{ name: "Ruth Ellsworth", zip_code: "03801", service_id: "office-cleaning", days_ago: 71 },
    message: "A law office of six rooms, twice a week after five.",
  },
  { name: "Martin Beaudoin", zip_code: "03801", service_id: "regular-cleaning", days_ago: 84, message: null },
  {
    name: "Dennis Lavoie",
    zip_code: "03060",
    service_id: "move-in-out-cleaning",
    days_ago: 97,
    message: null,
  },
  { name: "Priscilla Ward", zip_code: "03842", service_id: "regular-cleaning", days_ago: 103, message: null },
] as const;

/** Stores requests from the time when the company had a smaller area. All are settled. */
export async function storeRequests(tx: Database, { random, now, today }: Frame): Promise<void> {
  await insertAll(
    tx,
    area_requests,
    REQUESTS.map(({ days_ago, name, ...request }, place) => {
      const asked = now.subtract({
        hours: 24 * days_ago + random.between(0, 9),
        minutes: random.between(0, 59),
      });
      const created_at = atDaytime(asked, 9);
      return {
        ...{ ...request, id: random.uuid(), submission_id: random.uuid(), name },
        ...{ email: `${name.toLowerCase().replace(" ", ".")}@mail.example`, phone: `(603) 555-018${place}` },
        wished_date: addDays(today, 12 - days_ago),
        status: place < 4 ? ("answered" as const) : ("archived" as const),
        ...{ created_at, updated_at: created_at.add({ hours: 20 }) },
      };
    }),
  );
}
