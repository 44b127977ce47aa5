import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * The keys of digests of what is too short for a plain one, sealed: they stay the same when APP_SECRET is replaced. The newest one that
 * opens makes digests.
 */
export const digest_keys = pgTable("digest_keys", {
  id: uuid().primaryKey().defaultRandom(),
  purpose: text({ enum: ["gift codes", "erasures"] }).notNull(),
  sealed_key: text().notNull(),
  created_at: instant().notNull(),
});

/** Emails, phones and other programs' IDs of erased customers, as digests under a key: no import adds them again by itself. */
export const erasure_digests = pgTable("erasure_digests", {
  digest: text().primaryKey(),
  erased_at: instant().notNull(),
});
