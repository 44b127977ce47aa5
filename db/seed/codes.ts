import { randomUUID } from "node:crypto";
import { and, asc, between, isNotNull, ne } from "drizzle-orm";
import { bookings } from "../../app/db/schema/bookings";
import { entry_codes } from "../../app/db/schema/entry-codes";
import { addDays, companyToday } from "../../app/lib/dates";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";

const ZONE = "America/New_York";
/** Visits from today through this many days on. */
const DAYS = 3;

const CODES = [
  [
    { kind: "code", label: "Lockbox on the porch rail", value: "4172" },
    { kind: "alarm", label: "Keypad inside the front door", value: "5318, within 30 seconds" },
  ],
  [{ kind: "code", label: "Garage door", value: "2905 and the arrow" }],
  [{ kind: "key", label: "Side door", value: "Under the blue pot by the steps" }],
] as const;

/** What is stored of a code that opens the home of its row. */
type Seal = (row: { id: string; property_id: string }, value: string) => string;

/** What opens the homes of the demo's next visits; every fourth customer is in and opens the door. */
export function seedCodes(db: Database, now: Temporal.Instant, seal: Seal): Promise<boolean> {
  return seedOnce(db, "codes", async (tx) => {
    const today = companyToday(now, ZONE);
    const visits = await tx
      .select({ home: bookings.property_id })
      .from(bookings)
      .where(
        and(
          isNotNull(bookings.property_id),
          between(bookings.scheduled_date, today, addDays(today, DAYS)),
          ne(bookings.status, "cancelled"),
        ),
      )
      .orderBy(asc(bookings.starts_at), asc(bookings.number));
    const homes = new Set(visits.flatMap(({ home }) => home ?? []));
    const coded = await tx.selectDistinct({ home: entry_codes.property_id }).from(entry_codes);
    for (const { home } of coded) homes.delete(home);
    const rows = [...homes].flatMap((property_id, index) =>
      (CODES[index % (CODES.length + 1)] ?? []).map(({ kind, label, value }) => {
        const row = { id: randomUUID(), property_id };
        const dated = { created_at: now, updated_at: now };
        return { ...row, ...dated, kind, label, sealed: seal(row, value) };
      }),
    );
    if (rows.length > 0) await tx.insert(entry_codes).values(rows);
  });
}
