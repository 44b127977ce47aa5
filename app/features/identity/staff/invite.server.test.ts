import { beforeEach, describe, expect, test } from "vitest";
import type { StaffRole } from "~/platform/auth/roles";
import type { StaffCtx, UserCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer, type Customer, PASSWORD } from "../../../../tests/support/customers";
import { acceptInvitation, joinAsInvited, readInvitation } from "./accept.server";
import { INVITATION_DAYS, invitationSubject, invitationToken } from "./invitation";
import { giveRole, readInvitations, resendInvitation, withdrawInvitation } from "./invite.server";
import { grantRole, revokeRole } from "./roles.server";

const world = await testWorld();
const { pool, clear, ctx, clock, queues } = world;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

async function withRole(tag: string, role: StaffRole) {
  const { ctx: own, email } = await aCustomer(world, tag);
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, $2, $3)", [
    own.actor.id,
    role,
    ctx().now.toString(),
  ]);
  return { email, id: own.actor.id, ctx: (): StaffCtx => ({ ...ctx(), actor: { ...own.actor, role } }) };
}

type Staff = Awaited<ReturnType<typeof withRole>>;

const NEW = "new@mail.example";
const invite = (by: Staff, email: string, role: StaffRole = "dispatcher", hands_over = false) =>
  giveRole(by.ctx(), { email, role, hands_over });

/** The token of the newest invitation. */
async function newestToken(): Promise<string> {
  const { rows } = await pool.query(
    "select id from invitations order by created_at desc, revoked_at nulls first",
  );
  return invitationToken(rows[0].id, ctx().links.sign(invitationSubject(rows[0].id)));
}

const browser = () => ctx().auth.forRequest("https://site.example", new Headers(), () => {});
const join = (token: string, password = PASSWORD) =>
  joinAsInvited(ctx(), browser(), {
    ...{ token, password, terms: "on" },
    ...{ first_name: "Grace", last_name: "Hopper" },
  });
const as = ({ ctx: own }: Customer, { proved = true } = {}): UserCtx => ({
  ...ctx(),
  actor: { ...own.actor, proved },
});
const stateOf = async (token: string) => (await readInvitation(ctx(), token)).state;

async function rolesOf(email: string): Promise<string[]> {
  const { rows } = await pool.query(
    "select role from user_roles r join users u on u.id = r.user_id where email = $1 order by r.id",
    [email],
  );
  return rows.map(({ role }) => role);
}

async function openIds(): Promise<string[]> {
  const { rows } = await pool.query(
    "select id from invitations where accepted_at is null and revoked_at is null",
  );
  return rows.map(({ id }) => id);
}

