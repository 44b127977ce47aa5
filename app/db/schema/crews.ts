import { boolean, date, integer, pgTable, text, time, unique, uuid } from "drizzle-orm/pg-core";
import { timestamps } from "./columns";

/** People who go out together; each can be at one visit at a time. */
export const crews = pgTable("crews", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  /** Where changes of visits are mailed to; without one the office is told. */
  email: text(),
  is_active: boolean().notNull().default(true),
  sort_order: integer().notNull().default(0),
  ...timestamps,
});

/** A day, or one slot of a day (`time` set), on which nothing can be booked. */
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
