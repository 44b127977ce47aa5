import { beforeEach, describe, expect, test } from "vitest";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { askAboutCheckout } from "../../app/features/payments/checkout/sync.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, CARD } from "../support/bookings";
import { aPlanBody } from "../support/plans";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, pool, ctx, clock, get, post, clear } = site;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

type Begun = { session: string; cookie: string; attributes: string[] };

/** A checkout begun and paid in one browser. */
async function paid(body: object = aBody(), headers: Record<string, string> = {}): Promise<Begun> {
  const response = await post("/api/create-payment", body, headers);
  const { url } = await response.json();
  const session = new URL(url).searchParams.get("session_id") ?? "";
  const set = response.headers.getSetCookie().find((one) => one.startsWith("wb.order.")) ?? "";
  const [cookie = "", ...attributes] = set.split("; ");
  expect(await payTestCheckout(ctx(), session, CARD)).toMatchObject({ ok: true });
  await askAboutCheckout(ctx(), session);
  return { session, cookie, attributes };
}

async function pageOf(session: string, Cookie = "", more = "") {
  const html = await (await get(`/payment-success?session_id=${session}${more}`, { Cookie })).text();
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const text = visibleText(html).replace(/\s+/g, " ");
  return { html, text, signed: hrefs.filter((href) => href.includes("key=")), hrefs };
}

describe("the page after paying", () => {
  test("links the browser that booked to its booking, without an account", async () => {
    const { session, cookie, attributes } = await paid();
    expect(attributes.toSorted()).toEqual(
      ["HttpOnly", "Max-Age=86400", "Path=/payment-success", "SameSite=Lax", "Secure"].toSorted(),
    );
    const { html, text, signed } = await pageOf(session, cookie);
    expect(html).toContain("View my booking<");
    expect(text).toContain("You don’t need an account");
    expect(signed).toHaveLength(1);
    const own = await get((signed[0] ?? "").replace(ORIGIN, ""));
    expect(own.status).toBe(200);
    expect(visibleText(await own.text())).toContain("14 Barnstead Road");
  });

  test("links it to its plan", async () => {
    const { session, cookie } = await paid(aPlanBody());
    const { html, signed } = await pageOf(session, cookie);
    expect(html).toContain("See your plan<");
    expect((await get((signed[0] ?? "").replace(ORIGIN, ""))).status).toBe(200);
  });

  test("recognizes the browser that used the form without script, too", async () => {
    const { bookingDetails } = aBody();
    const { address, date, time, hours } = bookingDetails;
    const choice = { service: "regular-cleaning", type: "residential", intent: "pay" };
    const body = new URLSearchParams({ ...choice, ...address, date, time, hours: String(hours) });
    const response = await app.request(new Request(`${ORIGIN}/book`, { method: "POST", body }));
    expect(response.headers.getSetCookie().filter((one) => one.startsWith("wb.order."))).toHaveLength(1);
  });

  test.each(["", "&unchanged=1"])("gives no other browser a link to change it (%j)", async (more) => {
    const own = await paid();
    const other = await paid(aBody({ time: "12:00 PM" }));
    const stolen = own.cookie.replace(/\.[^.]*$/, (key) => `${key.slice(0, -2)}AA`);
    const renamed = other.cookie.replace(/^[^=]*/, own.cookie.split("=")[0] ?? "");
    for (const cookie of ["", other.cookie, stolen, renamed, `${own.cookie.split("=")[0]}=`]) {
      const { text, signed, hrefs } = await pageOf(own.session, cookie, more);
      expect(signed, cookie).toEqual([]);
      expect(hrefs.filter((href) => /\/(bookings|plans|profile)/.test(href))).toEqual([]);
      expect(text).toContain("link in your confirmation email");
    }
    const stranger = await signedIn(site);
    expect((await pageOf(own.session, stranger.cookie, more)).signed).toEqual([]);
  });

  test("forgets the browser after a day", async () => {
    const { session, cookie } = await paid();
    clock.advance({ hours: 23 });
    expect((await pageOf(session, cookie)).signed).toHaveLength(1);
    clock.advance({ hours: 1 });
    expect((await pageOf(session, cookie)).signed).toEqual([]);
  });

  test("links a signed-in customer to their own bookings", async () => {
    const ada = await signedIn(site);
    const { session } = await paid(aBody(), { Cookie: ada.cookie });
    const { rows } = await pool.query("select user_id from bookings");
    expect(rows).toEqual([{ user_id: ada.id }]);
    const { html, text, hrefs, signed } = await pageOf(session, ada.cookie);
    expect(html).toContain("View my bookings<");
    expect(hrefs).toContain("/profile?tab=upcoming-cleans");
    expect(signed).toEqual([]);
    expect(text).not.toContain("need an account");
  });
});

test("the login page says that a booking needs no account, if the visitor came from a customer's page", async () => {
  const login = async (path: string) =>
    visibleText(await (await get(`/login?redirect=${encodeURIComponent(path)}`)).text());
  for (const path of ["/profile?tab=upcoming-cleans", "/bookings/1", "/plans/1"])
    expect(await login(path), path).toContain("Booked without an account?");
  for (const path of ["/admin", "/"]) expect(await login(path), path).not.toContain("Booked without");
});
