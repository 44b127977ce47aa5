/** `npm run bench:slots -- --keep FOLDER`: only the slots' part of the bench, on the filled database of `bench:office`. */
import { parseArgs } from "node:util";
import { benchSlots } from "./slots.ts";
import { slotLines } from "./table.ts";

const { values } = parseArgs({ options: { keep: { type: "string" } } });
if (!values.keep) throw new Error("Say where the filled database is, or shall be: --keep FOLDER");
process.stdout.write(slotLines(await benchSlots(values.keep)));
