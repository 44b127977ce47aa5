import { and, asc, desc, eq, gt, ilike, isNull, or, type SQL, sql } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { customers } from "~/db/schema/customers";
import { import_links, import_rows, import_runs } from "~/db/schema/imports";
import { formatPhone, nameOf, phoneDigits } from "~/features/customers/records/contact";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { csvResponse } from "~/platform/request/csv-response.server";
import { VENDORS, type Vendor } from "./columns";
import { countRows } from "./commit.server";
import { factsInOrder, type HeldMails, type ImportQuery, type ImportView, unknownValues } from "./import";
import { IMPORTS_PAGE, importPath, STATE_LABELS, VERDICTS, whyNotCommit } from "./rules";
import { aboutOf } from "./subjects";
import { subjectOf } from "./subjects.server";
import { openCells } from "./upload.server";
import { countSeries } from "./visits/series.server";

const PAGE_ROWS = 50;
const SAMPLES = 3;
/** The newest imports that the list shows. */
const MOST_IMPORTS = 100;

type Run = typeof import_runs.$inferSelect;

const vendorName = (vendor: string) => VENDORS[vendor as Vendor] ?? VENDORS.other;

/** The newest imports as the list shows them. Times are in company time. */
export async function readImports(ctx: StaffCtx) {
  const { "general.timezone": timezone } = await readSettings(ctx);
  const runs = await ctx.db
    .select()
    .from(import_runs)
    .orderBy(desc(import_runs.created_at), desc(import_runs.id))
    .limit(MOST_IMPORTS);
  return runs.map(({ id, file_name, vendor, subject, state, row_count, created_at, mails_open_at }) => ({
    ...{ id, file_name, state, row_count },
    vendor: vendorName(vendor),
    about: aboutOf(subject).label,
    label: STATE_LABELS[state],
    held:
      (state === "committed" || state === "cancelled") && mails_open_at === null
        ? aboutOf(subject).held
        : null,
    at: formatMoment(created_at, timezone),
  }));
}

/** How many customers get no emails because their imports hold them, and where to switch these on; null for none. */
export async function readHeldMails({ db }: Pick<StaffCtx, "db">): Promise<HeldMails | null> {
  const runs = await db
    .select({ id: import_runs.id, count: sql<number>`count(distinct ${import_links.customer_id})::int` })
    .from(import_links)
    .innerJoin(import_runs, eq(import_runs.id, import_links.run_id))
    .where(and(eq(import_links.is_new, true), isNull(import_runs.mails_open_at)))
    .groupBy(import_runs.id);
  const [first] = runs;
  if (!first) return null;
  const href = runs.length === 1 ? importPath(first.id) : IMPORTS_PAGE;
  return { count: runs.reduce((sum, { count }) => sum + count, 0), href };
}

/** An import with one page of its rows; null if there is none. */
export async function readImport(ctx: StaffCtx, id: string, query: ImportQuery): Promise<ImportView | null> {
  if (!isUuid(id)) return null;
  const [run] = await ctx.db.select().from(import_runs).where(eq(import_runs.id, id));
  if (!run) return null;
  const { "general.timezone": timezone } = await readSettings(ctx);
  const { counts, unanswered, answers } = await countRows(ctx.db, id);
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const isRead = run.state !== "mapping" && run.state !== "checking";
  const { state, file_name, headers, row_count, cursor, encoding, mails_open_at, ended_at } = run;
  const stripe_line = state === "checked" ? run.stripe_line : null;
  return {
    ...{
      id,
      state,
      file_name,
      headers,
      row_count,
      cursor,
      stripe_line,
      encoding: encoding.toUpperCase(),
      counts,
      unanswered,
      answers,
    },
    unknown: state === "checked" ? unknownValues(run.unknown) : [],
    ours: await readOurs(ctx.db, run),
    subject: run.subject,
    mapping: run.mapping,
    vendor: run.vendor,
    vendor_name: run.vendor === "other" ? "another program" : vendorName(run.vendor),
    uploaded: formatMoment(run.created_at, timezone),
    ended: ended_at && formatMoment(ended_at, timezone),
    mails_open: mails_open_at !== null,
    added: await subjectOf(run).countAdded(ctx.db, id),
    series: run.subject === "visits" ? await countSeries(ctx.db, id) : 0,
    samples: state === "mapping" || state === "checked" ? await readSamples(ctx, run) : [],
    rows_gone: isRead && total === 0,
    why_not: whyNotCommit(state, unanswered, counts),
    query,
    ...(isRead ? await readRows(ctx, run, query) : { rows: [], next: null }),
  };
}

