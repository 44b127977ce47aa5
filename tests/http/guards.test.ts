import { globSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { aBody, footprint } from "../support/bookings";

const { pool, get, post, clear } = await testApp();
const limited = await testApp({ rateLimitFactor: 1 });
const strict = await testApp({ rateLimitFactor: 0.1 });
const proxied = await testApp({ rateLimitFactor: 0.1, trustProxy: true });

beforeEach(clear);

const PATH = "/api/create-payment";

describe("the rate limit", () => {
  test("allows 20 posts per address and minute, and refuses the 21st", async () => {
    for (let n = 0; n < 20; n += 1) expect((await limited.post(PATH, "{")).status).toBe(400);
    const refusal = await limited.post(PATH, aBody());
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await refusal.json()).error.message).toMatch(/wait a minute/i);
    expect(await footprint(limited.pool)).toMatchObject({ bookings: 0 });
  });

  test("counts the page's form together with the API", async () => {
    const response = await limited.post("/book", "", { "Content-Type": "application/x-www-form-urlencoded" });
    expect(response.status).toBe(429);
  });

  test("doesn't count reads", async () => {
    expect(
      (await limited.get("/api/availability?service=regular-cleaning&month=2026-06&hours=1")).status,
    ).toBe(200);
    expect((await limited.get("/book")).status).toBe(200);
  });

  test("is multiplied by the factor, and switched off by 0", async () => {
    const answers = async ({ post }: typeof strict, count: number) =>
      new Set(
        (await Promise.all(Array.from({ length: count }, () => post(PATH, "{")))).map(({ status }) => status),
      );
    expect(await answers(strict, 2)).toEqual(new Set([400]));
    expect(await answers(strict, 1)).toEqual(new Set([429]));
    expect(await answers({ ...limited, post }, 100)).toEqual(new Set([400]));
  });

  test("uses the connection's address and ignores headers of visitors", async () => {
    const site = await strict.serve();
    const from = (address: string) => postFrom(site, address);
    expect([await from("192.0.2.1"), await from("192.0.2.2"), await from("192.0.2.3")]).toEqual([
      400, 400, 429,
    ]);
  });

  test("uses the last address that a trusted proxy adds", async () => {
    const site = await proxied.serve();
    const from = (address: string) => postFrom(site, `203.0.113.99, ${address}`);
    expect([await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.1")]).toEqual([
      400, 400, 429,
    ]);
    expect(await from("192.0.2.2")).toBe(400);
  });

  async function postFrom(site: string, forwarded: string): Promise<number> {
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": forwarded };
    return (await fetch(site + PATH, { method: "POST", headers, body: "{" })).status;
  }
});

describe("a write from another site", () => {
  test.each(["https://evil.example", "http://site.example", "https://site.example.evil.example", "null"])(
    "(Origin: %s) is refused with 403",
    async (origin) => {
      const response = await post(PATH, aBody(), { Origin: origin });
      expect(response.status).toBe(403);
      expect((await response.json()).error.message).toMatch(/another site/);
      const form = await post("/book", "", {
        Origin: origin,
        "Content-Type": "application/x-www-form-urlencoded",
      });
      expect(form.status).toBe(403);
      expect(await footprint(pool)).toMatchObject({ bookings: 0 });
    },
  );

  test("is told apart from one of this site and one without an origin", async () => {
    expect((await post(PATH, aBody(), { Origin: ORIGIN })).status).toBe(200);
    expect((await post(PATH, aBody())).status).toBe(200);
    expect((await get("/", { Origin: "https://evil.example" })).status).toBe(200);
  });
});

describe("security headers", () => {
  const asset = globSync("assets/*.js", { cwd: "build/client" })[0];

  test.each([
    ["a page", () => get("/book"), 200],
    ["a public page", () => get("/"), 200],
    ["an unknown page", () => get("/nothing/here"), 404],
    ["an API response", () => post(PATH, aBody()), 200],
    ["an API error", () => post(PATH, "{"), 400],
    ["the refusal of a large body", () => post(PATH, "x".repeat(70_000)), 413],
    ["the refusal of a foreign write", () => post(PATH, aBody(), { Origin: "https://evil.example" }), 403],
    ["the refusal of an invalid address", () => get("/%00"), 400],
    ["a redirect", () => get("/dashboard"), 302],
    ["a drawing", () => get("/favicon.svg"), 200],
    ["a failure", () => withBrokenDatabase(() => post(PATH, aBody())), 500],
  ])("are set on %s", async (_what, answer, status) => {
    const response = await answer();
    expect(response.status).toBe(status);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers["content-security-policy"]).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  test("come with caching of files: forever for hashed ones, an hour for others", async () => {
    expect((await get(`/${asset}`)).headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect((await get("/favicon.svg")).headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect((await get("/assets/nothing.js")).headers.get("Cache-Control")).toBe("private, no-cache");
  });

  test.each([
    ["an unknown page", "/nothing", 404],
    ["a redirect", "/dashboard", 302],
    ["a page", "/book", 200],
  ])("keep %s out of shared caches", async (_what, path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get("Cache-Control")).toMatch(/private|no-store/);
  });

  test("have a new nonce in every response, for its own scripts only", async () => {
    const nonceOf = (response: Response) =>
      /script-src [^;]*'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];
    const [one, other] = [await get("/book"), await get("/book")];
    expect(nonceOf(one)).toBeDefined();
    expect(nonceOf(one)).not.toBe(nonceOf(other));
    expect(one.headers.get("Content-Security-Policy")).not.toMatch(/script-src[^;]*unsafe/);
    expect(await one.text()).toContain(`nonce="${nonceOf(one)}"`);
  });
});

describe("with a failing database", () => {
  test.each([
    ["the API", () => post(PATH, aBody())],
    ["the availability", () => get("/api/availability?service=regular-cleaning&month=2026-06&hours=1")],
    ["the booking page", () => get("/book")],
  ])("%s returns an error without internals", async (what, answer) => {
    const response = await withBrokenDatabase(answer);
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|relation|select |42P01|ECONN/);
    if (what !== "the booking page") expect(JSON.parse(text).error.message).toMatch(/try again/i);
  });

  test("the home page renders, says what it can't show, and is not cached", async () => {
    const response = await withBrokenDatabase(() => get("/"));
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).toContain("Error loading services. Please try again later.");
  });
});

/** Hides the catalog while a request is answered. */
async function withBrokenDatabase(answer: () => Promise<Response>): Promise<Response> {
  await pool.query("alter table services rename to services_lost");
  try {
    return await answer();
  } finally {
    await pool.query("alter table services_lost rename to services");
  }
}
