import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { sessions } from "~/db/schema/accounts";
import { testBrowser } from "../../../tests/support/browser";
import { testWorld } from "../../../tests/support/ctx";
import { isOpenSession, readActor } from "./actor.server";

const world = await testWorld();
const { pool, ctx, clear, db } = world;
let session: string;
let user: string;

beforeEach(async () => {
  await clear();
  const browser = testBrowser(world);
  user = await browser.signUp("ada@mail.example", "lenticels on white bark");
  session = (await browser.signedIn()).actor.session_id;
});

const unusedFor = (time: string) =>
  pool.query("update sessions set used_at = now() - $1::interval where id = $2", [time, session]);
const use = (address: string | null) => readActor(db, ctx().log, session, { address });
const noted = async () => {
  const { rows } = await pool.query(
    "select nullif(ip_address, '') as address, now() - used_at < interval '10 seconds' as now from sessions where id = $1",
    [session],
  );
  return rows[0];
};
const joinTheOffice = (role = "admin") =>
  pool.query("insert into user_roles (user_id, role, created_at) values ($1, $2, now())", [user, role]);

describe("a use of a session", () => {
  test("is noted with its address, at the latest after ten minutes", async () => {
    await use("192.0.2.7");
    expect(await noted()).toEqual({ address: "192.0.2.7", now: true });
    await unusedFor("9 minutes");
    await use("192.0.2.7");
    expect(await noted()).toEqual({ address: "192.0.2.7", now: false });
    await unusedFor("11 minutes");
    await use("192.0.2.7");
    expect(await noted()).toEqual({ address: "192.0.2.7", now: true });
  });

  test("from another address is noted after a minute", async () => {
    await use("192.0.2.7");
    await use("198.51.100.1");
    expect(await noted()).toEqual({ address: "192.0.2.7", now: true });
    await unusedFor("61 seconds");
    await use("198.51.100.1");
    expect(await noted()).toEqual({ address: "198.51.100.1", now: true });
  });

  test("is not noted for what a page asks by itself", async () => {
    await unusedFor("11 hours");
    expect(await readActor(db, ctx().log, session)).not.toBeNull();
    expect(await noted()).toEqual({ address: null, now: false });
  });
});

describe("a session of the office", () => {
  test("lasts through each pause of up to 12 hours", async () => {
    await joinTheOffice();
    for (let pause = 0; pause < 3; pause += 1) {
      await use("192.0.2.7");
      await unusedFor("12 hours 9 minutes"); // at most ten of them may have been used without a note
      expect(await use("192.0.2.7")).not.toBeNull();
      expect(await noted()).toMatchObject({ now: true });
    }
  });

  test("ends before a pause of 13 hours is over", async () => {
    await joinTheOffice();
    await unusedFor("12 hours 11 minutes");
    expect(await use("192.0.2.7")).toBeNull();
    expect(await noted()).toMatchObject({ now: false });
  });

  test("of a customer lasts", async () => {
    await unusedFor("29 days");
    expect(await use("192.0.2.7")).not.toBeNull();
    await joinTheOffice();
    await joinTheOffice("user");
    await unusedFor("29 days");
    expect(await use("192.0.2.7")).not.toBeNull();
  });

  test("is not listed as open once it has ended", async () => {
    const listed = (role: "user" | "owner") =>
      db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, session), isOpenSession(role)));
    await unusedFor("12 hours 11 minutes");
    expect(await listed("user")).toHaveLength(1);
    expect(await listed("owner")).toEqual([]);
  });
});
