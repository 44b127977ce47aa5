import { and, count, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { job_applications } from "~/db/schema/careers";
import { interviews } from "~/db/schema/office";
import { resumeLink } from "~/features/careers/application";
import { defineList, loadWith } from "~/features/office/lists/define.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import { countUpTo, readCount, readCounts } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import {
  APPLICATION_LABELS,
  APPLICATION_LIST,
  APPLICATION_STATUSES,
  type ApplicationListQuery,
  type ApplicationRow,
  type ApplicationStatus,
} from "./list";

const WORDS = sql`lower(${job_applications.first_name} || ' ' || ${job_applications.last_name} || ' ' || ${job_applications.email} || ' ' || ${job_applications.phone} || ' ' || ${job_applications.position})`;

type Columns = Record<ApplicationStatus, number>;

const list = defineList(APPLICATION_LIST, {
  select,
  id: job_applications.id,
  date: job_applications.created_at,
  keys: { date: job_applications.created_at },
  edge: ({ created_at }) => created_at,
  wanted: (_, query) => ({ filter: filterOf(query) }),
  count: async ({ db }, { q, filters: { status, position } }, { filter }) => {
    const count =
      q || position
        ? await countUpTo(db, db.select({ id: job_applications.id }).from(job_applications).where(filter))
        : { total: await readCount(db, "job_applications", status), more: false };
    return { ...count, columns: null as Columns | null };
  },
  rows: (found, { zone, ctx }) => found.map((one) => rowOf(one, zone, ctx.now)),
  columns: [
    ["Received", ({ created_at }) => created_at.toString()],
    ["Status", ({ status }) => APPLICATION_LABELS[status]],
    ["First name", ({ first_name }) => first_name],
    ["Last name", ({ last_name }) => last_name],
    ["Email", ({ email }) => email],
    ["Phone", ({ phone }) => phone],
    ["Position", ({ position }) => position],
    ["Location", ({ location }) => location],
    ["Experience", ({ experience }) => experience],
    ["Availability", ({ availability }) => availability],
    ["Resume", ({ resume_url }) => resume_url],
    ["Cover letter", ({ cover_letter }) => cover_letter],
    ["Interview at", ({ interview_at }) => interview_at?.toString() ?? null],
  ],
});

/** One page of all applications, or the board: the newest of each status, and in `columns` how many each has. */
function read(ctx: StaffCtx, query: ApplicationListQuery): ReturnType<typeof list.read> {
  return query.filters.view === "board" ? readBoard(ctx, query) : list.read(ctx, query);
}

export const applicationList = { ...list, read, load: loadWith(APPLICATION_LIST, read) };

/** Cards in a column of the board; the list has the rest. */
const COLUMN = 20;

async function readBoard(ctx: StaffCtx, query: ApplicationListQuery) {
  const where = and(filterOf(query), await list.datedIn(ctx, query));
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
  const rows = columns.flat().map((row) => rowOf(row, timezone, ctx.now));
  return {
    ...{ rows, shown: rows.length, previous: null, next: null, of: null, more: false },
    total: counted.reduce((sum, { total }) => sum + total, 0),
    columns: Object.fromEntries(APPLICATION_STATUSES.map((one) => [one, totals[one] ?? 0])) as Columns,
  };
}

/** How many there are of each status; all of them are not counted. */
async function countColumns(
  db: Database,
  { q, range, filters }: ApplicationListQuery,
  where: SQL | undefined,
) {
  if (!q && !range && !filters.position) return readCounts(db, "job_applications");
  return db
    .select({ status: job_applications.status, total: count() })
    .from(job_applications)
    .where(where)
    .groupBy(job_applications.status);
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

function filterOf({ q, filters: { status, position, view } }: ApplicationListQuery): SQL | undefined {
  return and(
    status && view !== "board" ? eq(job_applications.status, status) : undefined,
    position ? eq(job_applications.position, position) : undefined,
    q ? sql`${WORDS} like ${likePattern(q)}` : undefined,
  );
}

type Found = Awaited<ReturnType<typeof select>>[number];

function rowOf(found: Found, zone: string, now: Temporal.Instant): ApplicationRow {
  const { id, first_name, last_name, email, phone, position, location, experience, availability } = found;
  const { status, interview_at, created_at, resume_url } = found;
  const isAhead = interview_at !== null && Temporal.Instant.compare(interview_at, now) > 0;
  return {
    ...{ id, email, phone, position, location, experience, availability, status },
    name: [first_name, last_name].filter(Boolean).join(" "),
    resume: resume_url,
    resume_link: resumeLink(resume_url),
    at: formatMoment(created_at, zone),
    interview: isAhead ? formatMoment(interview_at, zone) : null,
  };
}
