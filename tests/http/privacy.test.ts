import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { testApp, visibleText } from "../support/app";
import { CALENDAR_ADDRESS } from "../support/belongings";
import { bookingOf, paySession } from "../support/bookings";
import { placesOf } from "../support/everywhere";
import { signedIn } from "../support/sign-in";

const app = await testApp();
const { pool, ctx, clock, queues, clear } = app;
const strict = await testApp({ rateLimitFactor: 0.05 });

const PAGE = "/profile/privacy";
const ZIP = "/profile/data.zip";

beforeEach(async () => {
  await clear();
  await strict.clear();
  clock.set("2026-06-01T12:00:00Z");
});

type World = Pick<typeof app, "app">;

/** Posts a form as a browser does. */
function submit(path: string, fields: Record<string, string>, cookie = "", world: World = app) {
  const headers = { Cookie: cookie, Origin: "https://site.example" };
  const body = new URLSearchParams(fields);
  return world.app.request(new Request(`https://site.example${path}`, { method: "POST", headers, body }));
}

const users = async () => (await pool.query("select email from users order by email")).rows;

/** A customer with a visit on that day, with recognizable text. */
async function customerWithVisit(name: string, day: string) {
  const customer = await signedIn(app, { email: `${name}@mail.example`, first_name: `${name}first` });
  const session = await paySession(ctx(), { date: day, notes: `${name}notes` });
  await closeCheckout(ctx(), session);
  await pool.query("update bookings set user_id = $1 where notes = $2", [customer.id, `${name}notes`]);
  return { ...customer, session };
}

describe("without a session", () => {
  test.each([
    ["GET", PAGE],
    ["POST", PAGE],
    ["GET", ZIP],
    ["POST", ZIP],
  ])("%s %s redirects to the login page and back afterwards", async (method, path) => {
    const response = method === "GET" ? await app.get(path) : await submit(path, { password: "x" });
    expect([302, 303]).toContain(response.status);
    expect(response.headers.get("Location")).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
  });

  test("the page's data is not returned either", async () => {
    const response = await app.get(`${PAGE}.data`);
    expect(await response.text()).not.toContain("has_password");
  });
});

describe("the download", () => {
  test("is an uncached ZIP with the customer's own data", async () => {
    const ada = await customerWithVisit("xqada", "2026-06-10");
    const bob = await customerWithVisit("xqbob", "2026-06-11");
    const response = await submit(ZIP, {}, ada.cookie);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="white-birch-cleaning-data-2026-06-01.zip"',
      "cache-control": "no-store",
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const everything = Object.values(files).map((bytes) => strFromU8(bytes));
    expect(everything.join()).toContain("xqadanotes");
    expect(everything.join()).not.toContain("xqbob");
    expect(everything.join()).not.toContain(bob.id);
  });

  test("needs a POST with its button", async () => {
    const ada = await signedIn(app);
    const response = await app.get(ZIP, { Cookie: ada.cookie });
    expect([response.status, response.headers.get("Location")]).toEqual([302, PAGE]);
  });

  test("too often is refused with a readable error", async () => {
    const ada = await signedIn(strict);
    expect((await submit(ZIP, {}, ada.cookie, strict)).status).toBe(200);
    const refused = await submit(ZIP, {}, ada.cookie, strict);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("Too many downloads");
    const guess = await submit(PAGE, { password: "x" }, ada.cookie, strict);
    expect(guess.status).toBe(429);
    expect(visibleText(await guess.text())).toContain("Too many attempts");
  });
});

