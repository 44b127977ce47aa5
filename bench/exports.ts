/** `npm run bench:exports`: an export of 10,000 customers with 100,000 visits and photos, its check, and taking it back elsewhere. */
import { randomBytes, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { exportPath, makeExport, startExport } from "~/features/operations/export/create.server";
import { startTakingBack, takeBack } from "~/features/operations/export/restore.server";
import { uploadExport } from "~/features/operations/export/upload.server";
import { checkExport } from "~/features/operations/export/verify.server";
import { openVault } from "~/platform/auth/vault.server";
import { openDatabase } from "~/platform/database/database.server";
import { folderStore } from "~/platform/files/folder-store.server";
import { sha256Of } from "~/platform/files/store.server";
import { migrateDatabase } from "~/platform/migrations.server";
import { fillOffice, openOfficeDatabase } from "./office-data.ts";

const SIZE = { customers: 10_000, bookings: 100_000 };
const PHOTOS = 1_000;
const PHOTO_BYTES = 300_000;

type World = Parameters<typeof startTakingBack>[0] & Parameters<typeof takeBack>[0];

/** A site of its own, with an owner who is signed in. */
async function openSite() {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-exports-"));
  const { url, client, stop } = await openOfficeDatabase(path.join(folder, "postgres"));
  const connection = { connectionString: url };
  const { db, pool, close } = openDatabase(connection, { max: 4 });
  await migrateDatabase(pool);
  const id = randomUUID();
  await client.query(
    "insert into users (id, email, name, email_verified) values ($1, 'owner@mail.example', 'Owner', true)",
    [id],
  );
  await client.query("insert into user_roles (user_id, role, created_at) values ($1, 'owner', now())", [id]);
  const { rows } = await client.query(
    `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, now() + interval '1 day', now(), now()) returning id`,
    [id],
  );
  const ctx = {
    ...{ db, connection, dataDir: folder, files: folderStore(folder), vault: openVault(randomUUID()) },
    ...{ now: Temporal.Now.instant(), jobs: { enqueue: async () => {} }, log: console },
    actor: { kind: "user", role: "owner", id, email: "owner@mail.example", session_id: rows[0].id },
  } as unknown as World;
  const end = async () => {
    await close();
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ctx, client, end };
}

async function addPhotos({ ctx, client }: Awaited<ReturnType<typeof openSite>>): Promise<void> {
  for (let no = 0; no < PHOTOS; no += 1) {
    const content = randomBytes(PHOTO_BYTES);
    await ctx.files.put(content);
    await client.query(
      "insert into files (kind, status, media_type, sha256, bytes) values ('photo', 'stored', 'image/webp', $1, $2)",
      [sha256Of(content), PHOTO_BYTES],
    );
  }
}

/** MB. The bench itself, with its tools. */
let base = 0;
const peak = () => Math.round(process.resourceUsage().maxRSS / 1024);

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const started = performance.now();
  const result = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const held = Math.round(delay.max / 1e6);
  process.stdout.write(
    `${what}: ${seconds} s, at most ${peak() - base} MB more than before, others waited ${held} ms at most\n`,
  );
  return result;
}

const [from, to] = [await openSite(), await openSite()];
try {
  await fillOffice(from.client, SIZE);
  await addPhotos(from);
  base = peak();
  const id = randomUUID();
  await startExport(from.ctx, id);
  await timed("export", () => makeExport(from.ctx, id));
  const made = await from.client.query("select file, status, bytes, error from exports");
  const { file, bytes, error } = made.rows[0];
  process.stdout.write(`${error ?? `${Math.round(bytes / 1e6)} MB`}\n`);
  const zip = createReadStream(exportPath(from.ctx.dataDir, file));
  await timed("upload", () => uploadExport(to.ctx, zip));
  const sent = await to.client.query("select id from exports");
  await timed("check", () => checkExport(to.ctx, sent.rows[0].id));
  const outcome = await startTakingBack(to.ctx, sent.rows[0].id);
  if (!outcome.ok) throw new Error(outcome.reason);
  const asked = { id: sent.rows[0].id, session_id: to.ctx.actor.session_id };
  await timed("taking back", () => takeBack(to.ctx, asked));
  const taken = await to.client.query("select status, error, loaded_figures from exports");
  process.stdout.write(`${JSON.stringify(taken.rows[0])}\n`);
} finally {
  await from.end();
  await to.end();
}