/** What values of the file can be, by field: services and crews. */
async function readOurs(db: Database, { unknown, state }: Run): Promise<ImportView["ours"]> {
  if (state !== "checked" || Object.keys(unknown).length === 0) return {};
  const offered = await db
    .select({ id: services.id, name: services.title })
    .from(services)
    .orderBy(asc(services.title));
  const team = await db
    .select({ id: crews.id, name: crews.name })
    .from(crews)
    .where(eq(crews.is_active, true))
    .orderBy(asc(crews.sort_order), asc(crews.name));
  return { service: offered, crew: team };
}

/** The first values of each column; of entry codes only that there are some. */
async function readSamples(ctx: StaffCtx, { id, headers, mapping, subject }: Run): Promise<string[][]> {
  const rows = await ctx.db
    .select()
    .from(import_rows)
    .where(eq(import_rows.run_id, id))
    .orderBy(asc(import_rows.line))
    .limit(20);
  const { sealed } = aboutOf(subject).columns;
  const cells = rows.map((row) => openCells(ctx.vault, row) ?? []);
  return headers.map((_header, place) =>
    cells
      .map((line) => (line[place] ?? "").trim())
      .filter(Boolean)
      .slice(0, SAMPLES)
      .map((text) => (sealed.includes(mapping[place] ?? "") ? "••••" : text))
      .map((text) => (text.length > 60 ? `${text.slice(0, 57)}…` : text)),
  );
}

async function readRows(ctx: StaffCtx, run: Run, { verdict, q, after }: ImportQuery) {
  const within = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const digits = phoneDigits(q);
  const words: SQL | undefined = q
    ? or(
        ...[import_rows.name, import_rows.email, import_rows.address].map((one) => ilike(one, within(q))),
        digits ? ilike(import_rows.phone, within(digits)) : undefined,
      )
    : undefined;
  const found = await ctx.db
    .select({ row: import_rows, customer: customers })
    .from(import_rows)
    .leftJoin(customers, eq(customers.id, import_rows.customer_id))
    .where(
      and(
        eq(import_rows.run_id, run.id),
        gt(import_rows.line, after),
        verdict ? eq(import_rows.verdict, verdict) : undefined,
        words,
      ),
    )
    .orderBy(asc(import_rows.line))
    .limit(PAGE_ROWS + 1);
  const rows = found.slice(0, PAGE_ROWS).map(({ row, customer }) => ({
    ...{
      line: row.line,
      file_line: row.file_line ?? row.line,
      name: row.name ?? glimpseOf(ctx, run, row),
      email: row.email,
      address: row.address,
    },
    phone: row.phone && formatPhone(row.phone),
    facts: factsInOrder(row.facts ?? {}),
    ...{
      verdict: row.verdict ?? ("bad" as const),
      reason: row.reason,
      clash: row.clash,
      answer: row.answer,
      is_done: row.done_at !== null,
    },
    differences: row.differences ?? [],
    customer: customer && { id: customer.id, name: nameOf(customer) ?? "Customer" },
  }));
  return { rows, next: found.length > PAGE_ROWS ? (rows.at(-1)?.line ?? null) : null };
}

/** The first words of a row that couldn't be read, so that people know it again; null for none. */
function glimpseOf(
  { vault }: StaffCtx,
  { mapping, subject }: Run,
  row: typeof import_rows.$inferSelect,
): string | null {
  const { sealed } = aboutOf(subject).columns;
  const cells = openCells(vault, row) ?? [];
  const said = mapping.flatMap((field, place) =>
    field && !sealed.includes(field) ? (cells[place]?.trim() ?? "") : "",
  );
  return said.filter(Boolean).slice(0, 2).join(", ").slice(0, 80).toWellFormed() || null;
}

/** The rows that can't be imported, as they came, each with the reason; null for no such import. */
export async function badRowsFile(ctx: StaffCtx, id: string): Promise<Response | null> {
  if (!isUuid(id)) return null;
  const [run] = await ctx.db.select().from(import_runs).where(eq(import_runs.id, id));
  if (!run) return null;
  const columns = run.headers.map(
    (header, place) => [header, (row: { cells: string[] }) => row.cells[place] ?? ""] as const,
  );
  return csvResponse(
    "bad-rows.csv",
    [...columns, ["What to mend", (row: { reason: string }) => row.reason] as const],
    badRows(ctx, id),
    (rows) =>
      recordAudit(ctx.db, ctx, {
        action: "import.bad_rows_taken",
        entity: "import",
        entity_id: id,
        details: { rows },
      }),
  );
}

async function* badRows(ctx: StaffCtx, run_id: string) {
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .select()
      .from(import_rows)
      .where(and(eq(import_rows.run_id, run_id), eq(import_rows.verdict, "bad"), gt(import_rows.line, after)))
      .orderBy(asc(import_rows.line))
      .limit(500);
    const last = rows.at(-1);
    if (!last) return;
    after = last.line;
    yield rows.map((row) => ({ cells: openCells(ctx.vault, row) ?? [], reason: row.reason ?? "" }));
  }
}
