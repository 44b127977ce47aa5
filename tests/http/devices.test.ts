import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";

const site = await testApp({ trustProxy: true });
const { app, pool, runtime, get, clear } = site;

beforeEach(clear);

/** Opens the list of devices from an address. */
async function listFrom(cookie: string, address: string) {
  const response = await get("/profile/security", { Cookie: cookie, "X-Forwarded-For": address });
  return visibleText(await response.text());
}

/** Ages the last use of all sessions. */
const unusedFor = (time: string) => pool.query("update sessions set used_at = now() - $1::interval", [time]);

describe("the list of devices", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:aaaa:bbbb:cccc:dddd:eeee:1", "2001:db8:aaaa:bbbb::/64"],
  ])("shows a use from %s as %s", async (address, shown) => {
    const { cookie } = await signedIn(site);
    await listFrom(cookie, address);
    const text = await listFrom(cookie, address);
    expect(text).toContain(`Unknown device${shown}Signed in today, last used today`);
    expect(text).not.toContain("dddd");
  });

  test.each(["unknown", "<script>", ""])("shows no address for %j", async (address) => {
    const { cookie } = await signedIn(site);
    await listFrom(cookie, address);
    expect(await listFrom(cookie, address)).toContain("Unknown deviceSigned in today");
  });

  test("ends another session without script, and it then opens nothing", async () => {
    const { cookie, email, password } = await signedIn(site);
    const cookies: string[] = [];
    const other = runtime.auth.forRequest(ORIGIN, new Headers(), (set) => cookies.push(set));
    const entry = await other.signIn({ email, password });
    if (!entry.ok) throw new Error(entry.code);
    other.accept(entry);
    const theirs = cookies.map((set) => set.split(";")[0]).join("; ");
    const html = await (await get("/profile/security", { Cookie: cookie })).text();
    const [, session = ""] = /name="session" value="([^"]+)"/.exec(html) ?? [];
    const end = (id: string) =>
      app.request(
        new Request(`${ORIGIN}/profile/security`, {
          method: "POST",
          headers: { Cookie: cookie },
          body: new URLSearchParams({ intent: "end-session", session: id }),
        }),
      );
    expect((await end("not an id")).status).toBe(400);
    expect((await get("/profile", { Cookie: theirs })).status).toBe(200);
    expect((await end(session)).headers.get("Location")).toBe("/profile/security");
    expect((await get("/profile", { Cookie: theirs })).headers.get("Location")).toMatch(/^\/login/);
    expect((await get("/profile", { Cookie: cookie })).status).toBe(200);
  });
});

test("the office sees where an account was used last", async () => {
  const [boss, ada] = [await signedIn(site, { role: "admin" }), await signedIn(site)];
  await listFrom(ada.cookie, "203.0.113.9");
  const html = await (await get(`/admin/users/${ada.id}`, { Cookie: boss.cookie })).text();
  expect(visibleText(html)).toMatch(/Last used \w{3} \d\d, \d{4} from 203\.0\.113\.9/);
});

describe("an office session that was not used for 12 hours", () => {
  const open = async (cookie: string) => (await get("/admin", { Cookie: cookie })).headers.get("Location");

  test("no longer opens the office, whatever its token says", async () => {
    const boss = await signedIn(site, { role: "admin" });
    await unusedFor("11 hours 59 minutes");
    expect(await open(boss.cookie)).toBeNull();
    await unusedFor("12 hours 59 minutes");
    const refused = await get("/admin", { Cookie: boss.cookie });
    expect(refused.headers.get("Location")).toBe("/login?redirect=%2Fadmin");
    expect((await pool.query("select 1 from sessions where user_id = $1", [boss.id])).rows).toEqual([]);
  });

  test("is not renewed by its long-lived cookie or by a tab that was left open", async () => {
    const boss = await signedIn(site, { role: "admin" });
    await unusedFor("12 hours 59 minutes");
    await pool.query("update sessions set expires_at = now() + interval '20 days'"); // due to be renewed
    const cookie = boss.cookie.replace(/(__Secure-)?wb\.session_data=[^;]+/, "");
    expect(await open(cookie)).toBe("/login?redirect=%2Fadmin");

    const eve = await signedIn(site, { role: "admin" });
    await unusedFor("6 hours");
    expect((await site.post("/api/session", {}, { Cookie: eve.cookie })).status).toBe(200);
    const { rows } = await pool.query("select now() - used_at > interval '5 hours' as unused from sessions");
    expect(rows).toEqual([{ unused: true }]);
    await unusedFor("13 hours");
    expect((await site.post("/api/session", {}, { Cookie: eve.cookie })).status).toBe(401);
  });

  test("of a customer stays open", async () => {
    const ada = await signedIn(site);
    await unusedFor("20 days");
    expect((await get("/profile", { Cookie: ada.cookie })).status).toBe(200);
  });
});
