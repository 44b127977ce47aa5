import { expect, test } from "vitest";
import { BrokenUpload, uploadedFile } from "./upload.server";

const BOUNDARY = "----WebKitFormBoundaryAbc";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.gz"\r\nContent-Type: application/gzip\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

/** A request whose body comes in pieces of this size. */
function inPieces(body: string, size: number, type = TYPE): Request {
  const bytes = Buffer.from(body, "latin1");
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
      at += size;
    },
  });
  return new Request("http://x/", {
    method: "POST",
    headers: { "Content-Type": type },
    body: stream,
    duplex: "half",
  } as RequestInit);
}

async function read(request: Request): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of uploadedFile(request)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("latin1");
}

const CONTENT = `\x00\xff line\r\n--${BOUNDARY.slice(0, 8)} almost\r\n--${"x".repeat(300)}\r\n`;

test.each([1, 2, 7, 64, 100_000])("a file sent in pieces of %i bytes arrives unchanged", async (size) => {
  expect(await read(inPieces(HEAD + CONTENT + END, size))).toBe(CONTENT);
  expect(await read(inPieces(HEAD + END, size))).toBe("");
});

test("the boundary may be quoted", async () => {
  const type = `multipart/form-data; boundary="${BOUNDARY}"`;
  expect(await read(inPieces(HEAD + CONTENT + END, 50, type))).toBe(CONTENT);
});

test("a form as browsers send it is read", async () => {
  const form = new FormData();
  form.set("file", new File([Buffer.from(CONTENT, "latin1")], "a b\u201c.gz"));
  expect(await read(new Request("http://x/", { method: "POST", body: form }))).toBe(CONTENT);
});

test.each([
  ["a form without a file", `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\ny${END}`, TYPE],
  ["another type", "a=b", "application/x-www-form-urlencoded"],
  ["no boundary", HEAD + END, "multipart/form-data"],
  ["a file cut off", HEAD + CONTENT, TYPE],
  ["a head without an end", `--${BOUNDARY}\r\n${"x".repeat(20_000)}`, TYPE],
  ["nothing", "", TYPE],
])("%s is refused", async (_, body, type) => {
  await expect(read(inPieces(body, 1000, type))).rejects.toThrow(BrokenUpload);
});
