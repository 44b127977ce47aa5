import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { manageUrl } from "~/features/booking/manage/link.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, bookingOf, DAY, footprint, paySession, sessionOf, setSetting } from "../support/bookings";
import { aCoupon } from "../support/coupons";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { linkTo, refundsOf } from "../support/visits";

const site = await testApp();
const { app, pool, ctx, get, clear } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(clear);

const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
const FORM = {
  ...{ service: "regular-cleaning", type: "residential", date: DAY, time: "8:00 AM", hours: "3" },
  ...{ street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263", draft_id: DRAFT },
};

async function send(changes: Record<string, string>, to = site) {
  const body = new URLSearchParams({ intent: "pay", ...FORM, ...changes });
  const response = await to.app.request(new Request(`${ORIGIN}/book`, { method: "POST", body }));
  const html = await response.text();
  const cookie = response.headers.getSetCookie().map((one) => one.split(";")[0]);
  const location = response.headers.get("Location") ?? "";
  return { status: response.status, html, text: visibleText(html), cookie: cookie.join("; "), location };
}

const create = (details: Parameters<typeof aBody>[0], body: Parameters<typeof aBody>[1]) =>
  app.request(`${ORIGIN}/api/create-payment`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(aBody(details, body)),
  });

describe("a code on the booking page without script", () => {
  test("is applied by its button: the page comes back with the price less the coupon, and keeps the rest", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    await aCoupon(pool);
    const applied = await send({ intent: "coupon", coupon: "spring-20", notes: "Ring twice" });
    expect(applied).toMatchObject({ status: 303, location: "/book#coupon" });
    const shown = visibleText(await (await get("/book", { Cookie: applied.cookie })).text());
    expect(shown).toContain("Code SPRING20 (20% off)-$31.80");
    expect(shown).toContain("Tax (8.5%)$10.81");
    expect(shown).toMatch(/Total\$138\.01/);
    expect(shown).toContain("Ring twice");
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });

  test.each<[string, Parameters<typeof aCoupon>[1], RegExp]>([
    ["misspelt", { code: "SPRING21" }, /don’t know the code SPRING20\. Check its spelling/],
    ["expired", { ends_on: "2026-05-31" }, /was good until May 31, 2026/],
    ["ended", { ended_at: new Date() }, /has ended/],
    ["for something else", { services: ["deep-cleaning"] }, /is for Deep Cleaning/],
  ])("that is %s says so at its field, and nothing else of the form is lost", async (_, terms, words) => {
    await aCoupon(pool, terms);
    for (const intent of ["coupon", "pay"]) {
      const refused = await send({ intent, coupon: "SPRING20", notes: "Ring twice" });
      expect([400, 422]).toContain(refused.status);
      expect(refused.html).toMatch(
        /<input id="coupon"[^>]* aria-invalid="true" aria-describedby="coupon-error/,
      );
      expect(refused.text).toMatch(words);
      expect(refused.html).toContain('value="SPRING20"');
      expect(refused.html).toContain('value="14 Barnstead Road"');
      expect(refused.text).toContain("Ring twice");
    }
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });

  test("is not for a plan, and the form says so", async () => {
    await aCoupon(pool);
    const plan = { service: "monthly-home-care", frequency: "biweekly", hours: "", coupon: "SPRING20" };
    for (const intent of ["coupon", "pay"]) {
      const refused = await send({ ...plan, intent });
      expect([400, 422]).toContain(refused.status);
      expect(refused.text).toContain("Codes are for single visits, not for plans.");
    }
  });

  test("is paid less the coupon once, however often the form is sent", async () => {
    await aCoupon(pool, { most_uses: 1 });
    const sent = await Promise.all([send({ coupon: "SPRING20" }), send({ coupon: "SPRING20" })]);
    sent.push(await send({ coupon: "SPRING20" }));
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    const session = sessionOf(sent[0]?.location ?? "");
    expect(await bookingOf(pool, session)).toMatchObject({ amount: 12_720, total_amount: 12_720 });
    expect(await footprint(pool)).toMatchObject({ bookings: 1, orders: 1, test_checkout_sessions: 1 });
    const checkout = visibleText(await (await get(`/payment?session_id=${session}`)).text());
    expect(checkout).toContain("Code SPRING20 (20% off)");
    expect(checkout).toContain("$127.20");
    const other = { draft_id: "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a12", time: "2:00 PM", coupon: "SPRING20" };
    expect((await send(other)).text).toContain("has been used up");
  });
});

