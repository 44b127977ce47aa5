import { beforeEach, describe, expect, test } from "vitest";
import { PLAIN_RULES } from "../../app/features/catalog/rules";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { bookingOf, DAY, footprint, openSession, sessionOf, setCrews } from "../support/bookings";
import { planOf } from "../support/plans";

const { pool, ctx, app, get, clear } = await testApp();

beforeEach(clear);

const FORM = {
  service: "regular-cleaning",
  type: "residential",
  date: DAY,
  time: "8:00 AM",
  bedrooms: "3",
  bathrooms: "2",
  hours: "4",
  notes: "Ring twice & <wait>",
  street: "14 Barnstead Road",
  city: "Pittsfield",
  state: "NH",
  zip: "03263",
  draft_id: "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11",
};

async function send(changes: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ intent: "pay", ...FORM, ...changes });
  return app.request(new Request(`${ORIGIN}/book`, { method: "POST", headers, body }));
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

describe("the booking form", () => {
  test("books with the same verb as the API and redirects to the checkout", async () => {
    const response = await send();
    expect(response.status).toBe(303);
    const session = sessionOf(response.headers.get("Location") ?? "");
    expect(await bookingOf(pool, session)).toMatchObject({
      service_id: "regular-cleaning",
      day: DAY,
      scheduled_time: "08:00:00",
      total_amount: 21200,
      bedrooms: 3,
      bathrooms: 2,
      notes: FORM.notes,
      address_line1: FORM.street,
      draft_id: FORM.draft_id,
    });
  });

  test("with a visit that is too long says so beside the extras, and books nothing", async () => {
    const windows = { id: "windows", title: "Windows", picture: null, most: 12, cents: 700, minutes: 60 };
    await pool.query(
      `insert into service_prices (service_id, begins_on, rules, published_at)
       values ('regular-cleaning', '2026-01-01', $1, now())`,
      [JSON.stringify({ ...PLAIN_RULES, extras: [windows] })],
    );
    const response = await send({ "extra.windows": "12" });
    const page = await response.text();
    await pool.query("delete from service_prices");
    expect(response.status).toBe(422);
    expect(page).toMatch(/<fieldset id="extras"[^>]* aria-describedby="extras-error"/);
    expect(visibleText(page)).toContain(
      "12 h. For more than 10 hours, we need to see your home first. Choose fewer extras, or",
    );
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });

  test("sent twice is one booking with one address", async () => {
    const [one, other] = [await send(), await send()];
    expect(one.headers.get("Location")).toBe(other.headers.get("Location"));
    expect(await footprint(pool)).toMatchObject({ bookings: 1, orders: 1, test_checkout_sessions: 1 });
  });

  test("shares its draft with the API", async () => {
    await send();
    const body = { serviceId: "regular-cleaning", serviceType: "residential" };
    const details = { date: "2026-06-12", time: "8:00 AM", hours: 1, address: FORM };
    const response = await app.request(`${ORIGIN}/api/create-payment`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": FORM.draft_id },
      body: JSON.stringify({ ...body, bookingDetails: details }),
    });
    expect(response.status).toBe(200);
    const { rows } = await pool.query(
      "select status, scheduled_date::text from bookings order by scheduled_date",
    );
    expect(rows).toEqual([
      { status: "cancelled", scheduled_date: DAY },
      { status: "pending", scheduled_date: "2026-06-12" },
    ]);
  });

  test("ignores inputs that the service doesn't have, as sent without script", async () => {
    const response = await send({ service: "office-cleaning", type: "commercial" });
    const session = sessionOf(response.headers.get("Location") ?? "");
    expect(await bookingOf(pool, session)).toMatchObject({
      bedrooms: null,
      bathrooms: null,
      total_amount: 26000,
    });
    const monthly = await send({ service: "monthly-home-care", frequency: "biweekly", draft_id: "" });
    expect(await planOf(pool, sessionOf(monthly.headers.get("Location") ?? ""))).toMatchObject({
      amount: 28900,
      visit_minutes: 180,
      frequency: "biweekly",
    });
  });
});

describe("a refused form", () => {
  test.each([
    ["an empty street", { street: "" }, 400, "Street is required."],
    ["no time", { time: "" }, 400, "Time is required."],
    ["a date that doesn't exist", { date: "2026-02-30" }, 400, "Date must be a real day"],
    ["a ZIP code with letters", { zip: "ABCDE" }, 400, "ZIP code must be 5 digits"],
    ["yesterday", { date: "2026-05-31" }, 422, "Date is in the past."],
    ["an unknown service", { service: "nothing" }, 404, "Choose one from the list."],
    [
      "a service with an estimate only",
      { service: "house-washing" },
      422,
      "House Washing needs an estimate.",
    ],
    ["seven hours", { hours: "7" }, 422, "Hours must be 1, 2, 3, 4, 6, or 8."],
    ["negative hours", { hours: "-1" }, 400, "Hours must be a whole number"],
  ])(
    "(%s) comes back filled in with the reason, and nothing is stored",
    async (_what, invalid, status, text) => {
      const response = await send(invalid);
      expect(response.status).toBe(status);
      const html = await response.text();
      expect(visibleText(html)).toContain(text);
      expect(html).toContain('value="Pittsfield"');
      expect(html).toContain("Ring twice &amp; &lt;wait&gt;");
      expect(html).not.toContain("<wait>");
      expect(Object.values(await footprint(pool)).every((count) => count === 0)).toBe(true);
    },
  );

  test("for a taken slot shows the remaining ones", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { hours: 4 });
    const response = await send();
    expect(response.status).toBe(409);
    expect(visibleText(await response.text())).toContain(
      "That slot was just taken. Still available that day: 2:00 PM, 4:00 PM.",
    );
  });

  test.each(["application/json", "multipart/form-data", "text/plain"])(
    "(as %s) is a bad request",
    async (type) => {
      const request = new Request(`${ORIGIN}/book`, {
        method: "POST",
        headers: { "Content-Type": type },
        body: "{",
      });
      expect((await app.request(request)).status).toBe(400);
      expect(await footprint(pool)).toMatchObject({ bookings: 0 });
    },
  );
});

describe("the draft", () => {
  test("survives a reload, a refusal and the way back from the checkout", async () => {
    for (const response of [await send({ street: "" }), await send()]) {
      const html = await (await get("/book", { Cookie: cookiesOf(response) })).text();
      expect(html).toContain('value="Pittsfield"');
      expect(html).toContain("Ring twice &amp; &lt;wait&gt;");
      expect(html).toContain(FORM.draft_id);
    }
  });

  test("that is garbled or of another browser is ignored", async () => {
    const fresh = visibleText(await (await get("/book")).text());
    for (const cookie of [
      "draft=%%%",
      "draft=AAAA; draft_notes=/////",
      `draft=${btoa('{"id":{}}')}`,
      "draft=W10",
    ]) {
      const response = await get("/book", { Cookie: cookie });
      expect(response.status).toBe(200);
      expect(visibleText(await response.text())).toBe(fresh);
    }
  });

  test.each([
    "month=9999-12",
    "month=0001-01",
    "month=junk",
    "service=nothing",
    "type=industrial",
    "service=&type=",
  ])("opens with the invalid address ?%s", async (query) => {
    expect((await get(`/book?${query}`)).status).toBe(200);
  });
});
