/**
 * `npm run bench:office`: the office's part of the bench alone. `-- --keep FOLDER` keeps the filled databases there for the
 * next time (delete it after a change of the migrations), `-- --only TEXT` takes the pages with this in name or address.
 */
import { parseArgs } from "node:util";
import { benchOffice } from "./office.ts";
import { officeLine } from "./table.ts";

const { values } = parseArgs({ options: { keep: { type: "string" }, only: { type: "string" } } });
for (const time of await benchOffice(values)) process.stdout.write(officeLine(time));
