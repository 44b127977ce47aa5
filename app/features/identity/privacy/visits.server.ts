import { and, asc, eq, getTableColumns, inArray, isNull, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { checklist_items, visit_reports } from "~/db/schema/fieldwork";
import { files } from "~/db/schema/files";
import { visit_photos } from "~/db/schema/photos";
import type { User } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

type Whose = Pick<User, "id" | "email" | "email_verified">;

/** Visits, including guest bookings that will join the account at the next sign-in. */
export function readVisits(tx: Database, { id, email, email_verified }: Whose) {
  const { draft_id, request_hash, crew_id, blocked, ...visible } = getTableColumns(bookings);
  const own = or(eq(bookings.user_id, id), eq(bookings.customer_id, id));
  const joining = and(
    isNull(bookings.user_id),
    eq(sql`lower(${bookings.customer_email})`, email.toLowerCase()),
  );
  return tx
    .select({ ...visible, service: services.title, service_type: services.service_type })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(email_verified ? or(own, joining) : own)
    .orderBy(asc(bookings.starts_at), asc(bookings.id));
}

/** What crews do at the customer's homes only. */
export function readHomeChecklists(tx: Database, homes: string[]) {
  return tx
    .select({
      property_id: checklist_items.property_id,
      text: checklist_items.text,
      need: checklist_items.need,
      created_at: checklist_items.created_at,
      archived_at: checklist_items.archived_at,
    })
    .from(checklist_items)
    .where(inArray(checklist_items.property_id, homes))
    .orderBy(asc(checklist_items.sort_order), asc(checklist_items.created_at), asc(checklist_items.id));
}

/** What crews reported from the customer's visits, without who did, and what the office answered. */
export function readVisitReports(tx: Database, visits: { id: string }[]) {
  return tx
    .select({
      booking_id: visit_reports.booking_id,
      kind: visit_reports.kind,
      words: visit_reports.words,
      answer: visit_reports.answer,
      happened_at: visit_reports.happened_at,
    })
    .from(visit_reports)
    .where(
      inArray(
        visit_reports.booking_id,
        visits.map(({ id }) => id),
      ),
    )
    .orderBy(asc(visit_reports.happened_at), asc(visit_reports.id));
}

/** Photos that crews took at the customer's visits, without who did, each with its file in the store. */
export function readVisitPhotos(tx: Database, visits: { id: string }[]) {
  const { id, booking_id, kind, happened_at } = visit_photos;
  return tx
    .select({
      ...{ id, booking_id, kind, happened_at },
      ...{ file_id: files.id, sha256: files.sha256, bytes: files.bytes, media_type: files.media_type },
    })
    .from(visit_photos)
    .innerJoin(files, eq(files.id, visit_photos.file_id))
    .where(
      inArray(
        booking_id,
        visits.map((visit) => visit.id),
      ),
    )
    .orderBy(asc(happened_at), asc(id));
}
