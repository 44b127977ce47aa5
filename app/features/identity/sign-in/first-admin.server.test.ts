import { beforeEach, describe, expect, test } from "vitest";
import { seedAdmin } from "../../../../db/seed/accounts";
import { testWorld } from "../../../../tests/support/ctx";

const { db, pool, ctx, clock, clear } = await testWorld();
const login = { email: "boss@mail.example", password: "the owner's own words" };

beforeEach(clear);

const seed = () => seedAdmin({ db, auth: ctx().auth, now: clock.now }, login);

async function logsIn(password: string): Promise<boolean> {
  const visitor = ctx().auth.forRequest("https://site.example", new Headers(), () => {});
  return (await visitor.signIn({ email: login.email, password })).ok;
}

const roles = async () => (await pool.query("select user_id, role from user_roles order by id")).rows;

async function aUser(verified: boolean): Promise<string> {
  const { rows } = await pool.query(
    "insert into users (name, email, email_verified) values ('Somebody', $1, $2) returning id",
    [login.email, verified],
  );
  const password = await ctx().auth.hashPassword("somebody's own words");
  await pool.query(
    "insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
    [rows[0].id, password],
  );
  return rows[0].id;
}

describe("seeding the first administrator", () => {
  test("creates one account however often the site starts", async () => {
    await seed();
    await seed();
    expect(await roles()).toMatchObject([{ role: "admin" }]);
    expect(await logsIn(login.password)).toBe(true);
  });

  test("promotes an existing account whose email is verified and keeps its password", async () => {
    const id = await aUser(true);
    await seed();
    expect(await roles()).toEqual([{ user_id: id, role: "admin" }]);
    expect([await logsIn("somebody's own words"), await logsIn(login.password)]).toEqual([true, false]);
  });

  test("creates a separate administrator when the account under that email is not verified", async () => {
    const stranger = await aUser(false);
    await seed();
    const [admin] = await roles();
    expect(admin.user_id).not.toBe(stranger);
    expect([await logsIn("somebody's own words"), await logsIn(login.password)]).toEqual([false, true]);
  });

  test("does not grant the role again after it was revoked", async () => {
    await seed();
    const [{ user_id }] = await roles();
    await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'user', now())", [
      user_id,
    ]);
    await seed();
    expect((await roles()).map(({ role }) => role)).toEqual(["admin", "user"]);
  });
});
