import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { exportPath, makeExport, startExport } from "~/features/operations/export/create.server";
import type { ExportRow } from "~/features/operations/export/export";
import { startTakingBack, takeBack } from "~/features/operations/export/restore.server";
import { uploadExport } from "~/features/operations/export/upload.server";
import { checkExport } from "~/features/operations/export/verify.server";
import type { Vault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { openZip } from "~/platform/files/zip-reader.server";
import type { testWorld } from "./ctx";
import { aCustomer } from "./customers";
import { giveRole } from "./staff";

type World = Awaited<ReturnType<typeof testWorld>>;

/** A signed-in owner of a site. */
export async function anOwner(world: World, tag: string): Promise<() => StaffCtx> {
  const { ctx: own } = await aCustomer(world, tag);
  await giveRole(world.pool, own.actor.id, "owner");
  return () => ({ ...world.ctx(), actor: { ...own.actor, role: "owner" } });
}

/** Exports everything and returns the path of the ZIP. */
export async function exportEverything({ ctx, pool, dataDir }: World, owner: StaffCtx): Promise<string> {
  const id = randomUUID();
  const started = await startExport(owner, id);
  if (!started.ok) throw new Error(started.reason);
  await makeExport(ctx(), id);
  const { rows } = await pool.query<ExportRow>("select status, file, error from exports where id = $1", [id]);
  if (rows[0]?.status !== "made") throw new Error(rows[0]?.error ?? "The export is gone");
  return exportPath(dataDir, rows[0].file);
}

/** Uploads a ZIP and checks it; the row of the upload. */
export async function uploadAndCheck({ ctx, pool }: World, owner: StaffCtx, path: string) {
  const sent = await uploadExport(owner, createReadStream(path));
  if (!sent.ok) return { id: "", status: "refused", error: sent.message };
  const find = () =>
    pool.query(
      "select * from exports where origin = 'uploaded' order by created_at desc, updated_at desc limit 1",
    );
  await checkExport(ctx(), (await find()).rows[0].id);
  return (await find()).rows[0];
}

/** Takes a checked upload back, under the secret of `vault`; the row of the upload. */
export async function takeUpload(world: World, owner: StaffCtx, { id, vault }: { id: string; vault: Vault }) {
  const started = await startTakingBack(owner, id);
  if (!started.ok) return { status: "refused", error: started.reason };
  const { ctx, connection, pool } = world;
  await takeBack({ ...ctx({ vault }), connection } as Parameters<typeof takeBack>[0], {
    id,
    session_id: owner.actor.session_id,
  });
  return (await pool.query("select * from exports where id = $1", [id])).rows[0];
}

/** The files of a ZIP as text, by name. */
export async function textsIn(path: string): Promise<Record<string, string>> {
  const zip = await openZip(path);
  const texts: Record<string, string> = {};
  for (const entry of zip.entries.values()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of zip.read(entry)) pieces.push(piece);
    texts[entry.name] = Buffer.concat(pieces).toString();
  }
  await zip.close();
  return texts;
}
