import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Who did what, when: one row for each write, in the same transaction; append-only. */
export const audit_log = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index("audit_log_entity").on(t.entity, t.entity_id)],
);
