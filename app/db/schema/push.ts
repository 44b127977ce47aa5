import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";
import { crew_phones } from "./fieldwork";

/** The key pair by which push services know this site. One row; the private key is sealed. */
export const push_keys = pgTable(
  "push_keys",
  {
    id: text().primaryKey().default("site"),
    public_key: text().notNull(),
    private_key: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [check("push_keys_one", sql`${t.id} = 'site'`)],
);

/** See KnownDay in app/features/fieldwork/push/push.ts. */
type StoredDay = {
  language: "en" | "es";
  days: string[];
  stops: { id: string; date: string; starts: string; mark: string; answers: number }[];
};

/** Where phones that asked for it hear of changes of their day, and what they know of it. The keys are the browser's. */
export const push_subscriptions = pgTable("push_subscriptions", {
  phone_id: uuid()
    .primaryKey()
    .references(() => crew_phones.id, { onDelete: "cascade" }),
  endpoint: text().notNull().unique(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  known: jsonb().$type<StoredDay>().notNull(),
  ...timestamps,
});
