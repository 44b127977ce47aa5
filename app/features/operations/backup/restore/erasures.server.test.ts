import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseAccount } from "~/features/identity/privacy/erase.server";
import { restoreCommand } from "~/features/operations/backup/command.server";
import { makeBackup } from "~/features/operations/backup/create.server";
import { takeUpJobs } from "~/features/operations/backup/file/queue.server";
import { auditOf, setCrews } from "../../../../../tests/support/bookings";
import { testWorld } from "../../../../../tests/support/ctx";
import {
  aCustomerOfEverything,
  bookAndPay,
  type Customer,
  PASSWORD,
} from "../../../../../tests/support/customers";
import { placesOf, tablesWith } from "../../../../../tests/support/everywhere";
import { temporaryFolder } from "../../../../../tests/support/temporary-folder";

const world = await testWorld();
const { pool, ownerDb, connection, ctx, clock, clear, dataDir, queues } = world;
const TAG = "xqada";
const list = path.join(dataDir, "backups", "erased-accounts.json");

beforeEach(async () => {
  await clear();
  await pool.query("delete from backups");
  await pool.query("delete from erasures");
  await setCrews(pool, 2);
  clock.set("2026-06-01T12:00:00Z");
});

const erase = ({ ctx: own, auth }: Customer) =>
  eraseAccount({ ...own, now: clock.now }, auth, { password: PASSWORD });

async function backUp(): Promise<string> {
  const made = await makeBackup({ ...ctx(), actor: { kind: "system" } }, "manual");
  if (!made.ok) throw new Error("No backup was made");
  return path.join(dataDir, "backups", made.file);
}

const restore = (file: string, folder = dataDir) =>
  restoreCommand({ ...ctx(), db: ownerDb, connection, dataDir: folder }, [file, "--replace"], () => {});

describe("restoring a backup from before an erasure", () => {
  test("erases the customer again everywhere, including waiting jobs", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const { id } = ada.ctx.actor;
    await ctx().jobs.enqueue(ctx().db, "account-exists-mail", { email: ada.email, request_id: "3" });
    const file = await backUp();
    expect(await erase(ada)).toEqual({ ok: true });
    await queues.run("forget-mail-files");

    await restore(file);
    await takeUpJobs(ctx());
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await tablesWith(pool, id)).toEqual([
      "public.audit_log",
      "public.credit_transfers",
      "public.erasures",
    ]);
    expect((await auditOf(pool, id)).at(-1)).toBe("user.erased");
    expect((await pool.query("select 1 from bookings")).rows.length).toBeGreaterThan(2); // the books stay
    expect(await queues.waiting("forget-mail-files")).not.toEqual([]);
  });

  test("cancels the customer's open visits, so that no crew goes there", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const ahead = await bookAndPay(world, { ...ada.ctx, now: clock.now }, TAG, { date: "2026-06-12" });
    const file = await backUp();
    await pool.query("update bookings set status = 'cancelled' where id = $1", [ahead.id]);
    expect(await erase(ada)).toEqual({ ok: true });

    await restore(file);
    const { rows } = await pool.query("select status, user_id from bookings where id = $1", [ahead.id]);
    expect(rows).toEqual([{ status: "cancelled", user_id: null }]);
  });

  test("reads the list next to the backups on a machine that has nothing else", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const file = await backUp();
    expect(await erase(ada)).toEqual({ ok: true });
    await queues.run("keep-erasures");
    expect(await readFile(list, "utf8")).not.toContain(TAG);

    const elsewhere = await temporaryFolder();
    const copy = path.join(elsewhere, path.basename(file));
    await copyFile(file, copy);
    await copyFile(list, path.join(elsewhere, "erased-accounts.json"));
    await pool.query("delete from erasures");
    await restore(copy, path.join(elsewhere, "data"));
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await tablesWith(pool, ada.ctx.actor.id)).toContain("public.erasures");
  });

  test("does not change other customers", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    clock.set("2026-06-01T12:00:00Z");
    const bob = await aCustomerOfEverything(world, "xqbob");
    const file = await backUp();
    expect(await erase(ada)).toEqual({ ok: true });
    const before = await placesOf(pool, "xqbob");
    expect(before.length).toBeGreaterThan(8);
    await restore(file);
    const apart = /^public\.(restored_jobs|sessions|verifications)\./; // as after every restore
    const still = (places: string[]) => places.filter((place) => !apart.test(place));
    expect(still(await placesOf(pool, "xqbob"))).toEqual(still(before));
    expect((await pool.query("select 1 from users where id = $1", [bob.ctx.actor.id])).rows).toHaveLength(1);
  });
});

test("an unreadable list of erasures stops the restore before any change", async () => {
  await aCustomerOfEverything(world, TAG);
  const file = await backUp();
  await mkdir(path.dirname(list), { recursive: true });
  await writeFile(list, "[{");
  await pool.query("delete from erasures");
  await expect(restore(file)).rejects.toThrow(
    "The list of erased accounts is damaged: erased-accounts.json.",
  );
  expect(await placesOf(pool, TAG)).not.toEqual([]);
});
