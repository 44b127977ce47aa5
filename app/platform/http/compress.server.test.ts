import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressWhole } from "./compress.server";

const page = (length: number, headers: Record<string, string> = {}, status = 200) =>
  new Response("x".repeat(length), {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", ...headers },
  });

test.each([
  [2000, "gzip, br", "br", brotliDecompressSync],
  [200_000, "gzip, br", "br", brotliDecompressSync],
  [2000, "gzip, br;q=0", "gzip", gunzipSync],
  [200_000, "gzip", "gzip", gunzipSync],
])("a page of %i bytes is compressed for who takes %s", async (length, accepted, encoding, decompress) => {
  const answer = await compressWhole(
    page(length, { "X-Kept": "1", "Content-Length": String(length) }, 404),
    accepted,
  );
  const { headers, status } = answer;
  expect(decompress(Buffer.from(await answer.arrayBuffer())).length).toBe(length);
  expect([status, headers.get("Content-Encoding"), headers.get("Vary"), headers.get("X-Kept")]).toEqual([
    404,
    encoding,
    "Accept-Encoding",
    "1",
  ]);
  expect(headers.has("Content-Length")).toBe(false);
});

test.each([undefined, "", "zstd", "gzip;q=0", "br;q=0", "gzip;q=0, br;q=0"])(
  "for who says %s it stays as it is",
  async (accepted) => {
    const answer = await compressWhole(page(2000), accepted);
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual([
      null,
      "Accept-Encoding",
    ]);
    expect((await answer.text()).length).toBe(2000);
  },
);

test("short, streamed, binary and compressed responses are left as they are", async () => {
  const answers = [
    page(500),
    page(2000, { "Content-Type": "text/csv" }),
    page(2000, { "Content-Type": "image/png" }),
    page(2000, { "Content-Encoding": "br" }),
  ];
  for (const answer of answers) {
    const { length } = await answer.clone().text();
    const encoding = answer.headers.get("Content-Encoding");
    const left = await compressWhole(answer, "gzip");
    expect([left.headers.get("Content-Encoding"), (await left.text()).length]).toEqual([encoding, length]);
  }
  const none = new Response(null, { status: 204, headers: { "Content-Type": "text/html" } });
  expect((await compressWhole(none, "gzip")).status).toBe(204);
});
