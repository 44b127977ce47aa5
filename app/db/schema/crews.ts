import { boolean, date, integer, pgTable, primaryKey, text, time, unique, uuid } from "drizzle-orm/pg-core";
import { timestamps } from "./columns";

/** Teams that work together. Each can be at one visit at a time. */
export const crews = pgTable("crews", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  /** Where changes of visits are emailed; without one, the office gets them. */
  email: text(),
  is_active: boolean().notNull().default(true),
  sort_order: integer().notNull().default(0),
  ...timestamps,
});

/** A day, or one slot of a day (`time` is set), that can't be booked. */
export const closures = pgTable(
  "closures",
  {
    id: uuid().primaryKey().defaultRandom(),
    date: date().notNull(),
    time: time(),
    reason: text(),
    ...timestamps,
  },
  (t) => [unique("closures_date_time").on(t.date, t.time).nullsNotDistinct()],
);

/** The days of the holidays that the company keeps, for some years ahead; `rule` is the holiday in the settings. */
export const holidays = pgTable(
  "holidays",
  { date: date().notNull(), rule: text().notNull(), name: text().notNull() },
  (t) => [primaryKey({ columns: [t.date, t.rule] })],
);
