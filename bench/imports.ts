/** `npm run bench:imports`: the dry run, the import and the undo of a file with 10,000 customers, on a database of its own. */
import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "vite";

const CUSTOMERS = 10_000;

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const load = async <Module>(file: string) => (await vite.ssrLoadModule(file)) as Module;
const { openOfficeDatabase } = await load<typeof import("./office-data")>("/bench/office-data.ts");
const { openDatabase } = await load<typeof import("../app/platform/database/database.server")>(
  "/app/platform/database/database.server.ts",
);
const { migrateDatabase } = await load<typeof import("../app/platform/migrations.server")>(
  "/app/platform/migrations.server.ts",
);
const { openVault } = await load<typeof import("../app/platform/auth/vault.server")>(
  "/app/platform/auth/vault.server.ts",
);
const { uploadImport } = await load<typeof import("../app/features/moving/upload.server")>(
  "/app/features/moving/upload.server.ts",
);
const { saveMapping } = await load<typeof import("../app/features/moving/mapping.server")>(
  "/app/features/moving/mapping.server.ts",
);
const { checkImport } = await load<typeof import("../app/features/moving/dry-run.server")>(
  "/app/features/moving/dry-run.server.ts",
);
const { commitImport, countRows, startCommit } = await load<
  typeof import("../app/features/moving/commit.server")
>("/app/features/moving/commit.server.ts");
const { undoImport } = await load<typeof import("../app/features/moving/undo.server")>(
  "/app/features/moving/undo.server.ts",
);

const HEAD =
  "Customer ID,First name,Last name,Email,Phone,Street,City,State,ZIP code,Bedrooms,Entry code,Notes";
const FIELDS =
  "external_id,first_name,last_name,email,phone,street,city,state,zip_code,bedrooms,entry_code,note".split(
    ",",
  );
const phoneOf = (number: number) => `603${String(2_000_000 + number)}`;
const lines = Array.from({ length: CUSTOMERS }, (_, n) =>
  [
    ...[n, `First${n}`, `Last${n}`, `customer${n}@mail.example`, phoneOf(n), `${n} Elm St`, "Concord", "NH"],
    ...["03301", (n % 5) + 1, `${1000 + (n % 9000)}`, `Note about customer ${n}.`],
  ].join(","),
);

const { url, client, stop, remove } = await openOfficeDatabase(
  await mkdtemp(path.join(tmpdir(), "bench-imports-")),
);
const { db, pool, close } = openDatabase({ connectionString: url }, { max: 2 });
await migrateDatabase(pool);
const { rows: users } = await client.query(
  "insert into users (id, email, name) values (gen_random_uuid(), 'owner@mail.example', 'Owner') returning id",
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

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`${what}: ${seconds} s, at most ${peak - base} MB more than before\n`);
  return result;
}

async function importFile(name: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([`${HEAD}\n${lines.join("\n")}\n`], "customers.csv"));
  const request = new Request("https://bench.example/", { method: "POST", body });
  const uploaded = await timed(`${name}: upload`, () => uploadImport(ctx, request));
  if (!uploaded.ok) throw new Error(uploaded.message);
  const { id } = uploaded;
  const fields = Object.fromEntries(FIELDS.map((field, place) => [`column_${place}`, field]));
  await saveMapping(ctx, { id, fields });
  await timed(`${name}: dry run`, () => checkImport(ctx, { run_id: id }));
  await startCommit(ctx, id);
  await timed(`${name}: import`, () => commitImport(ctx, { run_id: id }));
  process.stdout.write(`${name}: ${JSON.stringify((await countRows(db, id)).counts)}\n`);
  return id;
}

try {
  process.stdout.write(`${CUSTOMERS} customers\n`);
  const id = await importFile("first");
  await importFile("the same again");
  const outcome = await timed("undo", () => undoImport(ctx, id));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
} finally {
  await close();
  await stop();
  await remove();
  await vite.close();
}
