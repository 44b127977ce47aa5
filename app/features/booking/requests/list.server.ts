import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { services } from "~/db/schema/catalog";
import { area_requests } from "~/db/schema/customers";
import { subselect } from "~/db/subselect";
import { defineList } from "~/features/office/lists/define.server";
import { formatDate, formatMoment } from "~/lib/dates";
import { countUpTo } from "~/platform/database/counts.server";
import { REQUEST_LABELS, REQUEST_LIST, type RequestRow } from "./list";

const WORDS = sql`lower(${area_requests.zip_code} || ' ' || ${area_requests.name} || ' ' || ${area_requests.email} || ' ' || coalesce(${area_requests.phone}, ''))`;

/** The title of the service that was wished. */
const service = subselect(sql<string | null>`(
  select ${services.title} from ${services} where ${services.id} = ${area_requests.service_id})`);

export const requestColumns = { ...getTableColumns(area_requests), service };

type Found = Omit<typeof area_requests.$inferSelect, "message"> & { service: string | null };

export const requestList = defineList(REQUEST_LIST, {
  select: (db) => db.select(requestColumns).from(area_requests),
  id: area_requests.id,
  date: area_requests.created_at,
  keys: { received: area_requests.created_at },
  edge: ({ created_at }) => created_at,
  wanted: (_, { q, filters: { status } }) => ({
    filter: and(
      status && eq(area_requests.status, status),
      q ? sql`${WORDS} like ${likePattern(q)}` : undefined,
    ),
  }),
  count: ({ db }, _, { filter }) =>
    countUpTo(db, db.select({ id: area_requests.id }).from(area_requests).where(filter)),
  rows: (found, { zone }) => found.map((row) => requestRow(row, zone)),
  columns: [
    ["Received", ({ created_at }) => created_at.toString()],
    ["Status", ({ status }) => REQUEST_LABELS[status]],
    ["ZIP code", ({ zip_code }) => zip_code],
    ["Name", ({ name }) => name],
    ["Email", ({ email }) => email],
    ["Phone", ({ phone }) => phone],
    ["Service", ({ service }) => service],
    ["Wished date", ({ wished_date }) => wished_date],
  ],
});

export function requestRow(row: Found, zone: string): RequestRow {
  const { id, name, email, zip_code, status, created_at, wished_date } = row;
  const wish = [row.service, wished_date && formatDate(wished_date)].filter(Boolean).join(", ");
  return { ...{ id, name, email, wish, status }, zip: zip_code, at: formatMoment(created_at, zone) };
}