describe("tries of codes", () => {
  test("are limited on the page, its check and the API alike", async () => {
    const limited = await testApp({ rateLimitFactor: 1 });
    for (let tries = 0; tries < 30; tries += 1)
      expect((await limited.get(`/api/coupon?code=GUESS${tries}&service=regular-cleaning`)).status).toBe(200);
    expect((await limited.get("/api/coupon?code=GUESS&service=regular-cleaning")).status).toBe(429);
    const refused = await send({ intent: "coupon", coupon: "GUESS" }, limited);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("Too many attempts. Please wait 15 minutes");
    expect((await send({ coupon: "GUESS" }, limited)).status).toBe(429);
    const body = JSON.stringify(aBody({}, { coupon: "GUESS" }));
    const headers = { "Content-Type": "application/json" };
    const asked = new Request(`${ORIGIN}/api/create-payment`, { method: "POST", headers, body });
    expect((await limited.app.request(asked)).status).toBe(429);
    expect((await send({}, limited)).status).toBe(303);
  });
});

describe("GET /api/coupon", () => {
  const ask = async (query: Record<string, string>) => {
    const response = await get(
      `/api/coupon?${new URLSearchParams({ service: "regular-cleaning", ...query })}`,
    );
    return { status: response.status, body: await response.json() };
  };

  test("answers what a code takes off", async () => {
    await aCoupon(pool, { code: "TEN", percent: null, amount: 1000 });
    expect(await ask({ code: "t e n" })).toEqual({
      status: 200,
      body: { discount: { code: "TEN", percent: null, amount: 1000 } },
    });
  });

  test.each([
    [{ code: "" }, 400],
    [{ code: "---" }, 400],
    [{ code: "x".repeat(41) }, 400],
    [{ code: "' or 1=1; --" }, 200],
    [{ code: "TEN", draft: "no uuid", service: "'; --" }, 200],
  ])("answers %j with %d and a message", async (query, status) => {
    const answer = await ask(query as Record<string, string>);
    expect(answer).toMatchObject({
      status,
      body: { error: { field: "coupon", message: expect.any(String) } },
    });
  });
});

describe("create-payment", () => {
  test("takes a code, and refuses one at its field", async () => {
    await aCoupon(pool);
    const response = await create({}, { coupon: "Spring 20" });
    expect(response.status).toBe(200);
    const { url } = await response.json();
    expect(await bookingOf(pool, sessionOf(url))).toMatchObject({ amount: 12_720 });
    const refused = await create({ time: "2:00 PM" }, { coupon: "SPRNG" });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      error: { field: "coupon", message: expect.stringMatching(/SPRNG/) },
    });
    const long = await create({ time: "2:00 PM" }, { coupon: "x".repeat(41) });
    expect(await long.json()).toMatchObject({
      error: { field: "coupon", message: expect.stringMatching(/40/) },
    });
  });
});

describe("a visit that was paid with a code", () => {
  async function paid() {
    await setSetting(pool, "payments.collect_tax", "true");
    await aCoupon(pool);
    const session = await paySession(ctx(), {}, null, { coupon: "SPRING20" });
    await closeCheckout(ctx(), session);
    return bookingOf(pool, session);
  }

  test("has it on the order, the receipt and in the file of orders", async () => {
    await signIn();
    const { id, order_id } = await paid();
    const line = "Code SPRING20 (20% off)-$31.80";
    expect((await page(`/admin/orders/${order_id}`)).text).toContain(line);
    expect((await page(`/admin/bookings/${id}`)).text).toContain(line);
    const { pathname, searchParams } = new URL(manageUrl(ctx(), { id, link_generation: 0 }));
    const receipt = await get(`${pathname}/receipt?${searchParams}`);
    expect(visibleText(await receipt.text())).toContain(line);
    const csv = (await page("/admin/orders.csv")).html;
    expect(csv.split("\r\n")[0]).toMatch(/,Code$/);
    expect(csv.split("\r\n")[1]).toMatch(/,SPRING20$/);
  });

  test("gives back what was charged, and never more", async () => {
    const { id } = await paid();
    const customer = ctx({ actor: linkTo(id) });
    const shown = (await readVisit(customer, id))?.refund.amount ?? 0;
    expect(shown).toBe(13_801);
    expect(await cancelBooking(customer, { id, refund: shown })).toMatchObject({ ok: true, refund: 13_801 });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 13_801 }]);
  });
});

