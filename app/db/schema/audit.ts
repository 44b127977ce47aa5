import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";

/** Who did what, and when: one row per write, in its transaction. Append-only. */
export const audit_log = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    /** The customer that the entity was about at the time. No reference: the row stays as it is when they are erased. */
    customer_id: uuid(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    index("audit_log_entity").on(t.entity, t.entity_id),
    index("audit_log_at").on(t.at, t.id),
    index("audit_log_actor").on(t.actor, t.at, t.id),
    index("audit_log_customers")
      .on(t.at, t.id)
      .where(sql`split_part(${t.actor}, ':', 1) in ('user', 'guest', 'link')`),
    index("audit_log_entity_at").on(t.entity, t.at, t.id),
    index("audit_log_customer_id").on(t.customer_id, t.at, t.id).where(sql`${t.customer_id} is not null`),
    index("audit_log_entity_id").on(t.entity_id.op("text_pattern_ops"), t.at, t.id),
  ],
);

/**
 * Who signed in, or was refused, and from where. `user_id` is null if no account has what was typed, which is not kept. `refused` is
 * the reason; null for a success. Deleted after the days of the setting.
 */
export const sign_ins = pgTable(
  "sign_ins",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    user_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    step: text().notNull(),
    refused: text(),
    address: text(),
    device: text().notNull(),
  },
  (t) => [index("sign_ins_at").on(t.at, t.id), index("sign_ins_user_id").on(t.user_id, t.at)],
);
