import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "~/features/identity/sign-in/sign-in.server";
import { signUp } from "~/features/identity/sign-in/sign-up.server";
import { openAuth } from "~/platform/auth/auth.server";
import { testBrowser } from "../../../../tests/support/browser";
import { AUTH_SECRET, testWorld } from "../../../../tests/support/ctx";
import { aCustomer, PASSWORD } from "../../../../tests/support/customers";
import { knownDevice } from "./devices.server";
import { changePassword } from "./passwords.server";
import { endOtherSessions } from "./security.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1";
const EMAIL = "ada@mail.example";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

/** A browser with its own cookies. */
function browser(userAgent: string) {
  const { jar, auth, signedIn } = testBrowser(world, userAgent);
  return {
    jar,
    auth,
    signedIn,
    /** Creates the account and signs in for the first time. */
    async signUp() {
      const names = { first_name: "Ada", last_name: "L" };
      await signUp(ctx(), auth(), { email: EMAIL, password: PASSWORD, terms: "on", ...names });
      await signIn(ctx(), auth(), { email: EMAIL, password: PASSWORD });
    },
    signIn: (password = PASSWORD) => signIn(ctx(), auth(), { email: EMAIL, password }),
    isKnown: async (email = EMAIL) => (await knownDevice(ctx(), auth(), { email })) !== null,
  };
}

const emailedDevices = async () => (await queues.waiting("new-sign-in-mail")).map(({ device }) => device);

describe("signing in", () => {
  test("sends no email for the account's first browser", async () => {
    const home = browser(FIREFOX);
    await home.signUp();
    expect(await home.signIn()).toMatchObject({ ok: true });
    expect(await emailedDevices()).toEqual([]);
  });

  test("sends one email for a new browser", async () => {
    await browser(FIREFOX).signUp();
    const phone = browser(SAFARI);
    await phone.signIn();
    await phone.signIn();
    expect(await emailedDevices()).toEqual(["Safari on iPhone"]);
    await queues.run("new-sign-in-mail");
    const { rows } = await pool.query(
      "select recipient, subject, text from mails where occasion like 'new-sign-in:%'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      recipient: EMAIL,
      subject: "New sign-in to your White Birch Cleaning account",
    });
    for (const part of ["Safari on iPhone", "Jun 01, 2026, 8:00 AM", "https://site.example/profile/security"])
      expect(rows[0].text).toContain(part);
  });

  test("sends an email for another browser of the same kind", async () => {
    await browser(FIREFOX).signUp();
    await browser(FIREFOX).signIn();
    expect(await emailedDevices()).toEqual(["Firefox on Linux"]);
  });

  test("sends an email for another kind of browser with a copied device id", async () => {
    const home = browser(FIREFOX);
    await home.signUp();
    const thief = browser(SAFARI);
    thief.jar.set("wb_device", home.jar.get("wb_device") ?? "");
    await thief.signIn();
    expect(await emailedDevices()).toEqual(["Safari on iPhone"]);
  });

  test("does not remember the browser after a wrong password", async () => {
    await browser(FIREFOX).signUp();
    const stranger = browser(SAFARI);
    expect(await stranger.signIn("not the password")).toMatchObject({ ok: false });
    expect(await emailedDevices()).toEqual([]);
    expect(stranger.jar.has("wb_device")).toBe(false);
  });
});

describe("a known device", () => {
  test("is one that has signed in to this account", async () => {
    const [home, stranger] = [browser(FIREFOX), browser(FIREFOX)];
    await home.signUp();
    await stranger.signIn("not the password");
    expect([await home.isKnown(), await stranger.isKnown()]).toEqual([true, false]);
    await aCustomer(world, "grace");
    expect(await home.isKnown("graceemail@mail.example"), "another account").toBe(false);
    expect(await home.isKnown("nobody@mail.example"), "no account").toBe(false);
  });

  test("needs the cookie as it was signed, and the same kind of browser", async () => {
    const home = browser(FIREFOX);
    await home.signUp();
    const cookie = home.jar.get("wb_device") ?? "";
    const [id = ""] = cookie.split(".");
    for (const forged of [id, `${id}.${"A".repeat(43)}`, `${id}.`, cookie.replace(/^./, "x")]) {
      home.jar.set("wb_device", forged);
      expect(await home.isKnown(), forged).toBe(false);
    }
    const thief = browser(SAFARI);
    thief.jar.set("wb_device", cookie);
    expect(await thief.isKnown()).toBe(false);
  });

  test("with a cookie from before signatures is signed at its next sign-in, without an email", async () => {
    const home = browser(FIREFOX);
    await home.signUp();
    home.jar.set("wb_device", home.jar.get("wb_device")?.split(".")[0] ?? "");
    await home.signIn();
    expect([await home.isKnown(), await emailedDevices()]).toEqual([true, []]);
  });

  test("stays known when the secret is replaced, as long as the old one is read", async () => {
    const home = browser(FIREFOX);
    await home.signUp();
    const headers = new Headers({
      "User-Agent": FIREFOX,
      Cookie: `wb_device=${home.jar.get("wb_device")}`,
    });
    const isKnown = async (...oldSecrets: string[]) => {
      const mayRegister = async () => true;
      const options = { db: world.db, log: ctx().log, secret: "n".repeat(40), oldSecrets, social: {} };
      const none = async () => {};
      const auth = openAuth({ ...options, mayRegister, onCreated: none, onVerified: none });
      const asked = auth.forRequest("https://site.example", headers, () => {});
      return (await knownDevice(ctx(), asked, { email: EMAIL })) !== null;
    };
    expect([await isKnown(AUTH_SECRET), await isKnown()]).toEqual([true, false]);
  });

  test("is unknown after a new password, except the one that set it", async () => {
    const [home, phone] = [browser(FIREFOX), browser(SAFARI)];
    await home.signUp();
    await phone.signIn();
    const form = { current_password: PASSWORD, new_password: "paper from the white bark" };
    expect(await changePassword(await home.signedIn(), home.auth(), form)).toEqual({ ok: true });
    expect([await home.isKnown(), await phone.isKnown()]).toEqual([true, false]);
    await phone.signIn(form.new_password);
    expect(await phone.isKnown()).toBe(true);
  });

  test("is unknown after its sessions were ended from elsewhere, and ending them makes nothing known", async () => {
    const [home, phone] = [browser(FIREFOX), browser(SAFARI)];
    await home.signUp();
    await phone.signIn();
    home.jar.delete("wb_device"); // a stolen session, in another browser
    expect(await endOtherSessions(await home.signedIn(), home.auth())).toEqual({ ok: true });
    expect([await home.isKnown(), await phone.isKnown()]).toEqual([false, false]);
  });
});

test("a changed password sends an email to the account", async () => {
  const ada = await aCustomer(world, "ada");
  const form = { current_password: PASSWORD, new_password: "paper from the white bark" };
  expect(await changePassword(ada.ctx, ada.auth, form)).toEqual({ ok: true });
  expect(await queues.run("password-changed-mail")).toBe(1);
  const { rows } = await pool.query(
    "select recipient, text from mails where occasion like 'password-changed:%'",
  );
  expect(rows[0].recipient).toBe(ada.email);
  expect(rows[0].text).toContain("https://site.example/forgot-password");
});
