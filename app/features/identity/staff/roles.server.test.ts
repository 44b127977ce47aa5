import { beforeEach, describe, expect, test } from "vitest";
import { readActor } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { StaffRole } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer, type Customer } from "../../../../tests/support/customers";
import { giveRole } from "./invite.server";
import { readAccount, readStaff } from "./queries.server";
import { grantRole, revokeRole } from "./roles.server";
import { endSessions } from "./sessions.server";

const world = await testWorld();
const { pool, clear, ctx, db, queues } = world;
type Admin = { ctx: StaffCtx; auth: RequestAuth; email: string };

beforeEach(clear);

async function anAdmin(tag: string): Promise<Admin> {
  const { ctx: own, auth, email } = await aCustomer(world, tag);
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'admin', $2)", [
    own.actor.id,
    ctx().now.toString(),
  ]);
  return { ctx: { ...own, actor: { ...own.actor, role: "owner" } }, auth, email };
}

async function rolesOf(id: string): Promise<string[]> {
  const { rows } = await pool.query("select role from user_roles where user_id = $1 order by id", [id]);
  return rows.map(({ role }) => role);
}

const roleOf = async ({ ctx: own }: Customer | Admin) =>
  (await readActor(db, own.log, own.actor.session_id))?.role;
const isAdmin = async (person: Customer | Admin) => (await roleOf(person)) === "owner";
const revoke = (by: Admin, whom: Admin) => revokeRole(by.ctx, { user_id: whom.ctx.actor.id });

describe("giving a role", () => {
  test("adds a role row, takes effect at once and writes to the audit trail", async () => {
    const [ada, grace] = [await anAdmin("ada"), await aCustomer(world, "grace")];
    const id = grace.ctx.actor.id;
    expect(await grantRole(ada.ctx, { email: grace.email, role: "manager" })).toEqual({
      ok: true,
      user_id: id,
    });
    expect(await roleOf(grace)).toBe("manager");
    const { rows } = await pool.query("select actor, action, details from audit_log where entity_id = $1", [
      id,
    ]);
    expect(rows.at(-1)).toEqual({
      actor: `admin:${ada.ctx.actor.id}`,
      action: "user.role_granted",
      details: { before: { role: "user" }, after: { role: "manager" } },
    });
  });

  test.each([
    ["an unknown address", "nobody@mail.example", { reason: "no account" }],
    ["the last owner", "adaemail@mail.example", { reason: "last" }],
    [
      "someone who has it",
      "bobemail@mail.example",
      { field: "email", message: "This person is already a manager" },
    ],
  ])("is refused for %s", async (_, email, refusal) => {
    const [ada, bob] = [await anAdmin("ada"), await anAdmin("bob")];
    await pool.query("update user_roles set role = 'manager' where user_id = $1", [bob.ctx.actor.id]);
    expect(await grantRole(ada.ctx, { email, role: "manager" })).toMatchObject({ ok: false, ...refusal });
    expect((await pool.query("select from user_roles")).rowCount).toBe(2);
  });

  test("is refused for an account whose email is not verified", async () => {
    const [ada, grace] = [await anAdmin("ada"), await aCustomer(world, "grace", { verified: false })];
    const outcome = await grantRole(ada.ctx, {
      email: grace.email,
      role: "manager",
    });
    expect(outcome).toMatchObject({ ok: false, field: "email", message: "This email is not verified yet" });
    expect(await roleOf(grace)).toBe("user");
  });

  test("is refused if the actor has no role any more", async () => {
    const [ada, grace, eve] = [await anAdmin("ada"), await anAdmin("grace"), await aCustomer(world, "eve")];
    expect(await revoke(ada, grace)).toEqual({ ok: true });
    const outcome = await grantRole(grace.ctx, {
      email: eve.email,
      role: "manager",
    });
    expect(outcome).toEqual({ ok: false, reason: "not allowed" });
    expect(await roleOf(eve)).toBe("user");
  });
});

