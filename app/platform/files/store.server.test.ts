import { createHmac } from "node:crypto";
import { mkdir, open, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { s3Server } from "../../../tests/support/s3";
import { temporaryFolder, temporaryFolderOfFile } from "../../../tests/support/temporary-folder";
import { readBucket } from "./address.server";
import { folderStore } from "./folder-store.server";
import { s3Store } from "./s3-store.server";
import { type FileStore, readWhole, StoreDown, StoreFull, sha256Of } from "./store.server";

const IMPATIENT = { tries: 3, firstPauseMs: 1, answerMs: 300 };
const url = await s3Server();
const s3 = (text = url) => {
  const bucket = readBucket(text);
  if (!bucket) throw new Error(`Not a bucket: ${text}`);
  return s3Store(bucket, { patience: IMPATIENT });
};

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const listed = async (store: FileStore) => {
  const found: string[] = [];
  for await (const { sha256 } of store.list()) found.push(sha256);
  return found.sort();
};

describe.each([
  ["a folder", folderStore(await temporaryFolderOfFile())],
  ["a bucket of S3", s3()],
])("%s", (_, store) => {
  test("gives back what was put into it, by its SHA-256", async () => {
    const sha256 = await store.put(bytesOf("a photo"));
    expect(sha256).toBe(sha256Of(bytesOf("a photo")));
    expect(await store.has(sha256)).toBe(true);
    expect((await readWhole(store, sha256))?.toString()).toBe("a photo");
    const found = await store.read(sha256);
    expect(found?.bytes).toBe(7);
    await found?.stream.cancel();
  });

  test("keeps the same content once, lists all, and removes one", async () => {
    const contents = ["one", "two", "three", "four", "five", "one"].map(bytesOf);
    for (const content of contents) await store.put(content);
    const all = await listed(store);
    expect(all).toEqual([...new Set(all)]);
    expect(all).toEqual(expect.arrayContaining(contents.map(sha256Of)));

    const [one = ""] = contents.map(sha256Of);
    await store.remove(one);
    await store.remove(one);
    expect(await listed(store)).toEqual(all.filter((sha256) => sha256 !== one));
  });

  test("says that something isn't there", async () => {
    const missing = sha256Of(bytesOf("missing"));
    expect(await store.has(missing)).toBe(false);
    expect(await store.read(missing)).toBeNull();
    expect(await readWhole(store, missing)).toBeNull();
    await store.remove(missing);
  });

  test("says when something was put the last time", async () => {
    const before = Temporal.Now.instant().subtract({ seconds: 2 });
    const sha256 = await store.put(bytesOf("dated"));
    for await (const found of store.list())
      if (found.sha256 === sha256)
        expect(Temporal.Instant.compare(found.stored_at, before)).toBeGreaterThan(0);
  });
});

describe("the folder", () => {
  test("is for its owner only", async () => {
    const dataDir = await temporaryFolder();
    const sha256 = await folderStore(dataDir).put(bytesOf("private"));
    const folder = path.join(dataDir, "files", sha256.slice(0, 2));
    expect((await stat(path.join(dataDir, "files"))).mode & 0o777).toBe(0o700);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, sha256.slice(2)))).mode & 0o777).toBe(0o600);
    expect(await readdir(path.join(dataDir, "files", "drafts"))).toEqual([]);
  });

  test("mends a file that a crash of the machine cut off", async () => {
    const dataDir = await temporaryFolder();
    const store = folderStore(dataDir);
    const sha256 = await store.put(bytesOf("whole"));
    const file = path.join(dataDir, "files", sha256.slice(0, 2), sha256.slice(2));
    await writeFile(file, "wh");
    await store.put(bytesOf("whole"));
    expect(await readFile(file, "utf8")).toBe("whole");
  });

  test("loses only old drafts, and lists nothing that isn't its own", async () => {
    const dataDir = await temporaryFolder();
    const store = folderStore(dataDir);
    const sha256 = await store.put(bytesOf("own"));
    const drafts = path.join(dataDir, "files", "drafts");
    for (const name of ["old", "new"]) await writeFile(path.join(drafts, name), "half");
    await utimes(path.join(drafts, "old"), 0, 0);
    await mkdir(path.join(dataDir, "files", "lost+found"));
    await writeFile(path.join(dataDir, "files", "lost+found", "notes.txt"), "");
    await store.removeDrafts(Temporal.Now.instant().subtract({ hours: 24 }));
    expect(await readdir(drafts)).toEqual(["new"]);
    expect(await listed(store)).toEqual([sha256]);
  });

  test("says that it can't be used, and that the disk is full", async () => {
    const dataDir = await temporaryFolder();
    await writeFile(path.join(dataDir, "files"), "a file is in the way");
    const store = folderStore(dataDir);
    const failure = await store.put(bytesOf("x")).catch((error) => error);
    expect(failure).toBeInstanceOf(StoreDown);
    expect(failure.message).toMatch(/^DATA_DIR\/files can't be used \(E\w+\)\.$/);

    // /dev/full is a device of Linux that is always full.
    const full = await folderStore(await temporaryFolder(), { openDraft: () => open("/dev/full", "w") })
      .put(bytesOf("x"))
      .catch((error) => error);
    expect(full).toBeInstanceOf(StoreFull);
    expect(full.message).toBe("There is no space left on the disk of DATA_DIR.");
  });
});

