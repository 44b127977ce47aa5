import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings";
import { instant, timestamps } from "./columns";
import { properties } from "./customers";
import { files } from "./files";
import { crew_members } from "./office";

/**
 * Photos that crews took at visits. `id` is the upload's. A photo of a report can arrive before its report does, so `report_id`
 * is no foreign key.
 */
export const visit_photos = pgTable(
  "visit_photos",
  {
    id: uuid().primaryKey(),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id),
    file_id: uuid()
      .notNull()
      .references(() => files.id),
    kind: text({ enum: ["before", "after", "report"] }).notNull(),
    report_id: uuid(),
    happened_at: instant().notNull(),
    ...timestamps,
  },
  (t) => [
    check("visit_photos_kind", sql`${t.kind} in ('before', 'after', 'report')`),
    check("visit_photos_report", sql`(${t.report_id} is not null) = (${t.kind} = 'report')`),
    index("visit_photos_booking_id").on(t.booking_id),
    index("visit_photos_file_id").on(t.file_id),
    index("visit_photos_report_id").on(t.report_id).where(sql`${t.report_id} is not null`),
  ],
);

/** Photos that show crews a home, such as where to park. Its customer or the office adds them. */
export const home_photos = pgTable(
  "home_photos",
  {
    id: uuid().primaryKey().defaultRandom(),
    property_id: uuid()
      .notNull()
      .references(() => properties.id, { onDelete: "cascade" }),
    file_id: uuid()
      .notNull()
      .references(() => files.id),
    caption: text(),
    ...timestamps,
  },
  (t) => [
    index("home_photos_property_id").on(t.property_id, t.created_at),
    index("home_photos_file_id").on(t.file_id),
  ],
);
