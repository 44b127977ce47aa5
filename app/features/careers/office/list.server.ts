import { and, count, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { job_applications } from "~/db/schema/careers";
import { interviews } from "~/db/schema/office";
import { resumeLink } from "~/features/careers/application";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo, readCount, readCounts } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import {
  APPLICATION_STATUSES,
  type ApplicationExport,
  type ApplicationListQuery,
  type ApplicationRow,
  type ApplicationStatus,
  isApplicationStatus,
} from "./list";

export type ApplicationList = Page<ApplicationRow> & {
  total: number;
  more: boolean;
  /** How many there are of each status, on the board. */
  columns: Record<ApplicationStatus, number> | null;
};

/** One page of all applications, or the board: the newest of each status. */
export async function readApplicationList(
  ctx: AdminCtx,
  query: ApplicationListQuery,
): Promise<ApplicationList> {
  if (query.filters.view === "board") return readBoard(ctx, query);
  const where = whereOf(query);
  const [{ timezone }, found, counted] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countOf(ctx.db, query, where),
  ]);
  const page = pageOf(query, found, keyOf);
  return { ...page, rows: page.rows.map((row) => rowOf(row, timezone, ctx.now)), ...counted, columns: null };
}

/** Everything that the search and the filters find, in batches of the list's order. */
export function exportApplications({ db }: AdminCtx, asked: ApplicationListQuery) {
  const where = whereOf(asked);
  return batchesOf(
    asked,
    (query, limit) => readRows(db, query, where, limit),
    keyOf,
  ) satisfies AsyncGenerator<ApplicationExport[]>;
}

/** Cards in a column of the board; the list has the rest. */
const COLUMN = 20;
const KEY = { column: job_applications.created_at, id: job_applications.id };
const WORDS = sql`lower(${job_applications.first_name} || ' ' || ${job_applications.last_name} || ' ' || ${job_applications.email} || ' ' || ${job_applications.phone} || ' ' || ${job_applications.position})`;

async function readBoard(ctx: AdminCtx, query: ApplicationListQuery): Promise<ApplicationList> {
  const where = whereOf(query);
  const [{ timezone }, counted, ...columns] = await Promise.all([
    readCompany(ctx),
    countColumns(ctx.db, query, where),
    ...APPLICATION_STATUSES.map((status) =>
      select(ctx.db)
        .where(and(where, eq(job_applications.status, status)))
        .orderBy(desc(job_applications.created_at), desc(job_applications.id))
        .limit(COLUMN),
    ),
  ]);
  const totals = Object.fromEntries(counted.map(({ status, total }) => [status, total]));
  return {
    rows: columns.flat().map((row) => rowOf(row, timezone, ctx.now)),
    previous: null,
    next: null,
    total: counted.reduce((sum, { total }) => sum + total, 0),
    more: false,
    columns: Object.fromEntries(
      APPLICATION_STATUSES.map((status) => [status, totals[status] ?? 0]),
    ) as Record<ApplicationStatus, number>,
  };
}

/** How many there are of each status; all of them are not counted. */
async function countColumns(db: Database, { q, filters }: ApplicationListQuery, where: SQL | undefined) {
  if (q || filters.position) {
    return db
      .select({ status: job_applications.status, total: count() })
      .from(job_applications)
      .where(where)
      .groupBy(job_applications.status);
  }
  return readCounts(db, "job_applications");
}

function select(db: Database) {
  return db
    .select({ ...getTableColumns(job_applications), interview_at: interviews.starts_at })
    .from(job_applications)
    .leftJoin(
      interviews,
      and(eq(interviews.application_id, job_applications.id), isNull(interviews.cancelled_at)),
    );
}

/** The rows after (or before) the cursor. */
function readRows(db: Database, query: ApplicationListQuery, where: SQL | undefined, limit: number) {
  const { where: beyond, orderBy } = keyset(query, KEY);
  return select(db)
    .where(and(where, beyond))
    .orderBy(...orderBy)
    .limit(limit);
}

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ created_at, id }: Found) {
  return { value: created_at.toString(), id };
}

function whereOf({ q, filters: { status, position, view } }: ApplicationListQuery): SQL | undefined {
  const ofStatus = status && view !== "board" && isApplicationStatus(status);
  return and(
    ofStatus ? eq(job_applications.status, status) : undefined,
    position ? eq(job_applications.position, position) : undefined,
    q ? sql`${WORDS} like ${likePattern(q)}` : undefined,
  );
}

async function countOf(db: Database, { q, filters }: ApplicationListQuery, where: SQL | undefined) {
  if (!q && !filters.position)
    return { total: await readCount(db, "job_applications", filters.status), more: false };
  return countUpTo(db, db.select({ id: job_applications.id }).from(job_applications).where(where));
}

function rowOf(found: Found, zone: string, now: Temporal.Instant): ApplicationRow {
  const { interview_at, first_name, last_name, created_at, resume_url } = found;
  const isAhead = interview_at !== null && Temporal.Instant.compare(interview_at, now) > 0;
  return {
    id: found.id,
    name: [first_name, last_name].filter(Boolean).join(" "),
    email: found.email,
    phone: found.phone,
    position: found.position,
    location: found.location,
    experience: found.experience,
    availability: found.availability,
    resume: resume_url,
    resume_link: resumeLink(resume_url),
    status: found.status,
    at: formatMoment(created_at, zone),
    interview: isAhead ? formatMoment(interview_at, zone) : null,
  };
}