describe("deleting the account", () => {
  test("deletes it, ends the session, clears the draft and redirects home", async () => {
    const ada = await customerWithVisit("xqada", "2026-06-10");
    clock.set("2026-06-20T12:00:00Z");
    const response = await submit(PAGE, { password: ada.password }, ada.cookie);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    const cookies = response.headers.getSetCookie();
    for (const name of ["draft", "draft_notes", "__Secure-wb.session_token", "__Secure-wb.session_data"]) {
      expect(cookies.find((cookie) => cookie.startsWith(`${name}=;`))).toMatch(/Max-Age=0/i);
    }
    const toast = cookies.find((cookie) => cookie.startsWith("wb_toast="))?.split(";")[0] ?? "";
    expect(visibleText(await (await app.get("/", { Cookie: toast })).text())).toContain("Account deleted");
    expect(await users()).toEqual([]);
    expect(await placesOf(pool, "xqada")).toEqual([]);
    expect(await bookingOf(pool, ada.session)).toMatchObject({ order_status: "completed", amount: 15900 });

    expect((await app.get(PAGE, { Cookie: ada.cookie })).headers.get("Location")).toMatch(/^\/login/);
    const login = (email: string) => submit("/login", { email, password: ada.password });
    const [known, unknown] = [await login(ada.email), await login("never@mail.example")];
    expect(known.status).toBe(unknown.status);
    const text = visibleText(await known.text());
    expect(text).toContain("Invalid credentials");
    expect(text).toBe(visibleText(await unknown.text()));
    for (const path of [
      `/payment-success?session_id=${ada.session}`,
      `/api/calendar?session_id=${ada.session}`,
    ])
      expect((await app.get(path)).status).toBe(404);
  });

  test.each([
    ["a wrong password", "something else", "Incorrect password"],
    ["none", "", "Password is required"],
    ["an overlong password", "x".repeat(129), "Password can have at most 128 characters"],
    ["an odd password", "pass\u0000wörd‮🌿<b>", "Incorrect password"],
  ])(
    "needs the password: %s is refused at the field, and nothing is deleted",
    async (_title, password, message) => {
      const ada = await signedIn(app);
      const response = await submit(PAGE, { password }, ada.cookie);
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*>/);
      expect(visibleText(html)).toContain(message);
      if (password) expect(html).not.toContain(`value="${password}"`);
      expect(await users()).toEqual([{ email: ada.email }]);
      expect((await app.get(PAGE, { Cookie: ada.cookie })).status).toBe(200);
    },
  );

  test("with a body that is not a form is refused like an empty one", async () => {
    const ada = await signedIn(app);
    const response = await app.post(PAGE, "{", { Cookie: ada.cookie });
    expect(response.status).toBe(400);
    expect(await users()).toHaveLength(1);
  });

  test("from another site is refused", async () => {
    const ada = await signedIn(app);
    const response = await app.app.request(
      new Request(`https://site.example${PAGE}`, {
        method: "POST",
        headers: { Cookie: ada.cookie, Origin: "https://evil.example" },
        body: new URLSearchParams({ password: ada.password }),
      }),
    );
    expect(response.status).toBe(403);
    expect(await users()).toHaveLength(1);
  });

  test("is refused while there is a future visit, with a link to it", async () => {
    const ada = await customerWithVisit("xqada", "2026-06-10");
    const page = await app.get(PAGE, { Cookie: ada.cookie });
    expect(visibleText(await page.text())).toContain("1 upcoming cleaning");
    const response = await submit(PAGE, { password: ada.password }, ada.cookie);
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain('href="/profile?tab=upcoming-cleans"');
    expect(visibleText(html)).toContain("You still have 1 upcoming cleaning. Cancel it first");
    expect(await users()).toEqual([{ email: ada.email }]);
  });

  test("sent twice at once deletes once, and both redirect", async () => {
    const ada = await signedIn(app);
    const send = () => submit(PAGE, { password: ada.password }, ada.cookie);
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(responses.map(({ headers }) => headers.get("Location"))).toContain("/");
    expect(await users()).toEqual([]);
  });

  test("leaves nothing for a late event or a calendar program", async () => {
    const ada = await customerWithVisit("xqada", "2026-06-10");
    await pool.query(CALENDAR_ADDRESS, [ada.id, "f".repeat(32)]);
    const feed = () => app.get(`/calendar/${"f".repeat(32)}.ics`);
    expect((await feed()).status).toBe(200);
    clock.set("2026-06-20T12:00:00Z");
    await submit(PAGE, { password: ada.password }, ada.cookie);
    expect((await feed()).status).toBe(404);
    expect(await queues.run("booking-confirmed-mail")).toBe(1);
    expect(await placesOf(pool, "xqada")).toEqual([]);
  });
});
