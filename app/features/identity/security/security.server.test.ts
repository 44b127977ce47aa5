import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "~/features/identity/sign-in/sign-in.server";
import { auditOf } from "../../../../tests/support/bookings";
import { testBrowser } from "../../../../tests/support/browser";
import { testWorld } from "../../../../tests/support/ctx";
import { changePassword } from "./passwords.server";
import { endOtherSessions, endSession, hasPassword, readDevices } from "./security.server";

const world = await testWorld({ now: new Date().toISOString() });
const { pool, ctx, clear } = world;
const email = "ada@mail.example";
const password = "lenticels on white bark";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1";
let browser: ReturnType<typeof testBrowser>;

beforeEach(async () => {
  await clear();
  browser = testBrowser(world, "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0");
  await browser.signUp(email, password);
});

async function phone() {
  const other = testBrowser(world, IPHONE);
  expect((await signIn(ctx(), other.auth(), { email, password })).ok).toBe(true);
  return other;
}

describe("the list of devices", () => {
  test("names the user's own devices with this one first", async () => {
    await phone();
    await testBrowser(world).signUp("grace@mail.example", password);
    const devices = await readDevices(await browser.signedIn());
    expect(devices.map(({ name, is_this, last_used }) => [name, is_this, last_used])).toEqual([
      ["Firefox on Linux", true, "today"],
      ["Safari on iPhone", false, "today"],
    ]);
  });

  test("shows the last use in company time", async () => {
    const { actor } = await browser.signedIn();
    const now = Temporal.Instant.from("2026-06-11T03:30:00Z"); // June 10 in New Hampshire
    const lastUsed = async (at: string) => {
      await pool.query("update sessions set used_at = $1 where user_id = $2", [at, actor.id]);
      const [device] = await readDevices({ ...ctx({ now }), actor });
      return device?.last_used;
    };
    expect(await lastUsed("2026-06-10T04:00:00Z")).toBe("today");
    expect(await lastUsed("2026-06-10T03:59:59Z")).toBe("yesterday");
    expect(await lastUsed("2026-06-09T03:59:59Z")).toBe("on Jun 08, 2026");
  });

  test("shows where and when each was used first and last", async () => {
    const { actor } = await browser.signedIn();
    const now = ctx().now.add({ hours: 24 });
    await pool.query(
      "update sessions set ip_address = '2001:db8:1:2::/64', used_at = $1 where user_id = $2",
      [now.toString(), actor.id],
    );
    const [device] = await readDevices({ ...ctx({ now }), actor });
    expect(device).toMatchObject({
      place: "2001:db8:1:2::/64",
      signed_in: "yesterday",
      last_used: "today",
    });
  });

  test("leaves out expired sessions", async () => {
    const other = await phone();
    const { actor } = await other.signedIn();
    await pool.query("update sessions set expires_at = now() - interval '1 minute' where id = $1", [
      actor.session_id,
    ]);
    expect(await readDevices(await browser.signedIn())).toHaveLength(1);
  });
});

describe("ending one session", () => {
  test("ends that one at once and keeps the others", async () => {
    const [first, second] = [await phone(), await phone()];
    const here = await browser.signedIn();
    const session = (await first.signedIn()).actor.session_id;
    expect(await endSession(here, { session })).toEqual({ ok: true });
    expect(await first.user()).toBeNull();
    expect(await second.user()).not.toBeNull();
    const { rows } = await pool.query("select details from audit_log where action = 'user.session_ended'");
    expect(rows).toEqual([{ details: { device: "Safari on iPhone" } }]);
  });

  test("never ends this one or somebody else's", async () => {
    const grace = testBrowser(world);
    await grace.signUp("grace@mail.example", password);
    const here = await browser.signedIn();
    const theirs = (await grace.signedIn()).actor.session_id;
    for (const session of [theirs, here.actor.session_id]) {
      expect(await endSession(here, { session })).toEqual({ ok: false });
    }
    expect(await grace.user()).not.toBeNull();
    expect(await browser.user()).not.toBeNull();
    expect(await auditOf(pool, here.actor.id)).not.toContain("user.session_ended");
  });
});

test("signing out everywhere else ends the other sessions at once and keeps this one", async () => {
  const other = await phone();
  expect(await other.user()).not.toBeNull();
  const here = await browser.signedIn();
  expect(await endOtherSessions(here, browser.auth())).toEqual({ ok: true });
  expect(await other.user()).toBeNull();
  expect((await browser.signedIn()).actor.session_id).toBe(here.actor.session_id);
  expect(await auditOf(pool, here.actor.id)).toContain("user.other_sessions_ended");
});

describe("changing the password", () => {
  const change = async (current_password: string, new_password: string) =>
    changePassword(await browser.signedIn(), browser.auth(), { current_password, new_password });

  test("requires the old password, ends the other sessions and keeps this one", async () => {
    const other = await phone();
    expect(await change("not this", "paper bark and moss")).toMatchObject({ field: "current_password" });
    expect(await change(password, "password123")).toMatchObject({ ok: false, field: "new_password" });
    expect(await other.user()).not.toBeNull();
    expect(await change(password, "paper bark and moss")).toEqual({ ok: true });
    expect(await other.user()).toBeNull();
    const { actor } = await browser.signedIn();
    expect(await auditOf(pool, actor.id)).toContain("user.password_changed");
    const again = (given: string) => signIn(ctx(), testBrowser(world).auth(), { email, password: given });
    expect(await again(password)).toEqual({ ok: false, reason: "invalid" });
    expect((await again("paper bark and moss")).ok).toBe(true);
  });

  test("is refused for an account without a password", async () => {
    const here = await browser.signedIn();
    expect(await hasPassword(here)).toBe(true);
    await pool.query("update accounts set provider_id = 'google', password = null where user_id = $1", [
      here.actor.id,
    ]);
    expect(await hasPassword(here)).toBe(false);
    expect(await change("", "paper bark and moss")).toMatchObject({ ok: false });
  });
});
