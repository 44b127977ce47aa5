import fc from "fast-check";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { giveBelongings } from "../support/belongings";
import { aBody } from "../support/bookings";
import { FIELDS, fuzzString } from "../support/fuzz-strings";
import { routeAddress, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app } = site;
const cookies: string[] = [""];
let ids: Record<string, string> = {};

beforeAll(async () => {
  const owner = await signedIn(site);
  const its = await giveBelongings(site, owner.id);
  ids = {
    bookings: its.upcoming,
    plans: its.plan,
    order: its.charge,
    calendar: `${its.feed}.ics`,
    customers: owner.id,
  };
  cookies.push(owner.cookie, (await signedIn(site, { role: "admin" })).cookie);
}, 60_000);

/** Maximum milliseconds for a response, on a busy machine. */
const SLOW_MS = 15_000;
/** A new seed for each run. Each case is a request, so the number is limited. */
const RUNS = { numRuns: 60, interruptAfterTimeLimit: 40_000, endOnFailure: true };

/** Checks that the response is no server error and arrives in time. Requests that can't be sent are skipped. */
async function expectHandled(address: string, init: RequestInit): Promise<void> {
  let request: Request;
  try {
    request = new Request(ORIGIN + address, init);
  } catch {
    return;
  }
  const began = performance.now();
  const response = await app.request(request);
  const text = await response.text();
  const ms = performance.now() - began;
  const what = `${request.method} ${address} ${JSON.stringify(init).slice(0, 2000)}`;
  expect(response.status, what).toBeLessThan(500);
  expect(text, what).not.toMatch(
    /node_modules|\bat \S+ \(.*:\d+:\d+\)|syntax error at or near|invalid input syntax/,
  );
  expect(ms, what).toBeLessThan(SLOW_MS);
}

const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), fuzzString), fuzzString), {
  maxLength: 8,
});
const routes = siteRoutes();
const anywhere = fc
  .tuple(fc.constantFrom(...routes), fc.boolean(), fc.boolean())
  .map(([{ pattern, isPage }, real, data]) => {
    const address = routeAddress(pattern, real ? ids : {});
    return isPage && data ? `${address === "/" ? "/_root" : address}.data` : address;
  });
const who = fc
  .nat(2)
  .map((index) => () => (cookies[index] ? { Cookie: cookies[index] } : {}) as Record<string, string>);
/** Characters that a header can contain. */
const headerText = fuzzString.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").slice(0, 6_000));

async function expectAllHandled<Values extends [unknown, ...unknown[]]>(property: fc.IAsyncProperty<Values>) {
  const warn = vi.spyOn(console, "warn").mockReturnValue(); // the router warns when it can't decode
  onTestFinished(() => warn.mockRestore());
  await fc.assert(property, RUNS);
}

