import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, bookingOf, CARD, DAY, footprint, sessionOf } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { visitPages } from "../support/visit-visitor";

const site = await testApp();
const { app, pool, ctx, get, clear, clock } = site;
const { page, signIn } = officeVisitor(site);
const { guest } = visitPages(site);

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const FORM = {
  ...{ service: "regular-cleaning", type: "residential", date: DAY, time: "8:00 AM", hours: "3" },
  ...{ street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" },
  draft_id: "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11",
};

/** Sends the booking page's form as a browser without script does. */
async function send(changes: Record<string, string>) {
  const body = new URLSearchParams({ intent: "pay", ...FORM, ...changes });
  const response = await app.request(new Request(`${ORIGIN}/book`, { method: "POST", body }));
  const html = await response.text();
  const cookie = response.headers.getSetCookie().map((one) => one.split(";")[0]);
  const location = response.headers.get("Location") ?? "";
  return { status: response.status, html, text: visibleText(html), cookie: cookie.join("; "), location };
}

describe("a tip on the booking page without script", () => {
  test("is none unless chosen, and says what it is and that it comes back", async () => {
    const html = await (await get("/book")).text();
    expect(html).toMatch(/<input(?=[^>]* name="tip")(?=[^>]* value="none")[^>]* checked=""/);
    for (const words of ["No tip", "$16 10%", "$24 15%", "$32 20%", "Other", "you get it back"])
      expect(visibleText(html)).toContain(words);
    expect((await send({ tip: "none", tip_amount: "" })).status).toBe(303);
    expect((await pool.query("select coalesce(tips, 0) as tips from orders")).rows).toEqual([{ tips: 0 }]);
  });

  test("leads to a checkout that asks for it, and to a confirmation that names it", async () => {
    const sent = await send({ tip: "15", tip_amount: "" });
    expect(sent.status).toBe(303);
    const { pathname, search } = new URL(sent.location);
    const checkout = visibleText(await (await get(pathname + search)).text());
    for (const words of ["Tip", "$24.00", "$183.00"]) expect(checkout).toContain(words);
    const session = sessionOf(sent.location);
    await payTestCheckout(ctx(), session, CARD);
    await closeCheckout(ctx(), session);
    const arrival = await get(`/payment-success?session_id=${session}`, { Cookie: sent.cookie });
    const confirmed = visibleText(await arrival.text());
    for (const words of ["Tip", "$24.00", "$183.00"]) expect(confirmed).toContain(words);
    const { id, order_id } = await bookingOf(pool, session);
    expect((await guest(id).see("/receipt")).text).toMatch(/Tip\s*\$24\.00/);
    await signIn();
    expect((await page(`/admin/orders/${order_id}`)).text).toContain("The tip of $24.00 is for");
    expect((await guest(id).see("/cancel")).text).toContain("It includes your tip of $24.00.");
    clock.set("2026-06-10T10:00:00Z");
    const late = (await guest(id).see("/cancel")).text;
    expect(late).toContain("$103.50");
    expect(late).toContain("we keep half the price. Your tip of $24.00 comes back in full.");
    const office = (await page(`/admin/bookings/${id}`)).text;
    for (const words of ["$103.50, with the tip of $24.00", "Only the tip: $24.00"])
      expect(office).toContain(words);
  });

  test.each([
    ["that can't be read", "much", "Enter a tip, like 20 or 12.50."],
    ["that is too large", "501", "The most we take online is $500.00. Please call us."],
  ])("%s says so at its field, and nothing else of the form is lost", async (_, tip_amount, message) => {
    const refused = await send({ tip: "other", tip_amount, notes: "Ring twice" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(message);
    expect(refused.html).toMatch(/<input(?=[^>]* name="tip_amount")[^>]* aria-invalid="true"/);
    expect(refused.html).toContain(`value="${tip_amount}"`);
    expect(refused.text).toContain("Ring twice");
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });

  test("is kept with the draft, and left out where it is asked for after the visit", async () => {
    await pool.query(
      `update services set terms = '{"pay":"deposit","percent":20}' where id = 'regular-cleaning'`,
    );
    const sent = await send({ tip: "other", tip_amount: "12.50" });
    expect(sent.status).toBe(303);
    expect((await pool.query("select coalesce(tips, 0) as tips from orders")).rows).toEqual([{ tips: 0 }]);
    const back = await (await get("/book", { Cookie: sent.cookie })).text();
    expect(back).not.toContain('name="tip"');
    await pool.query("update services set terms = null where id = 'regular-cleaning'");
    const again = await (await get("/book", { Cookie: sent.cookie })).text();
    expect(again).toMatch(/<input(?=[^>]* name="tip")(?=[^>]* value="other")[^>]* checked=""/);
    expect(again).toContain('value="12.50"');
  });
});

describe("a tip by the API", () => {
  const create = (tip: unknown) =>
    app.request(`${ORIGIN}/api/create-payment`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...aBody(), tip }),
    });

  test.each([
    [{ percent: 20 }, 3200],
    [{ amount: 1250 }, 1250],
    [undefined, 0],
  ])("%o is taken", async (tip, tips) => {
    expect((await create(tip)).status).toBe(200);
    expect((await pool.query("select coalesce(tips, 0) as tips from orders")).rows).toEqual([{ tips }]);
  });

  test.each([
    [{ percent: 99 }, "tip.percent"],
    [{ percent: 10, amount: 500 }, "tip"],
    [{}, "tip"],
    [{ amount: 0 }, "tip.amount"],
    [{ amount: 50_001 }, "tip.amount"],
    [{ amount: 12.5 }, "tip.amount"],
    ["15", "tip"],
  ])("%o is refused by its field", async (tip, field) => {
    const response = await create(tip);
    expect(response.status).toBe(400);
    expect((await response.json()).error).toMatchObject({ fields: [{ field }] });
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });
});
