import { and, count, eq, isNotNull, min, ne } from "drizzle-orm";
import { rangeText } from "~/db/schema/columns";
import { import_rows, import_runs, import_visits } from "~/db/schema/imports";
import { fullName } from "~/features/customers/records/contact";
import { type Found, markRows, type Run, type StoredRow, type Subject } from "~/features/moving/run.server";
import { openCells } from "~/features/moving/upload.server";
import { dayLocks } from "~/features/scheduling/crews/pick.server";
import { anyOf, type Database, lockUntilCommit } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { TOOK_PLACE } from "./change.server";
import {
  type Compared,
  compareVisits,
  keyOf,
  type Line,
  labelOf,
  laidOf,
  type Unreadable,
  unknownCrew,
} from "./compare.server";
import { type Company, readCompanyOf } from "./queries.server";
import { type ReadVisit, readVisitRow } from "./row";
import { factsOf, saidInWords } from "./rules";
import { daysAhead, storeVisits } from "./store.server";
import { readVisitDependents, takeBackVisits } from "./undo.server";

/** Visits that took place, and visits to come. */
export const VISITS: Subject = {
  check: checkRows,
  store: storeBatch,
  readDependents: readVisitDependents,
  takeBack: takeBackVisits,
  countAdded,
};

function readSealed({ vault }: JobCtx, run: Run, row: StoredRow, zone: string): ReadVisit {
  const cells = openCells(vault, row);
  if (cells) return readVisitRow(cells, run.mapping, zone);
  return { ok: false, reason: "This row was sealed under another secret. Upload the file again." };
}

async function checkRows(tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]): Promise<Found[]> {
  const company = await readCompanyOf(tx, ctx.now);
  const read = rows.map((row) => ({ line: row.line, read: readSealed(ctx, run, row, company.zone) }));
  const lines = read.flatMap(({ line, read }) =>
    read.ok ? [{ line, row: read.row, answer: null, crew_id: null }] : [],
  );
  const { first, again } = await splitByKey(tx, run, lines);
  const { compared, unreadable } = await compareVisits(tx, company, run, first);
  await countUnknown(tx, run, company, first, unreadable);
  const bad = (line: number, reason: string) => ({ line, verdict: "bad" as const, reason });
  return [
    ...compared.map((one) => foundOf(one, company)),
    ...unreadable.map(({ line, reason }) => bad(line, reason)),
    ...read.flatMap(({ line, read }) => (read.ok ? [] : bad(line, read.reason))),
    ...again.map(({ line, before }) => bad(line, `Line ${before} is about the same visit.`)),
  ];
}

/** Rows about a visit that an earlier row is about, and the others. Bad rows are about none. */
async function splitByKey(tx: Database, run: Run, lines: Line[]) {
  const keyed = lines.map((line) => ({ line, key: keyOf(line, run.vendor) }));
  const stored = await tx
    .select({ key: import_rows.person_key, line: min(import_rows.line) })
    .from(import_rows)
    .where(
      and(
        eq(import_rows.run_id, run.id),
        anyOf(
          import_rows.person_key,
          keyed.map(({ key }) => key),
        ),
        isNotNull(import_rows.verdict),
        ne(import_rows.verdict, "bad"),
      ),
    )
    .groupBy(import_rows.person_key);
  const had = new Map(stored.map(({ key, line }) => [key, line]));
  const first: Line[] = [];
  const again: { line: number; before: number }[] = [];
  for (const { line, key } of keyed) {
    const before = had.get(key);
    if (before) again.push({ line: line.line, before });
    else {
      had.set(key, line.line);
      first.push(line);
    }
  }
  return { first, again };
}

/** Adds up the values that nobody has chosen for, for the page to ask. */
async function countUnknown(tx: Database, run: Run, company: Company, lines: Line[], bad: Unreadable[]) {
  const unknown = structuredClone(run.unknown);
  const add = (field: string, value: string) => {
    unknown[field] ??= {};
    const counts = unknown[field];
    if (Object.hasOwn(counts, value) || Object.keys(counts).length < MOST_UNKNOWN)
      counts[value] = (counts[value] ?? 0) + 1;
  };
  for (const { service } of bad) if (service) add("service", service);
  for (const { row } of lines) {
    const crew = unknownCrew(company, run, row);
    if (crew) add("crew", crew);
  }
  await tx.update(import_runs).set({ unknown }).where(eq(import_runs.id, run.id));
}

/** Values of a field that are asked for. A file with more has the wrong column. */
const MOST_UNKNOWN = 100;

function foundOf(one: Compared, { currency }: Company): Found {
  const { line, row, key, verdict, whose, conflicts, clash, kept, title, crew, is_history, known } = one;
  const { company_name, ...person } = row.person;
  const { address_line1, address_line2, city, state, zip_code } = whose.address;
  const laid = laidOf({ ...one, verdict: known && verdict === "conflict" ? "changed" : verdict });
  return {
    ...{ line, verdict, person_key: key, customer_id: whose.customer.id, clash: clash?.clash ?? null },
    name: whose.customer.name ?? company_name ?? fullName(person),
    email: row.person.emails[0] ?? null,
    phone: row.person.phones[0] ?? null,
    address: [address_line1, address_line2, [city, state, zip_code].join(" ")].filter(Boolean).join(", "),
    facts: {
      ...factsOf(row, { title, crew: crew.name, currency }),
      ...(is_history && !kept && { "Goes into": "The customer’s history, not the calendar" }),
    },
    reason: clash?.words ?? kept ?? (one.set.state === "done" ? TOOK_PLACE : null),
    differences: conflicts.map(({ field, ours, theirs }) => ({
      ...{ field: labelOf(field), ours: saidInWords(field, ours, currency) },
      theirs: saidInWords(field, theirs, currency),
    })),
    ...(laid?.crew_id && !clash ? { crew_id: laid.crew_id, blocked: rangeText(laid.blocked) } : {}),
  };
}

async function storeBatch(tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]): Promise<void> {
  const company = await readCompanyOf(tx, ctx.now);
  const read = rows
    .filter(({ verdict }) => verdict !== "bad")
    .map((row) => ({ ...row, read: readSealed(ctx, run, row, company.zone) }));
  const lines = read.flatMap(({ line, answer, crew_id, read }) =>
    read.ok ? [{ line, answer, crew_id, row: read.row }] : [],
  );
  const sealed = read.flatMap(({ line, read }) => (read.ok ? [] : [{ line, reason: read.reason }]));
  const days = daysAhead(
    lines.map(({ row }) => row),
    company.today,
  );
  await lockUntilCommit(tx, ...dayLocks(days));
  const { compared, unreadable } = await compareVisits(tx, company, run, lines);
  await markRows(
    tx,
    ctx,
    run.id,
    [...sealed, ...unreadable.map(leftOut)].map(({ line, reason }) => ({
      ...{ line, reason, verdict: "bad" as const, customer_id: null, made: null },
    })),
  );
  await storeVisits(tx, ctx, run, { company, compared });
}

/** A row whose service was renamed or removed after the dry run. */
function leftOut({ line, reason, service }: Unreadable): { line: number; reason: string } {
  if (service === undefined) return { line, reason };
  const why = `the service “${service}” is not one of yours any more`;
  return { line, reason: `Left out: ${why}. Import the file again to choose which it is.` };
}

/** The visits that an import added and that are still there. */
async function countAdded(db: Database, run_id: string): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(import_visits)
    .where(eq(import_visits.run_id, run_id));
  return found?.count ?? 0;
}
