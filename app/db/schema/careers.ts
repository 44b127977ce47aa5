import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamps } from "./columns";

/** Applications for an opening. `position` and `location` are as advertised on the day. */
export const job_applications = pgTable(
  "job_applications",
  {
    id: uuid().primaryKey().defaultRandom(),
    submission_id: uuid().notNull().unique(),
    position: text().notNull(),
    location: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    experience: text(),
    availability: text(),
    resume_url: text(),
    cover_letter: text().notNull(),
    status: text({ enum: ["new", "reviewed", "interviewed", "hired", "rejected"] })
      .notNull()
      .default("new"),
    ...timestamps,
  },
  (t) => [
    index("job_applications_status").on(t.status, t.created_at),
    check(
      "job_applications_status_is",
      sql`${t.status} in ('new', 'reviewed', 'interviewed', 'hired', 'rejected')`,
    ),
    index("job_applications_email").on(sql`lower(${t.email})`),
    index("job_applications_list").on(t.created_at, t.id),
    index("job_applications_position").on(t.position, t.created_at, t.id),
    index("job_applications_list_status").on(t.status, t.created_at, t.id),
  ],
);
