import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { OpenApiDocument } from "~/features/integrations/api/openapi";
import { addApiKey, renewApiKey, revokeApiKey } from "~/features/integrations/partners/save.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, DAY, openSession, setCrews } from "../support/bookings";
import { aPlanBody } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { staffCtx } from "../support/staff";

const site = await testApp();
const { app, pool, ctx, clock, get, post, clear } = site;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(site);
});

async function aKey(name = "Corner Realty") {
  const outcome = await addApiKey(staff(), { name });
  if (!outcome.ok) throw new Error(outcome.message);
  return { id: outcome.id, key: outcome.key, with: { Authorization: `Bearer ${outcome.key}` } };
}

const document: OpenApiDocument = await (await get("/api/openapi.json")).json();

/** The schema with additional properties forbidden, so undocumented fields fail. */
function strictly(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(strictly);
  const { $ref, ...rest } = schema as Record<string, unknown>;
  if (typeof $ref === "string")
    return strictly(document.components.schemas[$ref.split("/").at(-1) as string]);
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, strictly(value)]));
  return rest.properties ? { ...inner, additionalProperties: false } : inner;
}

/** Checks the response of an operation against the document: status, headers and body. */
async function documented(path: string, method: string, response: Response) {
  const operation = document.paths[path]?.[method];
  const answer = operation?.responses[response.status];
  expect(answer, `${method} ${path} ${response.status}`).toBeDefined();
  expect(response.headers.get("Content-Type")).toContain("application/json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  for (const name of Object.keys(answer?.headers ?? {})) expect(response.headers.get(name)).toMatch(/^\d+$/);
  const body = await response.json();
  const schema = strictly(answer?.content["application/json"].schema) as Parameters<
    typeof z.fromJSONSchema
  >[0];
  expect(z.fromJSONSchema(schema).safeParse(body).error).toBeUndefined();
  return { status: response.status, body, headers: response.headers };
}

const readServices = async (query = "", headers = {}) =>
  documented("/api/services", "get", await get(`/api/services${query}`, headers));
const readAvailability = async (query: Record<string, string>, headers = {}) =>
  documented(
    "/api/availability",
    "get",
    await get(`/api/availability?${new URLSearchParams(query)}`, headers),
  );
const book = async (body: unknown, headers = {}) =>
  documented("/api/create-payment", "post", await post("/api/create-payment", body, headers));
const readBooking = async (reference: string, headers = {}) =>
  documented("/api/bookings/{reference}", "get", await get(`/api/bookings/${reference}`, headers));

const JUNE = { service: "regular-cleaning", month: "2026-06", hours: "3" };

describe("responses match the document", () => {
  test("for services", async () => {
    const all = await readServices();
    expect(all).toMatchObject({ status: 200, body: { currency: "USD" } });
    const of = (id: string) => all.body.services.find((one: { id: string }) => one.id === id);
    expect(of("regular-cleaning")).toMatchObject({ price: 5300, price_unit: "hour", takes_hours: true });
    expect(of("monthly-home-care")).toMatchObject({ price_unit: "month", takes_hours: false });
    expect(of("monthly-home-care").frequencies).not.toEqual([]);
    const commercial = await readServices("?type=commercial");
    expect(
      new Set(commercial.body.services.map((one: { service_type: string }) => one.service_type)),
    ).toEqual(new Set(["commercial"]));
    const invalid = await readServices("?type=industrial");
    expect(invalid).toMatchObject({
      status: 400,
      body: { error: { field: "type", message: "type must be residential or commercial." } },
    });
  });

  test("for availability", async () => {
    expect(await readAvailability(JUNE)).toMatchObject({ status: 200, body: { minutes: 180 } });
    for (const [query, status, field] of [
      [{ ...JUNE, month: "June" }, 400, "month"],
      [{ ...JUNE, hours: "5" }, 400, "hours"],
      [{ month: "2026-06" }, 400, "service"],
      [{ ...JUNE, service: "nothing" }, 404, "service"],
      [{ ...JUNE, draft: "mine" }, 400, "draft"],
    ] as const)
      expect(await readAvailability(query)).toMatchObject({ status, body: { error: { field } } });
  });

  test("for create-payment", async () => {
    await setCrews(pool, 1);
    expect(await book(aBody())).toMatchObject({ status: 200, body: { url: expect.any(String) } });
    expect(await book(aBody())).toMatchObject({ status: 409, body: { error: { slots: expect.any(Array) } } });
    expect(await book({ ...aPlanBody({ date: DAY, time: "10:00 AM" }) })).toMatchObject({ status: 409 });
    await book(aBody({ date: "2026-06-17" }));
    const clashing = await book(aPlanBody({ date: "2026-06-03", time: "8:00 AM" }));
    expect(clashing).toMatchObject({ status: 409, body: { error: { clashes: [{ visit: 2 }] } } });
    expect(await book({})).toMatchObject({ status: 400, body: { error: { fields: expect.any(Array) } } });
    expect(await book("{")).toMatchObject({ status: 400 });
    expect(await book(aBody(), { "Idempotency-Key": "x" })).toMatchObject({ status: 400 });
    expect(await book(aBody(), { "Content-Type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await book({ ...aBody(), serviceId: "nothing" })).toMatchObject({ status: 404 });
    expect(await book(aBody({ date: "2026-05-01" }))).toMatchObject({ status: 422 });
  });

  test("for a body that is too large", async () => {
    const response = await post("/api/create-payment", { notes: "a".repeat(70_000) });
    expect(response.status).toBe(413);
    expect(document.paths["/api/create-payment"]?.post?.responses).toHaveProperty("413");
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test("for a provider that can't be reached", async () => {
    await pool.query("alter table test_checkout_sessions rename to gone");
    try {
      expect(await book(aBody())).toMatchObject({ status: 503 });
    } finally {
      await pool.query("alter table gone rename to test_checkout_sessions");
    }
  });
});

describe("a booking's status", () => {
  test("is available with its signed reference and follows the booking", async () => {
    const { body } = await book(aBody());
    const { body: pending } = await readBooking(body.reference);
    expect(pending).toMatchObject({
      id: body.reference.slice(0, 36),
      kind: "visit",
      status: "pending",
      payment: "pending",
      service: { id: "regular-cleaning", title: "Regular Cleaning" },
      date: DAY,
      time: "8:00 AM",
      time_zone: "America/New_York",
      minutes: 180,
      amount: 15900,
      tip: 0,
      refunded: 0,
      partner_reference: null,
    });
    await pool.query("update orders set status = 'completed'");
    await pool.query("update bookings set status = 'cancelled'");
    await pool.query(
      `insert into refunds (order_id, amount, reason, status, idempotency_key)
       select id, 7950, 'cancelled', 'completed', 'k' from orders`,
    );
    expect((await readBooking(body.reference)).body).toMatchObject({
      status: "cancelled",
      payment: "completed",
      refunded: 7950,
    });
  });

  test("holds nothing about the customer", async () => {
    const { body } = await book(
      aBody({ notes: "Gate code 4711" }, { customerName: "Ada", customerEmail: "ada@mail.example" }),
    );
    const text = JSON.stringify(await readBooking(body.reference));
    for (const word of ["Ada", "ada@", "Barnstead", "Pittsfield", "4711"]) expect(text).not.toContain(word);
  });

  test("is that of the first month for a plan", async () => {
    const { body } = await book(aPlanBody());
    expect((await readBooking(body.reference)).body).toMatchObject({
      kind: "plan",
      status: "pending",
      frequency: "biweekly",
      date: "2026-06-09",
      time: "10:00 AM",
    });
  });

  test("is available to its partner by id, and to no other", async () => {
    const [one, other] = [await aKey(), await aKey("Lakeside Inn")];
    const { body } = await book({ ...aBody(), partnerReference: " A-1042 " }, one.with);
    const id = body.reference.slice(0, 36);
    expect((await readBooking(id, one.with)).body).toMatchObject({ id, partner_reference: "A-1042" });
    expect(await readBooking(id, other.with)).toMatchObject({ status: 404 });
    expect(await readBooking(id)).toMatchObject({ status: 404 });
    expect((await readBooking(body.reference)).body.partner_reference).toBeNull();
  });

  test.each([
    "nothing",
    "%00",
    "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    "6f9619ff-8b86-4d01-b42d-00cf4fc964ff.x",
  ])("is not found for %s", async (reference) => {
    const { with: headers } = await aKey();
    const response = await get(`/api/bookings/${reference}`, headers);
    expect(response.status).toBe(reference === "%00" ? 400 : 404);
  });

  test("is not available with another booking's signature or an altered one", async () => {
    const { body: own } = await book(aBody());
    const { body: other } = await book(aBody({ time: "2:00 PM" }));
    const [id] = other.reference.split(".");
    const [, signature] = own.reference.split(".");
    expect(await readBooking(`${id}.${signature}`)).toMatchObject({ status: 404 });
    expect(await readBooking(`${other.reference}A`)).toMatchObject({ status: 404 });
    expect(await readBooking(`${other.reference}.x`)).toMatchObject({ status: 404 });
    expect(await readBooking(`${id}.`)).toMatchObject({ status: 404 });
  });
});

describe("an API key", () => {
  test("that is unknown, renewed or revoked is refused everywhere", async () => {
    const { id, key, with: old } = await aKey();
    await renewApiKey(staff(), id);
    const revoked = await aKey("Lakeside Inn");
    await revokeApiKey(staff(), revoked.id);
    const invalid = [old, revoked.with, { Authorization: "Bearer" }, { Authorization: `Bearer ${key}x` }];
    for (const headers of invalid) {
      const answers = [
        await readServices("", headers),
        await readAvailability(JUNE, headers),
        await book(aBody(), headers),
        await readBooking("x", headers),
      ];
      for (const { status, body, headers: sent } of answers) {
        expect(status).toBe(401);
        expect(body.error.field).toBe("Authorization");
        expect(sent.get("WWW-Authenticate")).toBe("Bearer");
      }
    }
    expect((await pool.query("select from bookings")).rows).toHaveLength(0);
  });

  test("gives access to no page, and other kinds of authorization are ignored", async () => {
    const { with: headers } = await aKey();
    expect((await get("/admin", headers)).status).toBe(303);
    expect(await readServices("", { Authorization: "Basic YTpi" })).toMatchObject({ status: 200 });
  });

  test("separates its partner's drafts from all others", async () => {
    const [one, other] = [await aKey(), await aKey("Lakeside Inn")];
    const draft = { "Idempotency-Key": "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11" };
    await setCrews(pool, 3);
    const urls = [];
    for (const headers of [{}, one.with, other.with, one.with])
      urls.push((await book(aBody(), { ...draft, ...headers })).body.url);
    expect(new Set(urls).size).toBe(3);
    expect(urls[3]).toBe(urls[1]);
    const slot = async (headers: object) => {
      const query = { ...JUNE, draft: draft["Idempotency-Key"] };
      const { body } = await readAvailability(query, headers);
      const day = body.days.find(({ date }: { date: string }) => date === DAY);
      return day.slots[0].state;
    };
    expect([await slot({}), await slot(one.with), await slot(other.with)]).toEqual(["free", "free", "free"]);
    const stranger = await aKey("Hill House");
    expect(await slot(stranger.with)).toBe("full");
  });

  test("overrides the session", async () => {
    const { with: headers } = await aKey();
    const { cookie } = await signedIn(site, { first_name: "Ottilie" });
    const { body } = await book(aBody(), { ...headers, Cookie: cookie });
    expect(body.reference).toBeDefined();
    expect((await pool.query("select user_id from bookings")).rows).toEqual([{ user_id: null }]);
  });
});

describe("other sites", () => {
  const FOREIGN = { Origin: "https://other.example" };

  test("may read public data and send nothing", async () => {
    const session = await openSession(ctx());
    expect(session).not.toBe("");
    for (const path of [
      "/api/services",
      "/api/availability?month=x",
      "/api/bookings/x",
      "/api/openapi.json",
    ]) {
      const { headers } = await get(path, FOREIGN);
      expect(headers.get("Access-Control-Allow-Origin"), path).toBe("*");
      expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    }
    const response = await post("/api/create-payment", aBody(), FOREIGN);
    expect(response.status).toBe(403);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect((await get("/api/session", FOREIGN)).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("can't use a key: CORS doesn't allow the header", async () => {
    const asks = { ...FOREIGN, "Access-Control-Request-Headers": "authorization" };
    for (const path of ["/api/services", "/api/create-payment", "/api/bookings/x"]) {
      const { headers } = await app.request(new Request(ORIGIN + path, { method: "OPTIONS", headers: asks }));
      expect(headers.get("Access-Control-Allow-Headers")).toBeNull();
    }
  });

  test("may embed the widget and no other page", async () => {
    const policyOf = async (path: string) => {
      const { headers } = await get(path);
      return [
        /frame-ancestors ([^;]+)/.exec(headers.get("Content-Security-Policy") ?? "")?.[1],
        headers.get("X-Frame-Options"),
      ];
    };
    expect(await policyOf("/widget")).toEqual(["*", null]);
    expect(await policyOf("/widget?type=commercial&partner=x")).toEqual(["*", null]);
    for (const path of [
      "/",
      "/book",
      "/widget/demo",
      "/api/docs",
      "/login",
      "/widget/",
      "/widgets",
      "/payment",
    ])
      expect(await policyOf(path), path).toEqual(["'none'", "DENY"]);
  });
});

describe("the widget", () => {
  test("ignores the session, stores nothing and leads out of the frame", async () => {
    const partner = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
    const { cookie } = await signedIn(site, { first_name: "Ottilie" });
    await pool.query(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       select id, 'residential', '7 Secret Lane', 'Concord', 'NH', '03301' from profiles`,
    );
    const cookies = { Cookie: `${cookie}; draft=x` };
    const response = await get(`/widget?partner=${partner}&service=deep-cleaning`, cookies);
    const html = await response.text();
    expect(await (await get("/book", cookies)).text()).toContain("7 Secret Lane");
    expect(html).not.toContain("7 Secret Lane");
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    expect(html).toContain(`name="partner" value="${partner}"`);
    expect(html).toContain('<base target="_top"/>');
    expect(html).toMatch(
      /<input[^>]*checked=""[^>]*value="deep-cleaning"|value="deep-cleaning"[^>]*checked=""/,
    );
    expect(await (await get("/widget?partner=<b>")).text()).toContain('name="partner" value=""');
  });

  test("posts its form to /book, which holds the slot for the partner and keeps the draft", async () => {
    const { id } = await aKey();
    const { bookingDetails } = aBody();
    const { address, ...details } = bookingDetails;
    const fields = {
      ...{ service: "regular-cleaning", type: "residential", intent: "pay", partner: id },
      ...{ date: details.date, time: details.time, hours: "3", bedrooms: "2", bathrooms: "1", ...address },
      draft_id: "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11",
    };
    const json = await post(
      "/api/create-payment",
      { ...aBody({ bedrooms: 2, bathrooms: 1, notes: "" }), partner: id },
      { "Idempotency-Key": fields.draft_id },
    );
    const { url } = await json.json();
    const init = { method: "POST", body: new URLSearchParams({ ...fields, notes: "" }) };
    const response = await app.request(new Request(`${ORIGIN}/book`, init));
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(url);
    expect(response.headers.getSetCookie().join()).toContain("draft=");
    const { rows } = await pool.query("select api_key_id from partner_orders");
    expect(rows).toEqual([{ api_key_id: id }]);
  });

  test("has its partner remembered on a link to /book", async () => {
    const partner = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
    expect(await (await get(`/book?partner=${partner}`)).text()).toContain(
      `name="partner" value="${partner}"`,
    );
  });
});

test("the documentation page shows every operation and field of the document", async () => {
  const response = await get("/api/docs");
  const html = await response.text();
  const text = visibleText(html);
  expect(response.status).toBe(200);
  expect(html).not.toMatch(/<script[^>]+src="https?:/);
  for (const [path, methods] of Object.entries(document.paths)) {
    expect(text).toContain(path);
    for (const { summary, responses } of Object.values(methods)) {
      expect(text).toContain(summary);
      for (const { description } of Object.values(responses).slice(1))
        expect(html.replaceAll("&#x27;", "'")).toContain(description);
    }
  }
  for (const field of [
    "bookingDetails.address.street",
    "days[].slots[].time",
    "partnerReference",
    "Idempotency-Key",
  ])
    expect(text).toContain(field);
});

describe("calls are limited", async () => {
  const limited = await testApp({ rateLimitFactor: 0.1 });

  test("per address without a key, per key with one, and per address for wrong keys", async () => {
    const office = await staffCtx(limited);
    const added = await addApiKey(office(), { name: "Corner Realty" });
    if (!added.ok) throw new Error(added.message);
    const ask = async (times: number, headers: Record<string, string>) => {
      const statuses: number[] = [];
      for (let call = 0; call < times; call++)
        statuses.push((await limited.get("/api/bookings/x", headers)).status);
      return statuses;
    };
    expect((await ask(24, {})).at(-1)).toBe(404);
    const refused = await limited.get("/api/bookings/x");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    const key = { Authorization: `Bearer ${added.key}` };
    const keyed = await ask(121, key);
    expect(keyed.at(-2)).toBe(404);
    expect(keyed.at(-1)).toBe(429);
    expect(await ask(4, { Authorization: "Bearer wbc_x" })).toEqual([401, 401, 401, 429]);
  });
});