describe("the bucket", () => {
  /** A server that answers as told. */
  async function aServer(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `s3://KEY:SECRET@127.0.0.1:${(server.address() as AddressInfo).port}/photos?tls=off`;
  }

  test("is asked again after a failure", async () => {
    let asked = 0;
    const store = s3(
      await aServer((_request, response) => {
        asked += 1;
        response.statusCode = asked < 3 ? 503 : 200;
        response.end();
      }),
    );
    await store.put(bytesOf("x"));
    expect(asked).toBe(3);
  });

  test("that refuses is not asked again, and its error has no secret", async () => {
    let asked = 0;
    const refusing = await aServer((_request, response) => {
      asked += 1;
      response.statusCode = 403;
      response.end("<Error><Code>AccessDenied</Code><AWSAccessKeyId>KEY</AWSAccessKeyId></Error>");
    });
    const failure = await s3(refusing)
      .put(bytesOf("x"))
      .catch((error) => error);
    expect(failure).toBeInstanceOf(StoreDown);
    expect(failure.message).toMatch(/^A PUT to the bucket photos at \S+ failed: 403 AccessDenied\.$/);
    expect(asked).toBe(1);
  });

  test("that is silent is down", async () => {
    const silent = s3(await aServer(() => {}));
    await expect(silent.has(sha256Of(bytesOf("x")))).rejects.toThrow(/no answer/);
  });

  test.each([
    ["that is not there", "s3://KEY:SECRET@127.0.0.1:2/photos?tls=off", "ECONNREFUSED"],
    ["with a wrong key", url.replace("//S3RVER:", "//WRONG:"), "403 InvalidAccessKeyId"],
    ["without the bucket", url.replace("/photos", "/pictures"), "404 NoSuchBucket"],
  ])("%s is down", async (_, where, why) => {
    const failure = await s3(where)
      .read(sha256Of(bytesOf("x")))
      .catch((error) => error);
    expect(failure).toBeInstanceOf(StoreDown);
    expect(failure.message).toContain(why);
    expect(failure.message).not.toMatch(/SECRET|WRONG/);
  });

  test("is listed page by page", async () => {
    const [one, two] = ["one", "two"].map((text) => sha256Of(bytesOf(text)));
    const page = (sha256 = "", next = "") =>
      `<ListBucketResult><Contents><Key>${sha256.slice(0, 2)}/${sha256.slice(2)}</Key>
      <LastModified>2026-06-01T12:00:00.000Z</LastModified></Contents>${next}</ListBucketResult>`;
    const paged = await aServer(({ url = "" }, response) => {
      const token = new URL(url, "http://x").searchParams.get("continuation-token");
      if (token === null)
        response.end(page(one, "<NextContinuationToken>a&amp;b+/&#x3D;</NextContinuationToken>"));
      else response.end(token === "a&b+/=" ? page(two) : "");
    });
    expect(await listed(s3(paged))).toEqual([one, two].sort());
  });

  test("gets requests signed as AWS asks (Signature Version 4)", async () => {
    const seen: IncomingMessage[] = [];
    const store = s3(
      await aServer((request, response) => {
        seen.push(request);
        response.end();
      }),
    );
    await store.put(bytesOf("signed"));
    await listed(store);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(seen.map(signatureOf));
    expect(seen[0]?.headers["x-amz-content-sha256"]).toBe(sha256Of(bytesOf("signed")));
  });

  test("whose answer breaks off is down", async () => {
    const breaking = await aServer((_request, response) => {
      response.setHeader("Content-Length", 100);
      response.write("half", () => response.destroy());
    });
    await expect(s3(breaking).read(sha256Of(bytesOf("x")))).rejects.toThrow(/photos at \S+ broke off/);
    await expect(listed(s3(breaking))).rejects.toThrow(StoreDown);
  });

  test("that is full says so", async () => {
    const full = await aServer((_request, response) => {
      response.statusCode = 507;
      response.end();
    });
    await expect(s3(full).put(bytesOf("x"))).rejects.toThrow(StoreFull);
  });
});

/** The Authorization header that a request must have. docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function signatureOf({ method, url = "", headers }: IncomingMessage): string {
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const [path = "", query = ""] = url.split("?");
  const at = String(headers["x-amz-date"]);
  const scope = [at.slice(0, 8), "us-east-1", "s3", "aws4_request"];
  const names = ["host", "x-amz-content-sha256", "x-amz-date"];
  const signed = names.map((name) => `${name}:${headers[name]}\n`).join("");
  const parts = query.split("&").sort().join("&");
  const request = [method, path, parts, signed, names.join(";"), headers["x-amz-content-sha256"]].join("\n");
  const text = ["AWS4-HMAC-SHA256", at, scope.join("/"), sha256Of(bytesOf(request))].join("\n");
  const key = scope.reduce<string | Buffer>((so, part) => hmac(so, part), "AWS4SECRET");
  const signature = hmac(key, text).toString("hex");
  return `AWS4-HMAC-SHA256 Credential=KEY/${scope.join("/")}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
}
