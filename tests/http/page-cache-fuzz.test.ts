import { readdirSync } from "node:fs";
import { get as httpGet, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { testApp, until } from "../support/app";

const { serve } = await testApp();
const site = await serve();
const script = `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

/** Requests over a socket, without decompression or redirects. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    httpGet(site + path, { headers }, resolve).on("error", reject),
  );
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}

function plain({ headers, body }: Awaited<ReturnType<typeof ask>>): string {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(body).toString();
  if (encoding === "deflate") return inflateSync(body).toString();
  return (encoding === "gzip" ? gunzipSync(body) : body).toString();
}

let page = "";
let tag = "";
beforeAll(async () => {
  await until(async () => (await ask("/")).headers.etag !== undefined);
  const first = await ask("/");
  page = plain(first);
  tag = String(first.headers.etag);
});

/** Characters that a header can contain. */
const text = fc.string({ maxLength: 60 }).map((given) => given.replace(/[^\t\x20-\x7e]/g, ""));
const codings = fc
  .array(
    fc.tuple(
      fc.constantFrom("br", "gzip", "deflate", "identity", "*", "zstd", "", "BR", "x-gzip"),
      fc.constantFrom("", ";q=0", ";q=1", ";q=0.5", "; q = 0.001", ";q=", ";q=-1", ";q=1e9", ";level=1"),
    ),
    { maxLength: 6 },
  )
  .map((list) => list.map((pair) => pair.join("")).join(","));
const tags = () =>
  fc
    .array(
      fc.constantFrom(
        tag,
        `W/${tag}`,
        '"other"',
        "*",
        "",
        '"',
        tag.slice(0, -1),
        tag.toUpperCase(),
        `${tag}x`,
      ),
      {
        maxLength: 5,
      },
    )
    .map((list) => list.join(", "));
const headersOf = () =>
  fc.record(
    {
      "Accept-Encoding": fc.oneof(codings, text),
      "If-None-Match": fc.oneof(tags(), text),
      "If-Modified-Since": fc.oneof(fc.date({ noInvalidDate: false }).map(String), text),
      Range: fc.oneof(
        fc.constantFrom("bytes=0-", "bytes=-1", "bytes=5-2", "bytes=0-0,3-4", "bytes=99999999-", "lines=1"),
        text,
      ),
      "If-Range": fc.oneof(tags(), text),
      Cookie: fc.oneof(
        text,
        fc.constantFrom("wb_toast=x", "wb_sidebar=", "=", ";;;", "a=b; a=c", "wb_draft=%"),
      ),
      Host: fc.constantFrom(new URL(site).host, "site.example", "localhost"),
    },
    { requiredKeys: [] },
  );
const RUNS = { numRuns: 300, interruptAfterTimeLimit: 40_000, endOnFailure: true };

test("a cached page is returned complete, or as 304 to a client that has it, whatever the request", async () => {
  await fc.assert(
    fc.asyncProperty(headersOf(), async (headers) => {
      const answer = await ask("/", headers);
      const none = headers["If-None-Match"] ?? "";
      if (answer.status === 304) {
        expect(answer.body.length).toBe(0);
        expect(none === "*" || none.includes("*") || none.includes(tag.slice(1, -1)), none).toBe(true);
        return;
      }
      expect(answer.status).toBe(200);
      const encoding = answer.headers["content-encoding"] ?? "identity";
      if (encoding !== "identity")
        expect((headers["Accept-Encoding"] ?? "").toLowerCase()).toMatch(new RegExp(`${encoding}|\\*`));
      expect(plain(answer)).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\s*$/);
      if (answer.headers.etag && !headers.Host) expect(plain(answer)).toBe(page);
      expect(answer.headers["content-security-policy"]).toBeDefined();
      expect(`${answer.headers.vary}`.toLowerCase()).toContain("accept-encoding");
    }),
    RUNS,
  );
}, 90_000);

test("a built file is returned complete, in the requested range, or refused", async () => {
  const complete = plain(await ask(script));
  await fc.assert(
    fc.asyncProperty(headersOf(), async (headers) => {
      const answer = await ask(script, headers);
      expect([200, 206, 304, 416]).toContain(answer.status);
      if (answer.status === 200) expect(plain(answer)).toBe(complete);
      if (answer.status === 206) expect(answer.headers["content-range"]).toMatch(/^bytes \d+-\d+\/\d+$/);
      if (answer.status === 304) expect(answer.body.length).toBe(0);
    }),
    RUNS,
  );
}, 90_000);