describe("the site answers correctly and in time to any", () => {
  test("query", async () => {
    await expectAllHandled(
      fc.asyncProperty(anywhere, who, fields, (address, headers, query) =>
        expectHandled(
          `${address}?${new URLSearchParams(query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]))}`,
          {
            headers: headers(),
          },
        ),
      ),
    );
  }, 90_000);

  test("unencoded query", async () => {
    await expectAllHandled(
      fc.asyncProperty(anywhere, who, fuzzString, (address, headers, text) =>
        expectHandled(`${address}?${text}`, { headers: headers() }),
      ),
    );
  }, 90_000);

  test("path", async () => {
    const parts = fc.array(
      fc.oneof(
        fuzzString,
        fc.constantFrom("admin", "bookings", "plans", "calendar", "blog", "api", "assets"),
      ),
      {
        maxLength: 5,
      },
    );
    await expectAllHandled(
      fc.asyncProperty(parts, fc.boolean(), who, (path, encoded, headers) =>
        expectHandled(
          `/${path.map((part) => (encoded ? encodeURIComponent(part.toWellFormed()) : part)).join("/")}`,
          { headers: headers() },
        ),
      ),
    );
  }, 90_000);

  test("form", async () => {
    await expectAllHandled(
      fc.asyncProperty(
        anywhere.filter((address) => !address.startsWith("/logout")),
        who,
        fields,
        (address, headers, form) =>
          expectHandled(address, { method: "POST", headers: headers(), body: new URLSearchParams(form) }),
      ),
    );
  }, 90_000);

  test("form whose fields are named as what every object has", async () => {
    const names = ["toString", "constructor", "__proto__", "hasOwnProperty"];
    for (const { pattern } of routes.filter(({ pattern }) => !pattern.startsWith("/logout")))
      for (const name of names)
        for (const cookie of cookies.slice(1))
          await expectHandled(routeAddress(pattern, ids), {
            method: "POST",
            headers: { Cookie: cookie },
            body: new URLSearchParams(FIELDS.map((field) => [field, name])),
          });
  }, 90_000);

  test("multipart form with files", async () => {
    const part = fc.tuple(fc.constantFrom(...FIELDS), fuzzString, fc.option(fuzzString));
    await expectAllHandled(
      fc.asyncProperty(
        anywhere.filter((address) => !address.startsWith("/logout")),
        who,
        fc.array(part, { maxLength: 6 }),
        (address, headers, parts) => {
          const body = new FormData();
          for (const [name, value, file] of parts)
            body.append(name, file === null ? value : new File([value], file));
          return expectHandled(address, { method: "POST", headers: headers(), body });
        },
      ),
    );
  }, 90_000);

  test("multipart body that is cut, doubled, or without an end", async () => {
    const piece = fc.constantFrom(
      "--x",
      "--x--",
      "\r\n",
      "\r\n\r\n",
      'Content-Disposition: form-data; name="email"',
      "; filename=",
      '"',
      "\0",
      "é",
    );
    await expectAllHandled(
      fc.asyncProperty(
        fc.constantFrom("/contact", "/login", "/signup", "/careers", "/book"),
        fc.array(piece, { maxLength: 30 }),
        (address, pieces) =>
          expectHandled(address, {
            method: "POST",
            headers: { "Content-Type": "multipart/form-data; boundary=x" },
            body: pieces.join(""),
          }),
      ),
    );
  }, 90_000);

  test("JSON", async () => {
    const valid = fc.constant(aBody() as unknown as Record<string, unknown>);
    const body = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc
        .tuple(
          valid,
          fc.dictionary(
            fc.constantFrom("serviceId", "serviceType", "bookingDetails", "customerEmail"),
            fc.jsonValue(),
          ),
        )
        .map(([good, bad]) => JSON.stringify({ ...good, ...bad })),
      fc
        .dictionary(
          fc.constantFrom("date", "time", "hours", "bedrooms", "bathrooms", "address", "notes", "extras"),
          fc.oneof(fc.jsonValue(), fuzzString),
        )
        .map((bad) => JSON.stringify({ ...aBody(), bookingDetails: { ...aBody().bookingDetails, ...bad } })),
      fuzzString,
    );
    const address = fc.constantFrom(
      "/api/create-payment",
      "/api/plan-preview",
      "/api/session",
      "/api/webhooks/stripe",
      "/api/availability",
    );
    await expectAllHandled(
      fc.asyncProperty(address, who, body, (path, headers, text) =>
        expectHandled(path, {
          method: "POST",
          headers: { ...headers(), "Content-Type": "application/json" },
          body: text,
        }),
      ),
    );
  }, 90_000);

  test("payment provider event", async () => {
    const signature = fc.oneof(
      headerText,
      fc.tuple(fuzzString, fuzzString).map(([t, v]) => `t=${t},v1=${v}`.replace(/[^\x20-\x7e]/g, "")),
    );
    await expectAllHandled(
      fc.asyncProperty(
        fc.constantFrom("stripe", "test-checkout"),
        signature,
        fc.oneof(fc.json(), fuzzString),
        (name, signed, body) =>
          expectHandled(`/api/webhooks/${name}`, {
            method: "POST",
            headers: { "Stripe-Signature": signed, "X-Signature": signed },
            body,
          }),
      ),
    );
  }, 90_000);

  test("cookie", async () => {
    const names = [
      "wb_toast",
      "wb_device",
      "wb_draft",
      "wb_notes",
      "wb_sidebar",
      "__Secure-wb.session_token",
      "__Secure-wb.session_data",
      "__Secure-wb.two_factor",
    ];
    const cookie = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), headerText), headerText), {
      maxLength: 6,
    });
    const place = fc.constantFrom(
      "/",
      "/book",
      "/login",
      "/two-factor",
      "/profile",
      "/admin",
      "/profile.data",
      "/api/session",
    );
    await expectAllHandled(
      fc.asyncProperty(place, cookie, fc.boolean(), (address, pairs, isPost) =>
        expectHandled(address, {
          method: isPost ? "POST" : "GET",
          headers: {
            Cookie: pairs
              .map((pair) => pair.join("="))
              .join("; ")
              .slice(0, 12_000),
          },
        }),
      ),
    );
  }, 90_000);

  test("header", async () => {
    const names = [
      "Accept-Encoding",
      "If-None-Match",
      "If-Modified-Since",
      "Range",
      "Accept",
      "Accept-Language",
      "X-Forwarded-For",
      "User-Agent",
      "Content-Type",
      "X-Live",
      "Sec-Purpose",
      "Referer",
      "Origin",
      "Host",
    ];
    const headers = fc.dictionary(fc.constantFrom(...names), headerText, { maxKeys: 5 });
    const place = fc.oneof(anywhere, fc.constantFrom("/favicon.svg", "/robots.txt", "/"));
    await expectAllHandled(
      fc.asyncProperty(place, headers, fc.boolean(), (address, more, isPost) =>
        expectHandled(address, { method: isPost ? "POST" : "GET", headers: more }),
      ),
    );
  }, 90_000);

  test("calendar name, key or id", async () => {
    const place = fc.constantFrom(
      "/calendar/X.ics",
      "/calendar/X",
      "/bookings/X",
      "/bookings/X?key=X",
      "/plans/X?key=X",
      "/blog/X",
      "/admin/backups/X",
      "/newsletter/confirm?key=X&email=X",
      "/verify-email?token=X",
      "/reset-password?token=X",
      "/api/calendar?session_id=X",
    );
    await expectAllHandled(
      fc.asyncProperty(place, fuzzString, who, (address, text, headers) =>
        expectHandled(
          address.replaceAll("X", () => encodeURIComponent(text.toWellFormed())),
          { headers: headers() },
        ),
      ),
    );
  }, 90_000);
});
