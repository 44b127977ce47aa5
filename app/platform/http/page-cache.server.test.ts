import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { openPageCache } from "./page-cache.server";

const HTML = "<!DOCTYPE html><title>White Birch Cleaning</title>".repeat(20);

/** A server that has one page, "/", in its cache; what the cache leaves to others is answered with 501. */
async function serving({ clock = (): number => 0 } = {}) {
  const pages = openPageCache({ clock });
  await pages.store("/", new Response(HTML, { headers: { "Content-Type": "text/html" } }), 0);
  const server = createServer((incoming, response) => {
    if (!pages.answer(incoming, response)) response.writeHead(501).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  return (headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      request({ port, method, headers, agent: false }, async (response) => {
        resolve({ status: response.statusCode, headers: response.headers, body: await buffer(response) });
      })
        .on("error", reject)
        .end();
    });
}

const ask = await serving();

describe("the encoding", () => {
  test.each([
    ["br, gzip", "br"],
    ["gzip;q=0.5, br;q=0.1", "br"],
    ["gzip, br;q=0", "gzip"],
    ["br; q=0.000, gzip", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["identity", undefined],
    ["", undefined],
  ])("of Accept-Encoding: %s is %s", async (accepted, encoding) => {
    const { headers } = await ask({ "Accept-Encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
  });

  test("does not change the page, and has a strong ETag of its own", async () => {
    const [plain, gzip, br] = [
      await ask(),
      await ask({ "Accept-Encoding": "gzip" }),
      await ask({ "Accept-Encoding": "br" }),
    ];
    expect(brotliDecompressSync(br.body).toString()).toBe(plain.body.toString());
    const tags = [plain, gzip, br].map(({ headers }) => String(headers.etag));
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect((await ask({ "Accept-Encoding": "br", "If-None-Match": String(plain.headers.etag) })).status).toBe(
      200,
    );
  });
});

describe("If-None-Match", () => {
  test("returns 304 if it names the page (alone, among others, strong or weak) or is *", async () => {
    const { headers } = await ask();
    const etag = String(headers.etag);
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
      const again = await ask({ "If-None-Match": known });
      expect([known, again.status, again.body.length]).toEqual([known, 304, 0]);
      expect(again.headers).toMatchObject({ etag, vary: "Accept-Encoding", "cache-control": "no-cache" });
    }
  });

  test("returns the page if it names another one", async () => {
    expect((await ask({ "If-None-Match": '"other"' })).status).toBe(200);
  });
});

test("HEAD returns the headers of GET without the page", async () => {
  const [get, head] = [await ask(), await ask({}, "HEAD")];
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, `${HTML.length}`]);
  expect(head.headers.etag).toBe(get.headers.etag);
});

test("a write is not answered from the cache", async () => {
  expect((await ask({}, "POST")).status).toBe(501);
});

test("a page is answered until the quarter of an hour is over, whenever it was stored", async () => {
  let now = Date.parse("2026-11-24T04:44:59.999Z");
  const askLater = await serving({ clock: () => now });
  expect((await askLater()).status).toBe(200);
  now += 1;
  expect((await askLater()).status).toBe(501);
});

test("a page that was rendered in the quarter of an hour before is not stored", async () => {
  let now = Date.parse("2026-11-24T04:59:59Z");
  const pages = openPageCache({ clock: () => now });
  const renderedAt = pages.generation();
  now += 1_000;
  await pages.store("/", new Response(HTML), renderedAt);
  const request = { method: "GET", url: "/", headers: {} } as IncomingMessage;
  expect(pages.answer(request, {} as ServerResponse)).toBe(false);
});

test("with byHost, each host has its own copy of a page", async () => {
  const pages = openPageCache({ byHost: true });
  const headers = { "Content-Type": "text/html" };
  await pages.store("/", new Response("I live at a.example", { headers }), 0, { host: "a.example" });
  await pages.store("/", new Response("I live at b.example", { headers }), 0, { host: "b.example" });
  const asked = (host: string) => {
    const sent: string[] = [];
    const response = { writeHead: () => response, end: (bytes: Buffer) => sent.push(bytes.toString()) };
    const request = { method: "GET", url: "/", headers: { host } };
    const found = pages.answer(request as IncomingMessage, response as unknown as ServerResponse);
    return found ? sent.join() : null;
  };
  expect(["a.example", "b.example", "evil.example"].map(asked)).toEqual([
    "I live at a.example",
    "I live at b.example",
    null,
  ]);
});