describe("an invitation", () => {
  test("goes by email to an address without an account, and the stored copy can't be accepted", async () => {
    const ada = await withRole("ada", "owner");
    expect(await invite(ada, NEW)).toEqual({ ok: true, user_id: null });
    expect(await queues.run("invitation-mail")).toBe(1);
    const { rows } = await pool.query(
      "select recipient, subject, text from mails where occasion like 'invitation:%'",
    );
    expect(rows).toMatchObject([
      { recipient: NEW, subject: "You’re invited to join the team of White Birch Cleaning" },
    ]);
    expect(rows[0].text).toContain("adafirst adalast invites you");
    expect(rows[0].text).toContain("Dispatcher");
  });

  test("opens a verified account with the role, also while sign-up is closed", async () => {
    const ada = await withRole("ada", "owner");
    await pool.query(
      `insert into admin_settings (category, key, value) values ('users', 'allow_user_registration', 'false')
       on conflict (category, key) do update set value = 'false'`,
    );
    await invite(ada, NEW);
    const token = await newestToken();
    expect(await stateOf(token)).toBe("new account");
    expect(await join(token)).toEqual({ ok: true });
    expect(await rolesOf(NEW)).toEqual(["dispatcher"]);
    const { rows } = await pool.query(
      "select email_verified, first_name from users join profiles using (id) where email = $1",
      [NEW],
    );
    expect(rows).toEqual([{ email_verified: true, first_name: "Grace" }]);
    const { rows: entries } = await pool.query(
      "select details from audit_log where action = 'user.role_granted'",
    );
    expect(entries).toEqual([
      { details: { before: { role: "user" }, after: { role: "dispatcher" }, invited_by: ada.id } },
    ]);
    expect(await queues.run("role-mail")).toBe(2);
  });

  test("is accepted once: of two at the same time one opens the account", async () => {
    const ada = await withRole("ada", "owner");
    await invite(ada, NEW);
    const token = await newestToken();
    const outcomes = await Promise.all([join(token), join(token)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await rolesOf(NEW)).toEqual(["dispatcher"]);
    expect(await stateOf(token)).toBe("accepted");
    expect(await join(token)).toEqual({ ok: false, reason: "changed" });
  });

  test("takes a password by the rules of sign-up", async () => {
    const ada = await withRole("ada", "owner");
    await invite(ada, NEW);
    expect(await join(await newestToken(), "password1234")).toMatchObject({ ok: false, field: "password" });
    expect(await rolesOf(NEW)).toEqual([]);
  });

  test("ends after 7 days", async () => {
    const ada = await withRole("ada", "owner");
    await invite(ada, NEW);
    const token = await newestToken();
    clock.advance({ hours: 24 * INVITATION_DAYS - 1 });
    expect(await stateOf(token)).toBe("new account");
    clock.advance({ hours: 1 });
    expect(await stateOf(token)).toBe("expired");
    expect(await join(token)).toEqual({ ok: false, reason: "changed" });
  });

  test.each(["", "nobody", "00000000-0000-4000-8000-000000000000.key"])(
    "has no page for the token %j",
    async (token) => expect(await stateOf(token)).toBe("missing"),
  );

  test("is replaced by a new one to the same email, whose role counts", async () => {
    const ada = await withRole("ada", "owner");
    await invite(ada, NEW, "manager");
    const first = await newestToken();
    clock.advance({ minutes: 1 });
    await invite(ada, NEW, "bookkeeper");
    expect(await stateOf(first)).toBe("revoked");
    expect(await queues.run("invitation-mail")).toBe(2);
    const { rows } = await pool.query("select text from mails where occasion like 'invitation:%'");
    expect(rows).toHaveLength(1);
    expect(await join(first)).toMatchObject({ ok: false });
    expect(await join(await newestToken())).toEqual({ ok: true });
    expect(await rolesOf(NEW)).toEqual(["bookkeeper"]);
  });

  test("is accepted by an account that was opened meanwhile, signed in and verified, and by no other", async () => {
    const ada = await withRole("ada", "owner");
    await invite(ada, "graceemail@mail.example");
    const token = await newestToken();
    const [eve, grace] = [await aCustomer(world, "eve"), await aCustomer(world, "grace")];
    expect(await stateOf(token)).toBe("log in");
    expect((await readInvitation(as(eve), token)).state).toBe("other account");
    expect(await acceptInvitation(as(eve), token)).toEqual({ ok: false, reason: "changed" });
    const unverified = as(grace);
    unverified.actor.email_verified = false;
    expect(await acceptInvitation(unverified, token)).toEqual({ ok: false, reason: "changed" });
    expect(await acceptInvitation(as(grace), token)).toEqual({ ok: true });
    expect([await rolesOf(eve.email), await rolesOf(grace.email)]).toEqual([[], ["dispatcher"]]);
  });

  test("no longer counts when the inviter may not give the role any more", async () => {
    const [ada, bob] = [await withRole("ada", "owner"), await withRole("bob", "owner")];
    await invite(bob, NEW, "manager");
    const token = await newestToken();
    await grantRole(ada.ctx(), { email: bob.email, role: "manager" });
    expect(await stateOf(token)).toBe("not allowed");
    expect(await join(token)).toEqual({ ok: false, reason: "changed" });
    expect((await pool.query("select from users where email = $1", [NEW])).rowCount).toBe(0);
  });

  test("ends when its person gets another role or loses one", async () => {
    const ada = await withRole("ada", "owner");
    const grace = await withRole("grace", "dispatcher");
    await invite(ada, grace.email, "owner");
    await revokeRole(ada.ctx(), { user_id: grace.id });
    expect(await stateOf(await newestToken())).toBe("revoked");
  });
});

describe("on the staff page", () => {
  test("a manager sees, sends again and withdraws only invitations to roles below their own", async () => {
    const [ada, boss] = [await withRole("ada", "owner"), await withRole("boss", "manager")];
    expect(await invite(boss, NEW, "manager")).toEqual({ ok: false, reason: "not allowed" });
    await invite(ada, NEW, "manager");
    const [id = ""] = await openIds();
    expect(await readInvitations(boss.ctx())).toEqual([]);
    expect(await withdrawInvitation(boss.ctx(), { id })).toBe(false);
    expect(await resendInvitation(boss.ctx(), { id })).toBeNull();
    expect(await invite(boss, NEW, "dispatcher")).toMatchObject({
      message: "An owner has already invited this person",
    });
    expect(await readInvitations(ada.ctx())).toMatchObject([
      { email: NEW, role: "manager", by: "adafirst adalast", expired: false },
    ]);
    expect(await openIds()).toEqual([id]);
  });

  test("sending again gives a new link and 7 new days, and ends the old link", async () => {
    const ada = await withRole("ada", "owner");
    await invite(ada, NEW);
    const old = await newestToken();
    clock.advance({ hours: 24 * 8 });
    expect(await readInvitations(ada.ctx())).toMatchObject([{ expired: true }]);
    const [id = ""] = await openIds();
    expect(await resendInvitation(ada.ctx(), { id })).toMatchObject({ ok: true });
    expect(await stateOf(old)).toBe("revoked");
    clock.advance({ hours: 24 * 6 });
    expect(await join(await newestToken())).toEqual({ ok: true });
  });

  test("a withdrawn invitation can be neither accepted nor sent again", async () => {
    const ada = await withRole("ada", "owner");
    await invite(ada, NEW);
    const [id = ""] = await openIds();
    expect(await withdrawInvitation(ada.ctx(), { id })).toBe(true);
    expect(await withdrawInvitation(ada.ctx(), { id })).toBe(false);
    expect(await resendInvitation(ada.ctx(), { id })).toBeNull();
    expect(await stateOf(await newestToken())).toBe("revoked");
    expect(await queues.run("invitation-mail")).toBe(1);
    expect((await pool.query("select from mails where occasion like 'invitation:%'")).rowCount).toBe(0);
  });
});

describe("ownership", () => {
  test("is not given before the other accepts with a fresh proof", async () => {
    const [ada, grace] = [await withRole("ada", "owner"), await aCustomer(world, "grace")];
    expect(await invite(ada, grace.email, "owner")).toEqual({ ok: true, user_id: null });
    expect(await rolesOf(grace.email)).toEqual([]);
    const token = await newestToken();
    expect(await acceptInvitation(as(grace, { proved: false }), token)).toEqual({
      ok: false,
      reason: "proof",
    });
    expect(await rolesOf(grace.email)).toEqual([]);
    expect(await acceptInvitation(as(grace), token)).toEqual({ ok: true });
    expect([await rolesOf(grace.email), await rolesOf(ada.email)]).toEqual([["owner"], ["owner"]]);
  });

  test("is handed over: the only owner becomes manager in the moment in which the other accepts", async () => {
    const [ada, grace] = [await withRole("ada", "owner"), await aCustomer(world, "grace")];
    await invite(ada, grace.email, "owner", true);
    expect(await acceptInvitation(as(grace), await newestToken())).toEqual({ ok: true });
    expect([await rolesOf(grace.email), await rolesOf(ada.email)]).toEqual([["owner"], ["owner", "manager"]]);
    expect(await acceptInvitation(as(grace), await newestToken())).toEqual({ ok: false, reason: "changed" });
    expect(await queues.run("role-mail")).toBe(4);
  });

  test("is offered to verified accounts only, and not to an owner", async () => {
    const [ada, eve] = [await withRole("ada", "owner"), await aCustomer(world, "eve", { verified: false })];
    expect(await invite(ada, NEW, "owner")).toMatchObject({ reason: "wrong", field: "email" });
    expect(await invite(ada, eve.email, "owner")).toMatchObject({
      message: "This email is not verified yet",
    });
    expect(await invite(ada, ada.email, "owner")).toMatchObject({
      message: "This person is already an owner",
    });
    expect(await openIds()).toEqual([]);
  });

  test("sent again by another owner no longer hands over for the first", async () => {
    const [ada, bob] = [await withRole("ada", "owner"), await withRole("bob", "owner")];
    const grace = await aCustomer(world, "grace");
    await invite(ada, grace.email, "owner", true);
    const [id = ""] = await openIds();
    clock.advance({ minutes: 1 });
    await resendInvitation(bob.ctx(), { id });
    await acceptInvitation(as(grace), await newestToken());
    expect([await rolesOf(ada.email), await rolesOf(bob.email)]).toEqual([["owner"], ["owner"]]);
  });

  test("stays with one owner when an acceptance and a removal come at the same time", async () => {
    const [ada, bob] = [await withRole("ada", "owner"), await withRole("bob", "owner")];
    const grace = await aCustomer(world, "grace");
    await invite(ada, grace.email, "owner", true);
    const token = await newestToken();
    await Promise.all([
      acceptInvitation(as(grace), token),
      revokeRole(bob.ctx(), { user_id: ada.id }),
      revokeRole(bob.ctx(), { user_id: bob.id }),
    ]);
    const newest = await Promise.all(
      [ada, bob, grace].map(async ({ email }) => (await rolesOf(email)).at(-1)),
    );
    expect(newest).toContain("owner");
  });
});
