import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "~/features/identity/sign-in/sign-in.server";
import { signUp } from "~/features/identity/sign-in/sign-up.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer, PASSWORD } from "../../../../tests/support/customers";
import { changePassword } from "./passwords.server";

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
  const jar = new Map<string, string>();
  const auth = () =>
    ctx().auth.forRequest(
      "https://site.example",
      new Headers({
        "User-Agent": userAgent,
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      }),
      (cookie) => {
        const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
        jar.set(name, value);
      },
    );
  return {
    jar,
    /** Creates the account and signs in for the first time. */
    async signUp() {
      const names = { first_name: "Ada", last_name: "L" };
      await signUp(ctx(), auth(), { email: EMAIL, password: PASSWORD, terms: "on", ...names });
      await signIn(ctx(), auth(), { email: EMAIL, password: PASSWORD });
    },
    signIn: (password = PASSWORD) => signIn(ctx(), auth(), { email: EMAIL, password }),
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
