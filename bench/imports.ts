/**
 * `npm run bench:imports`: the dry run, the import and the undo of 10,000 customers with 100,000 visits, on a database of its own.
 * `-- --customers 1000` takes fewer, with ten visits each.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { commitImport, countRows, startCommit } from "~/features/moving/commit.server";
import { checkImport } from "~/features/moving/dry-run.server";
import { saveMapping } from "~/features/moving/mapping.server";
import { undoImport } from "~/features/moving/undo.server";
import { uploadImport } from "~/features/moving/upload.server";
import { openVault } from "~/platform/auth/vault.server";
import { openDatabase } from "~/platform/database/database.server";
import { migrateDatabase } from "~/platform/migrations.server";
import { addCatalogue } from "../db/seed/catalogue";
import { openOfficeDatabase } from "./office-data.ts";
import { cpuSeconds } from "./server.ts";

const { values: given } = parseArgs({ options: { customers: { type: "string", default: "10000" } } });
const CUSTOMERS = Number(given.customers);
const VISITS = 10 * CUSTOMERS;
/** Of them are still to come. */
const AHEAD = VISITS / 5;
const CREWS = 40;

type Sheet = { name: string; head: string; lines: string[] };

const phoneOf = (number: number) => `603${String(2_000_000 + number)}`;
const people: Sheet = {
  name: "customers.csv",
  head: "Customer ID,First name,Last name,Email,Phone,Street,City,State,ZIP code,Bedrooms,Entry code,Notes",
  lines: Array.from({ length: CUSTOMERS }, (_, n) =>
    [
      ...[
        n,
        `First${n}`,
        `Last${n}`,
        `customer${n}@mail.example`,
        phoneOf(n),
        `${n} Elm St`,
        "Concord",
        "NH",
      ],
      ...["03301", (n % 5) + 1, `${1000 + (n % 9000)}`, `Note about customer ${n}.`],
    ].join(","),
  ),
};

const today = Temporal.Now.plainDateISO();
/** The day of a visit: the last years, and the next months, four a crew and day. */
const dayOf = (n: number) =>
  n < AHEAD
    ? today.add({ days: 1 + Math.floor(n / (CREWS * 4)) })
    : today.subtract({ days: 1 + ((n - AHEAD) % 900) });
const usDay = ({ month, day, year }: Temporal.PlainDate) => `${month}/${day}/${year}`;
const visits: Sheet = {
  name: "visits.csv",
  head: "Booking ID,Customer ID,Email,Full name,Service,Date,Start time,Duration,Team,Status,Total,Tax,Frequency,Notes",
  lines: Array.from({ length: VISITS }, (_, n) => {
    const who = (n * 7) % CUSTOMERS;
    return [
      ...[
        n,
        who,
        `customer${who}@mail.example`,
        `First${who} Last${who}`,
        "Regular Cleaning",
        usDay(dayOf(n)),
      ],
      ...[`${8 + (n % 4) * 2}:00`, "1.5 hours", `Crew ${Math.floor(n / 4) % CREWS}`],
      ...[n < AHEAD ? "Upcoming" : "Completed", "$150.00", "$0.00", n % 3 ? "Every 2 weeks" : "One-time"],
      "Ring twice.",
    ].join(",");
  }),
};

const { url, client, stop, remove } = await openOfficeDatabase(
  await mkdtemp(path.join(tmpdir(), "bench-imports-")),
);
const { db, pool, close } = openDatabase({ connectionString: url }, { max: 2 });
await migrateDatabase(pool);
await addCatalogue(db);
const { rows: users } = await client.query(
  "insert into users (id, email, name) values (gen_random_uuid(), 'owner@mail.example', 'Owner') returning id",
);
await client.query(
  "insert into crews (name, sort_order) select 'Crew ' || n, n from generate_series(0, $1 - 1) n",
  [CREWS],
);
const ctx = {
  db,
  vault: openVault(randomUUID()),
  now: Temporal.Now.instant(),
  jobs: { enqueue: async () => {} },
  actor: { kind: "user", role: "owner", id: users[0].id },
} as unknown as Parameters<typeof uploadImport>[0] & Parameters<typeof checkImport>[0];

/** MB. The bench itself, with its tools. */
const base = Math.round(process.resourceUsage().maxRSS / 1024);

/** The processes of PostgreSQL that work for the bench. */
const backends = async () => {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' order by pid",
  );
  return rows.map(({ pid }) => pid);
};
/** Seconds of a core that this process and PostgreSQL have used: the same on a busy machine as on an idle one, nearly. */
const used = async () => ({
  program: cpuSeconds(process.pid),
  database: (await backends()).reduce((sum, pid) => sum + cpuSeconds(pid), 0),
});

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const before = await used();
  const started = performance.now();
  const result = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const after = await used();
  const [program, database] = [after.program - before.program, after.database - before.database];
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `${what}: ${seconds} s (of a core: ${program.toFixed(1)} s the program, ${database.toFixed(1)} s PostgreSQL), ` +
      `at most ${peak - base} MB more than before\n`,
  );
  return result;
}

async function importFile(what: string, { name, head, lines }: Sheet): Promise<string> {
  const body = new FormData();
  body.set("file", new File([`${head}\n${lines.join("\n")}\n`], name));
  const request = new Request("https://bench.example/", { method: "POST", body });
  const uploaded = await timed(`${what}: upload`, () => uploadImport(ctx, request));
  if (!uploaded.ok) throw new Error(uploaded.message);
  const { id } = uploaded;
  const run = await client.query("select mapping from import_runs where id = $1", [id]);
  const mapping: (string | null)[] = run.rows[0].mapping;
  const fields = Object.fromEntries(mapping.map((field, place) => [`column_${place}`, field ?? ""]));
  const saved = await saveMapping(ctx, { id, fields });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  await timed(`${what}: dry run`, () => checkImport(ctx, { run_id: id }));
  process.stdout.write(`${what}: ${JSON.stringify((await countRows(db, id)).counts)}\n`);
  const started = await startCommit(ctx, id);
  if (!started.ok) throw new Error(JSON.stringify(started));
  await timed(`${what}: import`, () => commitImport(ctx, { run_id: id }));
  return id;
}

try {
  process.stdout.write(`${CUSTOMERS} customers with ${VISITS} visits\n`);
  const ids = [await importFile("customers", people), await importFile("visits", visits)];
  await importFile("the same customers", people);
  await importFile("the same visits", visits);
  for (const id of ids.toReversed()) {
    const outcome = await timed("undo", () => undoImport(ctx, id));
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  }
} finally {
  await close();
  await stop();
  await remove();
}
