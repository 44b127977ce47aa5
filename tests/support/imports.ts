import type { Pool } from "pg";
import type { StaffCtx } from "~/platform/context.server";
import { startCommit } from "../../app/features/moving/commit.server";
import { saveMapping } from "../../app/features/moving/mapping.server";
import { readImport } from "../../app/features/moving/queries.server";
import { uploadImport } from "../../app/features/moving/upload.server";
import type { testWorld } from "./ctx";

type World = Pick<Awaited<ReturnType<typeof testWorld>>, "queues">;

/** An import whose dry run found a conflict with this customer, and a bad row. */
export async function anImport(pool: Pool, customer_id: string): Promise<string> {
  const { rows } =
    await pool.query(`insert into import_runs (file_name, vendor, encoding, headers, mapping, state)
    values ('customers.csv', 'jobber', 'utf-8', '["Name"]', '["name"]', 'checked') returning id`);
  const [{ id }] = rows;
  await pool.query(
    `insert into import_rows (run_id, line, sealed, name, email, phone, address, verdict, reason, differences, customer_id)
     values ($1, 2, 'none', 'Ada', 'ada@mail.example', '+16035550142', '1 Elm St', 'conflict', 'Both changed it.',
       '[{"field": "First name", "ours": "Ada", "theirs": "Adah"}]', $2)`,
    [id, customer_id],
  );
  await pool.query(
    "insert into import_rows (run_id, line, sealed, verdict, reason) values ($1, 3, 'none', 'bad', 'No name.')",
    [id],
  );
  return id;
}

type Insert = (table: string, values: Record<string, unknown>) => Promise<{ rows: { id: string }[] }>;

/** An import that changed a customer, whose texts all begin with the tag. */
export async function addImport(
  insert: Insert,
  tag: string,
  customer_id: string,
  booking_id: string,
): Promise<void> {
  const run = await insert("import_runs", {
    ...{ file_name: "customers.csv", vendor: "jobber", encoding: "utf-8", state: "committed" },
    ...{ headers: "[]", mapping: "[]" },
  });
  const imported = { run_id: run.rows[0]?.id, customer_id };
  await insert("import_rows", {
    ...{ ...imported, line: 2, sealed: `${tag}sealed`, person_key: `${tag}key`, verdict: "changed" },
    ...{ name: `${tag}name`, email: `${tag}email`, phone: `${tag}phone`, address: `${tag}street` },
    reason: `${tag}why`,
    facts: JSON.stringify({ [`${tag}heading`]: `${tag}fact` }),
    differences: JSON.stringify([{ field: "First name", ours: `${tag}ours`, theirs: `${tag}theirs` }]),
    made: JSON.stringify({ fields: { first_name: [`${tag}before`, `${tag}after`] } }),
  });
  await insert("provider_customers", {
    ...{ customer_id, provider: "stripe", provider_customer_id: `${tag}payer`, status: "refused" },
    reason: `${tag}refused`,
  });
  await insert("import_links", {
    ...{ ...imported, vendor: "jobber", person_key: `id:${tag}`, home_key: `${tag}home`, is_new: true },
    ...{
      said_in: run.rows[0]?.id,
      fields: JSON.stringify({ first_name: [`${tag}said`] }),
      seen: JSON.stringify([`${tag}seen`]),
    },
  });
  await insert("series", { customer_id, service_id: "monthly-home-care", frequency: "weekly" });
  await insert("import_visits", {
    ...{ vendor: "jobber", visit_key: `${tag}visit`, booking_id, customer_id, run_id: run.rows[0]?.id },
    ...{ said: JSON.stringify({ when: `${tag}when` }), facts: JSON.stringify({ Crew: `${tag}crew` }) },
  });
}

/** A form with this file, as a browser posts it. `form_id`: the form that is sent. */
export function fileForm(
  content: string | Uint8Array<ArrayBuffer>,
  name = "customers.csv",
  form_id = "",
): Request {
  const body = new FormData();
  body.set("form_id", form_id);
  body.set("file", new File([content], name, { type: "text/csv" }));
  return new Request("https://site.example/admin/imports/upload", { method: "POST", body });
}

/** A CSV text of these lines; cells with commas, quotes or line breaks are quoted. */
export function csvText(...lines: string[][]): string {
  const cellOf = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return lines.map((line) => `${line.map(cellOf).join(",")}\r\n`).join("");
}

/** Uploads a file; the id of its import. */
export async function upload(
  ctx: StaffCtx,
  content: string | Uint8Array<ArrayBuffer>,
  name?: string,
): Promise<string> {
  const outcome = await uploadImport(ctx, fileForm(content, name));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.id;
}

/** Uploads a file and does its dry run with the columns as they were recognized. */
export async function dryRun(
  { queues }: World,
  ctx: StaffCtx,
  content: string,
  vendor?: string,
): Promise<string> {
  const id = await upload(ctx, content);
  const found = await viewOf(ctx, id);
  const columns = found.mapping.map((field, place) => [`column_${place}`, field ?? ""] as const);
  const fields = { vendor: vendor ?? found.vendor, ...Object.fromEntries(columns) };
  const outcome = await saveMapping(ctx, { id, fields });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  await queues.run("check-import");
  return id;
}

/** Does the dry run and the import of a file. */
export async function importFile(
  world: World,
  ctx: StaffCtx,
  content: string,
  vendor?: string,
): Promise<string> {
  const id = await dryRun(world, ctx, content, vendor);
  const outcome = await startCommit(ctx, id);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  await world.queues.run("commit-import");
  return id;
}

/** An import as its page shows it, with its first rows. */
export async function viewOf(ctx: StaffCtx, id: string) {
  const found = await readImport(ctx, id, { verdict: null, q: "", after: 0 });
  if (!found) throw new Error(`There is no import ${id}`);
  return found;
}
