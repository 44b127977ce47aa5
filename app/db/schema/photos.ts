import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings";
import { instant, timestamps } from "./columns";
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
