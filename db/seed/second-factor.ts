import { admin_settings } from "../../app/db/schema/settings";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";

/** How many days the staff of a real site have to set up a passkey or two-factor. */
const DAYS = 14;

/** Asks the staff of a real site for a second factor, two weeks after its first start with this rule. Owners can change the day. */
export async function seedSecondFactor(db: Database, now: Temporal.Instant): Promise<void> {
  const value = now.toZonedDateTimeISO("UTC").toPlainDate().add({ days: DAYS }).toString();
  await seedOnce(db, "second-factor", async (tx) => {
    await tx
      .insert(admin_settings)
      .values({ category: "users", key: "second_factor_from", value, created_at: now, updated_at: now })
      .onConflictDoNothing();
  });
}
