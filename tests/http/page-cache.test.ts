import { get as httpGet, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { PLAIN_RULES } from "~/features/catalog/rules";
import { listenForChanges } from "~/platform/database/change-listener.server";
import { openDatabase } from "~/platform/database/database.server";
import { SPECULATION_RULES_HASH } from "~/platform/http/speculation-rules.server";
import { testApp, until } from "../support/app";
import { setSetting } from "../support/bookings";

const { connection, pool, runtime, serve, clear, clock } = await testApp({ maxPages: 6 });
const site = await serve();
const listener = listenForChanges({
  connection,
  log: runtime.log,
  onChange: runtime.pages.clear,
  onCrewDay: () => {},
});
await listener.start();
const elsewhere = openDatabase(connection, { max: 1 });
afterAll(async () => {
  await listener.stop();
  await elsewhere.close();
});

beforeEach(clear);

/** Requests over a socket, without decompression or redirects. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    httpGet(site + path, { headers }, resolve).on("error", reject),
  );
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const textOf = async (path: string) => (await ask(path)).body.toString();

/** Requests until the page comes from the cache. It has no request id then. */
async function cached(path: string) {
  await until(async () => (await ask(path)).headers["x-request-id"] === undefined);
  return ask(path);
}

describe("a public page", () => {
  test.each(["/", "/services", "/services?type=commercial"])(
    "%s has an ETag, and 304 for a client that has it",
    async (path) => {
      const { status, headers, body } = await cached(path);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(body.toString()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\s*$/);
      const again = await ask(path, { "If-None-Match": String(headers.etag) });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
      expect((await ask(path, { "If-None-Match": '"something else"' })).status).toBe(200);
    },
  );

  test("shows a price list from midnight of the company's day on, without anybody saving", async () => {
    const rules = { ...PLAIN_RULES, by: "home", base: { cents: 12_900, minutes: 120 } };
    clock.set("2026-06-02T03:59:59Z");
    await pool.query(
      `insert into service_prices (service_id, begins_on, rules, published_at)
       values ('regular-cleaning', '2026-06-02', $1, '2026-06-01T12:00:00Z')`,
      [JSON.stringify(rules)],
    );
    await until(async () => /\$53</.test((await cached("/services")).body.toString()));
    clock.advance({ seconds: 1 });
    const after = await textOf("/services");
    expect(after).not.toContain("$53<");
    expect(after).toMatch(/from <\/span><span[^>]*>\$129</);
    expect(after).toContain('"minPrice":129');
    await pool.query("delete from service_prices");
    clock.set("2026-06-01T12:00:00Z");
  });

  test("is the same for its first visitor and all others", async () => {
    const brotli = { "Accept-Encoding": "br" };
    const first = await ask("/faq", brotli);
    expect(first.headers["x-request-id"]).toBeDefined();
    await cached("/faq");
    const second = await ask("/faq", brotli);
    expect(first.body.equals(second.body)).toBe(true);
    const { "x-request-id": _, date: __, ...headers } = first.headers;
    expect(second.headers).toEqual(expect.objectContaining({ ...headers, date: second.headers.date }));
  });

  test("is rendered again with the same ETag while its content is the same, so that 304 works in every process", async () => {
    const before = await cached("/faq");
    expect(before.body.toString()).not.toContain("nonce");
    runtime.pages.clear();
    const after = await ask("/faq");
    expect(after.headers["x-request-id"]).toBeDefined();
    expect(after.headers.etag).toBe(before.headers.etag);
  });

  test("is the same in brotli, gzip and plain, and smaller", async () => {
    const plain = await cached("/");
    const br = await ask("/", { "Accept-Encoding": "gzip, deflate, br" });
    const gzip = await ask("/", { "Accept-Encoding": "gzip" });
    expect([br, gzip, plain].map(({ headers }) => headers["content-encoding"])).toEqual([
      "br",
      "gzip",
      undefined,
    ]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(plain.body.length / 3);
    for (const { headers, body } of [br, gzip, plain]) {
      expect(headers).toMatchObject({ vary: "Accept-Encoding", "content-length": String(body.length) });
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain(`script-src 'self' ${SPECULATION_RULES_HASH};`);
    }
  });

  test("varies by encoding and type, which the cache never mixes up", async () => {
    await cached("/services");
    expect((await cached("/services?type=commercial")).body.toString()).toContain("Office Cleaning");
    expect(await textOf("/services")).toContain("Regular Cleaning");
    expect(await textOf("/services")).not.toContain("Office Cleaning");
  });
});

describe("a change in the database shows at once", () => {
  test("for a service, made by this process", async () => {
    const before = await cached("/");
    await pool.query(
      "update services set description = 'A brand new description.' where id = 'regular-cleaning'",
    );
    await until(async () => (await textOf("/")).includes("A brand new description."));
    expect((await ask("/", { "If-None-Match": String(before.headers.etag) })).status).toBe(200);
  });

  test("for a setting, made by another process", async () => {
    await cached("/");
    await setSetting(elsewhere.pool, "general.company_name", "Snow & Birch");
    await until(async () => (await textOf("/")).includes("Snow &amp; Birch"));
    await elsewhere.pool.query("delete from admin_settings");
    await until(async () => !(await textOf("/")).includes("Snow &amp; Birch"));
  });

  test("for a deactivated service", async () => {
    await cached("/services");
    await elsewhere.pool.query("update services set is_active = false where id = 'paw-print-patrol'");
    await until(async () => !(await textOf("/services")).includes("Paw Print Patrol"));
    await elsewhere.pool.query("update services set is_active = true where id = 'paw-print-patrol'");
    await until(async () => (await textOf("/services")).includes("Paw Print Patrol"));
  });

  test("and not at all when rolled back", async () => {
    const before = await cached("/");
    await elsewhere.pool.query(
      `begin; update services set title = 'Never' where id = 'regular-cleaning'; rollback`,
    );
    expect((await cached("/")).headers.etag).toBe(before.headers.etag);
  });
});

describe("the page cache", () => {
  test("is not filled by invented addresses", async () => {
    for (let n = 0; n < 10; n += 1) await ask(`/?nonsense=${n}`);
    expect((await cached("/")).status).toBe(200);
  });

  test("stores no error page and no page of one visitor", async () => {
    for (const path of ["/nothing/here", "/book", "/payment"]) {
      await ask(path);
      expect((await ask(path)).headers.etag).toBeUndefined();
    }
  });
});

describe("a cacheable response", () => {
  const PUBLIC = ["/blog/rss.xml", "/site.webmanifest"];

  test.each(PUBLIC)("%s is public except for known visitors", async (path) => {
    expect((await ask(path)).headers["cache-control"]).toMatch(/^public/);
    const { headers } = await ask(path, { Cookie: "wb.session_token=known" });
    expect(headers["cache-control"]).toMatch(/^private/);
  });

  test.each(PUBLIC)(
    "%s is not public while only the visitor's header names the site's address",
    async (path) => {
      const { origin } = runtime.env;
      runtime.env.origin = undefined;
      const response = await ask(path);
      runtime.env.origin = origin;
      expect(response.headers["cache-control"]).toMatch(/^private/);
    },
  );
});
