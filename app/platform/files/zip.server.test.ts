import { readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { temporaryFolderOfFile } from "../../../tests/support/temporary-folder";
import { BrokenZip, openZip } from "./zip-reader.server";
import { writeZip } from "./zip-writer.server";

const folder = await temporaryFolderOfFile();
const file = path.join(folder, "some.zip");
const at = Temporal.Instant.from("2026-11-26T10:20:30Z");

type Contents = Record<string, string>;

async function* contentsOf(contents: Contents) {
  for (const [name, text] of Object.entries(contents)) {
    const half = Math.floor(text.length / 2);
    const content = [text.slice(0, half), text.slice(half)].map((part) => Buffer.from(part));
    yield { name, compress: !name.startsWith("files/"), content };
  }
}

async function read(place = file): Promise<Contents> {
  const zip = await openZip(place);
  const found: Contents = {};
  try {
    for (const entry of zip.entries.values()) {
      const pieces: Uint8Array[] = [];
      for await (const piece of zip.read(entry)) pieces.push(piece);
      found[entry.name] = Buffer.concat(pieces).toString();
    }
  } finally {
    await zip.close();
  }
  return found;
}

const SOME: Contents = { "a.csv": "one,two\r\n".repeat(5_000), "empty.csv": "", "files/b.jpg": "not packed" };

describe("a ZIP", () => {
  test("is read as it was written, by us and by another program", async () => {
    expect(await writeZip(file, contentsOf(SOME), at)).toBe((await readFile(file)).length);
    expect(await read()).toEqual(SOME);
    const others = unzipSync(new Uint8Array(await readFile(file)));
    expect(
      Object.fromEntries(Object.entries(others).map(([name, bytes]) => [name, strFromU8(bytes)])),
    ).toEqual(SOME);
  });

  test("may come from another program", async () => {
    await writeFile(
      file,
      zipSync({ "a.csv": Buffer.from("a"), "more/b.csv": Buffer.from("b".repeat(1_000)) }),
    );
    expect(await read()).toEqual({ "a.csv": "a", "more/b.csv": "b".repeat(1_000) });
  });

  test("may have a file that is announced as large, which other programs read, too", async () => {
    async function* files() {
      yield { name: "large.csv", compress: true, isLarge: true, content: [Buffer.from("a".repeat(1_000))] };
      yield { name: "b.csv", compress: true, content: [Buffer.from("b")] };
    }
    await writeZip(file, files(), at);
    expect(await read()).toEqual({ "large.csv": "a".repeat(1_000), "b.csv": "b" });
    const others = unzipSync(new Uint8Array(await readFile(file)));
    expect(strFromU8(others["large.csv"] ?? new Uint8Array())).toHaveLength(1_000);
  });

  test("may have more files than 16 bits count", async () => {
    async function* many() {
      for (let no = 0; no < 70_000; no += 1) yield { name: `files/${no}.jpg`, compress: false, content: [] };
    }
    await writeZip(file, many(), at);
    const zip = await openZip(file);
    expect(zip.entries.size).toBe(70_000);
    await zip.close();
  }, 30_000);

  test.each(["../a.csv", "/a.csv", "a/../../b.csv", "C:\\a.csv", "a\\b.csv", ".hidden", "a//b.csv"])(
    "with a file named %s is refused",
    async (name) => {
      await writeZip(file, contentsOf({ "a.csv": "a", [name]: "b" }), at);
      await expect(read()).rejects.toThrow(BrokenZip);
    },
  );

  test("with two files of one name is refused", async () => {
    await writeZip(file, contentsOf({ "a.csv": "a", "b.csv": "b" }), at);
    await writeFile(
      file,
      Buffer.from((await readFile(file)).toString("latin1").replaceAll("b.csv", "a.csv"), "latin1"),
    );
    await expect(read()).rejects.toThrow("two files named a.csv");
  });

  test("whose file is larger than it says is refused once that much was read", async () => {
    await writeZip(file, contentsOf({ "bomb.csv": "0".repeat(50_000_000) }), at);
    const bytes = await readFile(file);
    const list = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(1_000, list + 24);
    await writeFile(file, bytes);
    await expect(read()).rejects.toThrow("larger than the ZIP says");
  });

  test("whose files lie over each other is refused", async () => {
    await writeZip(file, contentsOf({ "a.csv": "a".repeat(100), "b.csv": "b".repeat(100) }), at);
    const bytes = await readFile(file);
    bytes.writeUInt32LE(0, bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 42);
    await writeFile(file, bytes);
    await expect(read()).rejects.toThrow("lies over another");
  });

  test("that was cut off anywhere is refused", async () => {
    await writeZip(file, contentsOf(SOME), at);
    const { length } = await readFile(file);
    for (const left of [length - 1, length - 30, length - 100, Math.floor(length / 2), 10, 0]) {
      await truncate(file, left);
      await expect(read(), `${left} of ${length} bytes`).rejects.toThrow(BrokenZip);
    }
  });
});
