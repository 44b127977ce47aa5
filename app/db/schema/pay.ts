import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { instant } from "./columns";
import { crew_members } from "./office";

/**
 * What the office corrects in the hours of a member at a visit; only added to. `replaces` names the span that it takes the
 * place of: an earlier edit by its id, or what was tapped by kind and time ("job@1780000000000"). Null: another span.
 * Without times it removes the span.
 */
export const hour_edits = pgTable(
  "hour_edits",
  {
    /** The id of the form that made it, so that a form sent twice makes one edit. */
    id: uuid().primaryKey(),
    position: integer().generatedAlwaysAsIdentity().notNull(),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id),
    replaces: text(),
    kind: text({ enum: ["drive", "job", "break"] }),
    starts_at: instant(),
    ends_at: instant(),
    reason: text().notNull(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: instant().notNull(),
  },
  (t) => [
    check("hour_edits_kind", sql`${t.kind} in ('drive', 'job', 'break')`),
    check("hour_edits_whole", sql`num_nonnulls(${t.kind}, ${t.starts_at}, ${t.ends_at}) in (0, 3)`),
    check("hour_edits_of_something", sql`${t.replaces} is not null or ${t.kind} is not null`),
    check("hour_edits_order_of_times", sql`${t.starts_at} < ${t.ends_at}`),
    uniqueIndex("hour_edits_one_a_span").on(t.booking_id, t.member_id, t.replaces),
    index("hour_edits_starts_at").on(t.starts_at),
  ],
);

/**
 * What a member earns from a day on (company time): `cents` an hour or a visit, or `basis_points` of a visit's price. Breaks
 * are not paid unless it says so; driving and breaks only by the hour.
 */
export const pay_rates = pgTable(
  "pay_rates",
  {
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id, { onDelete: "cascade" }),
    from_day: date().notNull(),
    kind: text({ enum: ["hour", "percent", "flat"] }).notNull(),
    cents: integer(),
    basis_points: integer(),
    pays_drive: boolean().notNull().default(false),
    pays_break: boolean().notNull().default(false),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.member_id, t.from_day] }),
    check("pay_rates_kind", sql`${t.kind} in ('hour', 'percent', 'flat')`),
    check(
      "pay_rates_amount",
      sql`case when ${t.kind} = 'percent' then ${t.cents} is null and ${t.basis_points} between 0 and 10000 else ${t.basis_points} is null and ${t.cents} >= 0 end`,
    ),
  ],
);

/** Weeks that were approved at least once, by their Monday. Locked while `approved_at` is set. */
export const pay_weeks = pgTable("pay_weeks", {
  monday: date().primaryKey(),
  approved_at: instant(),
  approved_by: uuid().references(() => users.id, { onDelete: "set null" }),
  reopened_at: instant(),
  reopened_by: uuid().references(() => users.id, { onDelete: "set null" }),
  reopened_why: text(),
});

/** The figures of a locked week, a row a member, as they were when it was approved. Minutes and cents. */
export const pay_lines = pgTable(
  "pay_lines",
  {
    monday: date()
      .notNull()
      .references(() => pay_weeks.monday, { onDelete: "cascade" }),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id),
    name: text().notNull(),
    job_minutes: integer().notNull(),
    drive_minutes: integer().notNull(),
    break_minutes: integer().notNull(),
    job_pay: integer().notNull(),
    tips: integer().notNull(),
    adjustments: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.monday, t.member_id] }), index("pay_lines_member_id").on(t.member_id)],
);

/**
 * What is added to a member's pay of a week (or taken off it), in cents, with a reason; only added to. With `late_for` it
 * makes up for what came after that week was locked: `late_minutes` and `late_cents` of it.
 */
export const pay_adjustments = pgTable(
  "pay_adjustments",
  {
    /** As in hour_edits. */
    id: uuid().primaryKey(),
    monday: date().notNull(),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id),
    cents: integer().notNull(),
    reason: text().notNull(),
    late_for: date(),
    late_minutes: integer().notNull().default(0),
    late_cents: integer().notNull().default(0),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: instant().notNull(),
  },
  (t) => [
    check("pay_adjustments_later", sql`${t.late_for} < ${t.monday}`),
    index("pay_adjustments_monday").on(t.monday, t.member_id),
    index("pay_adjustments_late_for").on(t.late_for).where(sql`${t.late_for} is not null`),
    index("pay_adjustments_member_id").on(t.member_id),
  ],
);
