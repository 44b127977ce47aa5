/**
 * `npm run bench:office`: only the office's part of the bench. `-- --keep FOLDER` keeps the filled databases there for the
 * next run (delete it after the migrations have changed), `-- --only TEXT` measures pages with this in their name or
 * address, `-- --bookings NUMBER` fills the large database with fewer than a million.
 */
import { parseArgs } from "node:util";
import { benchOffice } from "./office.ts";
import { officeLine } from "./table.ts";

const { values } = parseArgs({
  options: { keep: { type: "string" }, only: { type: "string" }, bookings: { type: "string" } },
});
const bookings = values.bookings ? Number(values.bookings) : undefined;
for (const time of await benchOffice({ ...values, bookings })) process.stdout.write(officeLine(time));
