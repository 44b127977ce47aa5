import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { moveToCustomer } from "~/features/customers/records/merge.server";
import { eraseCustomer } from "~/features/identity/privacy/erase.server";
import { exportData } from "~/features/identity/privacy/export.server";
import { storePicture } from "~/platform/files/store-file.server";
import { testWorld } from "../../../tests/support/ctx";
import { aCustomer, bookAndPay } from "../../../tests/support/customers";
import { staffCtx } from "../../../tests/support/staff";
import { openClaim } from "./open.server";
import { readOfficeClaim } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, queues, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
});

/** A customer with a claim about a visit, with a photo. */
async function claimant(tag: string) {
  const customer = await aCustomer(world, tag);
  const visit = await bookAndPay(world, customer.ctx, tag, { date: "2026-06-10" });
  clock.set("2026-06-10T20:00:00Z");
  await setBookingStatus(office(), { id: visit.id, status: "completed" });
  const background = "#2a6";
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const stored = await storePicture(ctx(), bytes);
  if (!stored.ok) throw new Error(stored.reason);
  const id = randomUUID();
  const words = { room: `${tag}kitchen`, words: `${tag}The sink is dirty.` };
  const as = { ...customer.ctx, now: clock.now };
  const outcome = await openClaim(as, { id, booking_id: visit.id, ...words, file_ids: [stored.file.id] });
  expect(outcome).toEqual({ ok: true });
  return { id, visit, ctx: as, file: stored.file };
}

test("a customer's export has their claims, and the photos beside them", async () => {
  const ada = await claimant("ada-");
  const files = unzipSync((await exportData(ada.ctx)).zip);
  const data = JSON.parse(Buffer.from(files["data.json"] ?? []).toString());
  const file = `photos/${ada.file.id}.webp`;
  expect(data.claims).toMatchObject([
    { room: "ada-kitchen", words: "ada-The sink is dirty.", pictures: [{ file }] },
  ]);
  expect((await sharp(files[file]).metadata()).format).toBe("webp");
});

test("erasing a customer deletes their claims, the rows of the photos and their content", async () => {
  const ada = await claimant("ada-");
  clock.set("2026-07-10T20:00:00Z");
  const { rows } = await pool.query("select id, number from customers where user_id = $1", [
    ada.ctx.actor.id,
  ]);
  expect(await eraseCustomer(office(), { id: rows[0].id, confirm: String(rows[0].number) })).toEqual({
    ok: true,
  });
  for (const table of ["claims", "claim_pictures", "files"])
    expect((await pool.query(`select 1 from ${table}`)).rowCount, table).toBe(0);
  expect(await ctx().files.has(ada.file.sha256)).toBe(true);
  await queues.run("remove-file-objects");
  expect(await ctx().files.has(ada.file.sha256)).toBe(false);
});

test("a claim goes with its visit when two customers are merged", async () => {
  const ada = await claimant("ada-");
  const { rows } = await pool.query("insert into customers (first_name) values ('Ada') returning id");
  const kept = rows[0].id;
  await ctx().db.transaction((tx) =>
    moveToCustomer(tx, office(), { kept, merged: ada.ctx.actor.id }, office().actor.id),
  );
  expect(await readOfficeClaim(office(), ada.id)).toMatchObject({ customer_id: kept });
});