describe("taking a role away", () => {
  test("adds a role row and keeps the earlier ones", async () => {
    const [ada, grace] = [await anAdmin("ada"), await anAdmin("grace")];
    expect(await revoke(ada, grace)).toEqual({ ok: true });
    expect(await isAdmin(grace)).toBe(false);
    expect(await rolesOf(grace.ctx.actor.id)).toEqual(["admin", "user"]);
    expect(await revoke(ada, grace)).toEqual({ ok: false, reason: "no role" });
    expect((await readAccount(ada.ctx, grace.ctx.actor.id))?.roles.map(({ role }) => role)).toEqual([
      "user",
      "admin",
    ]);
  });

  test("takes effect even if the clock was set back", async () => {
    const [ada, grace] = [await anAdmin("ada"), await anAdmin("grace")];
    await pool.query("update user_roles set created_at = '2026-12-24'");
    expect(await revoke(ada, grace)).toEqual({ ok: true });
    expect(await isAdmin(grace)).toBe(false);
  });

  test("is refused for the last owner", async () => {
    const ada = await anAdmin("ada");
    expect(await revoke(ada, ada)).toEqual({ ok: false, reason: "last" });
    expect(await isAdmin(ada)).toBe(true);
  });

  test("leaves one owner when two revoke each other or themselves at the same time", async () => {
    for (const pairs of [
      (a: Admin, b: Admin) => [revoke(a, b), revoke(b, a)],
      (a: Admin, b: Admin) => [revoke(a, a), revoke(b, b)],
    ]) {
      await clear();
      const [ada, grace] = [await anAdmin("ada"), await anAdmin("grace")];
      const outcomes = await Promise.all(pairs(ada, grace));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect([await isAdmin(ada), await isAdmin(grace)].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe("ending an account's sessions", () => {
  test("ends one or all of them at once and writes to the audit trail", async () => {
    const [ada, grace] = [await anAdmin("ada"), await aCustomer(world, "grace")];
    const { id, session_id } = grace.ctx.actor;
    expect((await readAccount(ada.ctx, id))?.sessions).toHaveLength(1);
    expect(await endSessions(ada.ctx, { user_id: id, session_id })).toEqual({ ok: true, ended: 1 });
    expect(await readActor(db, grace.ctx.log, session_id)).toBeNull();
    expect(await endSessions(ada.ctx, { user_id: id })).toEqual({ ok: true, ended: 0 });
    const { rows } = await pool.query("select details from audit_log where action = 'user.sessions_ended'");
    expect(rows).toEqual([{ details: { ended: 1 } }]);
  });

  test("leaves other accounts and the actor's own session alone", async () => {
    const [ada, grace] = [await anAdmin("ada"), await aCustomer(world, "grace")];
    const { session_id } = grace.ctx.actor;
    expect(await endSessions(ada.ctx, { user_id: ada.ctx.actor.id, session_id })).toMatchObject({
      ended: 0,
    });
    expect(await endSessions(ada.ctx, { user_id: ada.ctx.actor.id })).toMatchObject({ ended: 0 });
    expect(await readActor(db, ada.ctx.log, ada.ctx.actor.session_id)).not.toBeNull();
  });
});

test("the list of staff shows the role, since when, two-factor and the number of sessions", async () => {
  const [ada] = [await anAdmin("ada"), await aCustomer(world, "grace")];
  await pool.query("update users set two_factor_enabled = true where email = $1", [ada.email]);
  expect(await readStaff(ada.ctx)).toEqual([
    {
      id: ada.ctx.actor.id,
      name: "adafirst adalast",
      email: ada.email,
      role: "owner",
      since: "Jun 01, 2026",
      two_factor: true,
      sessions: 1,
      is_you: true,
    },
  ]);
});

test("a change is mailed to the person and to all owners, and says what it was", async () => {
  const [ada, bob, grace] = [await anAdmin("ada"), await anAdmin("bob"), await aCustomer(world, "grace")];
  const form = { email: grace.email, role: "dispatcher" as const };
  expect(await grantRole(ada.ctx, form)).toMatchObject({ ok: true });
  expect(await queues.run("role-mail")).toBe(3);
  const { rows } = await pool.query(
    "select recipient, subject, text from mails where occasion like 'role:%' order by recipient",
  );
  expect(rows.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [ada.email, "A role was changed at White Birch Cleaning"],
    [bob.email, "A role was changed at White Birch Cleaning"],
    [grace.email, "Your role was changed at White Birch Cleaning"],
  ]);
  expect(rows[0].text).toContain(`The role of ${grace.email} changed from User to Dispatcher.`);
  expect(rows[2].text).toContain("Your role changed from User to Dispatcher.");
});

test("an owner who is removed is told, too, and a refused change mails nobody", async () => {
  const [ada, bob] = [await anAdmin("ada"), await anAdmin("bob")];
  expect(await revoke(ada, bob)).toEqual({ ok: true });
  expect(await revoke(ada, ada)).toEqual({ ok: false, reason: "last" });
  expect(await queues.run("role-mail")).toBe(2);
  const { rows } = await pool.query("select recipient from mails where occasion like 'role:%'");
  expect(rows.map(({ recipient }) => recipient).sort()).toEqual([ada.email, bob.email]);
});

describe("who may give which role", () => {
  const as = (role: StaffRole, { ctx: own, auth, email }: Admin): Admin => ({
    ...{ auth, email },
    ctx: { ...own, actor: { ...own.actor, role } },
  });

  async function withRole(tag: string, role: StaffRole): Promise<Admin> {
    const person = await anAdmin(tag);
    await pool.query("update user_roles set role = $1 where user_id = $2", [role, person.ctx.actor.id]);
    return as(role, person);
  }

  test("a manager gives roles below their own only, and can't raise themselves", async () => {
    const [boss, grace] = [await withRole("boss", "manager"), await aCustomer(world, "grace")];
    await anAdmin("ada");
    const give = (email: string, role: StaffRole) => giveRole(boss.ctx, { email, role, hands_over: false });
    expect(await give(grace.email, "dispatcher")).toMatchObject({ ok: true });
    expect(await give(grace.email, "bookkeeper")).toMatchObject({ ok: true });
    for (const role of ["manager", "owner"] as const)
      expect(await give(grace.email, role)).toEqual({ ok: false, reason: "not allowed" });
    expect(await give(boss.email, "owner")).toEqual({ ok: false, reason: "not allowed" });
    expect(await rolesOf(grace.ctx.actor.id)).toEqual(["dispatcher", "bookkeeper"]);
  });

  test("a manager can neither lower nor remove an owner or another manager", async () => {
    const [boss, ada, bob] = [
      await withRole("boss", "manager"),
      await anAdmin("ada"),
      await withRole("bob", "manager"),
    ];
    for (const { email, ctx: own } of [ada, bob]) {
      const lowered = { email, role: "dispatcher" as const };
      expect(await grantRole(boss.ctx, lowered)).toEqual({ ok: false, reason: "not allowed" });
      const removed = { user_id: own.actor.id };
      expect(await revokeRole(boss.ctx, removed)).toEqual({ ok: false, reason: "not allowed" });
      expect((await readAccount(boss.ctx, own.actor.id))?.may_become).toEqual([]);
    }
  });

  test("the last owner can't be lowered, and the stored role counts, not the one at sign-in", async () => {
    const [ada, grace] = [await anAdmin("ada"), await aCustomer(world, "grace")];
    const own = { email: ada.email, role: "manager" as const };
    expect(await grantRole(ada.ctx, own)).toEqual({ ok: false, reason: "last" });
    await pool.query("update user_roles set role = 'dispatcher'");
    const form = { email: grace.email, role: "dispatcher" as const };
    expect(await grantRole(ada.ctx, form)).toEqual({ ok: false, reason: "not allowed" });
  });
});