describe("by phone", () => {
  const form = {
    token: "33333333-3333-4333-8333-333333333333",
    ...{ customer_name: "Ruth Merrill", customer_phone: "(603) 555-0177", coupon: "spring 20" },
    ...{ service: "regular-cleaning", hours: "3", date: DAY, time: "8:00 AM" },
    ...{ street: "9 Main Street", city: "Concord", state: "NH", zip: "03301" },
  };

  test("the form shows the price less the coupon and books it", async () => {
    await signIn();
    await aCoupon(pool);
    const offer = await page("/admin/bookings/new?service=regular-cleaning&hours=3&coupon=spring20");
    expect(offer.text).toMatch(/Code SPRING20 \(20% off\)-\$31\.80.*Total\$127\.20/);
    expect((await post("/admin/bookings/new", { ...form, intent: "show" })).text).toContain("$127.20");
    expect((await post("/admin/bookings/new", form)).status).toBe(303);
  });

  test("a code that can't be used says why at its field, and keeps the form", async () => {
    await signIn();
    const refused = await post("/admin/bookings/new", form);
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(
      /name="coupon"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="coupon"/,
    );
    expect(refused.text).toContain("We don’t know the code SPRING20.");
    expect(refused.html).toContain('value="Ruth Merrill"');
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });
});

describe("the office's coupons", () => {
  const terms = { code: "spring-20", kind: "percent", value: "20", scope: "all", most_each: "1" };

  test("are created, changed, ended and used again by forms", async () => {
    await signIn();
    expect((await page("/admin/coupons")).text).toContain("No coupons yet");
    const refused = await post("/admin/coupons/new", { ...terms, intent: "create", value: "0" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Value must be a whole percentage from 1 to 100");
    expect(refused.html).toContain('value="SPRING20"'.replace("SPRING20", "spring-20"));
    const made = await post("/admin/coupons/new", { ...terms, intent: "create" });
    const panel = made.to ?? "";
    expect(panel).toMatch(/^\/admin\/coupons\/[0-9a-f-]{36}$/);
    const { html, text } = await page(panel);
    expect(text).toMatch(/SPRING20.*20% off.*Every visit.*Any day/);
    expect((await post("/admin/coupons/new", { ...terms, intent: "create" })).status).toBe(409);
    const seen = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const change = { ...terms, intent: "change", value: "10", ends_on: "2026-06-30", seen };
    expect((await post(panel, { ...change, ends_on: "soon" })).text).toContain("Last day must be a day");
    expect((await post(panel, { ...change, seen: "long ago" })).status).toBe(409);
    expect((await post(panel, change)).status).toBe(303);
    expect((await page("/admin/coupons")).text).toMatch(/SPRING20.*10% off.*Until Jun 30, 2026/);
    expect((await post(panel, { intent: "end" })).status).toBe(303);
    expect((await page(panel)).text).toContain("Ended: this code can’t be used now.");
    expect((await post(panel, { intent: "resume" })).status).toBe(303);
    expect((await page("/admin/activity")).text).toMatch(/put the coupon SPRING20 into use again/);
  });

  test("are for one customer when they are created from their page", async () => {
    await signIn();
    const ada = await signedIn(site, { first_name: "Ada", last_name: "Frost" });
    const form = `/admin/coupons/new?customer=${ada.id}`;
    expect((await page(`/admin/customers/${ada.id}`)).html).toContain(form);
    const { html, text } = await page(form);
    expect(text).toContain("Only Ada Frost can use it.");
    const customer_id = /name="customer_id" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const { to } = await post(form, { ...terms, intent: "create", customer_id });
    expect((await page(to ?? "")).text).toContain("ForAda Frost");
  });

  test("are read by who reads orders, and changed by managers", async () => {
    const id = await aCoupon(pool);
    const bea = await signedIn(site, { role: "bookkeeper" });
    const seen = await get(`/admin/coupons/${id}`, { Cookie: bea.cookie });
    expect(seen.status).toBe(200);
    expect(await seen.text()).not.toContain("Change the terms");
    expect((await get("/admin/coupons/new", { Cookie: bea.cookie })).status).toBe(403);
    expect((await post(`/admin/coupons/${id}`, { intent: "end" }, bea.cookie)).status).toBe(403);
    const mona = await signedIn(site, { role: "manager" });
    expect((await post(`/admin/coupons/${id}`, { intent: "end" }, mona.cookie)).status).toBe(303);
  });
});
