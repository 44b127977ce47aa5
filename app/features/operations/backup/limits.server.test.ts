import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { temporaryFolderOfFile } from "../../../../tests/support/temporary-folder";
import { BrokenBackup, inspectBackup, LIMITS, readHeader, readParts } from "./file/file.server";
import { FORMAT, FORMAT_VERSION } from "./file/format";
import { uploadBackup } from "./restore/upload.server";

const world = await testWorld();
const folder = await temporaryFolderOfFile();
const header = {
  format: FORMAT,
  version: FORMAT_VERSION,
  made_at: "2026-06-01T12:00:00Z",
  schema: 1,
  seal: "",
};
const start = `${JSON.stringify(header)}\n${JSON.stringify({ table: "faqs", columns: ["text"] })}\n`;

/** Endless text that records how much was read. */
function endless(begin: string) {
  const taken = { characters: 0 };
  async function* text() {
    yield begin;
    while (true) {
      yield "x".repeat(65_536);
      taken.characters += 65_536;
    }
  }
  return { taken, text: text() };
}

async function read(text: AsyncIterable<string>) {
  for await (const _ of readParts(text));
}

describe("reading a backup stops", () => {
  test("at a header that never ends", async () => {
    const { taken, text } = endless("");
    await expect(read(text)).rejects.toThrow("The file is not a backup of this site's software.");
    expect(taken.characters).toBeLessThanOrEqual(LIMITS.header);
  });

  test("at a later line that never ends", async () => {
    const { taken, text } = endless(`${start}["`);
    await expect(read(text)).rejects.toThrow("A line of the file is too long.");
    expect(taken.characters).toBeLessThanOrEqual(LIMITS.line);
  });

  test("at a small file that unpacks without end", async () => {
    const file = path.join(folder, "bomb.gz");
    const row = `["${"x".repeat(1_000_000)}"]\n`;
    const packed = gzipSync(start + row.repeat(100));
    expect(packed.length).toBeLessThan(500_000);
    await writeFile(file, packed);
    expect(await readHeader(file)).toEqual(header); // little is read for it
    await expect(inspectBackup(file)).rejects.toThrow("The file unpacks to far more data than any backup.");
  });

  test("continues: long rows arrive in small batches", async () => {
    const row = `["${"x".repeat(3_000_000)}"]`;
    const sizes: number[] = [];
    async function* text() {
      yield start;
      for (let at = 0; at < 9; at++) yield `${row}\n`;
    }
    const reading = (async () => {
      for await (const part of readParts(text())) if (part.kind === "rows") sizes.push(part.lines.length);
    })();
    await expect(reading).rejects.toThrow(BrokenBackup); // it has no end
    expect(sizes).toEqual([3, 3, 3]);
  });
});

describe("an upload", () => {
  let staff: () => StaffCtx;
  beforeEach(async () => {
    await world.clear();
    staff = await staffCtx(world);
  });

  test("that is too large is refused while it arrives and leaves nothing behind", async () => {
    let pieces = 0;
    async function* content() {
      while (true) {
        pieces += 1;
        yield Buffer.alloc(1_000_000);
      }
    }
    const outcome = await uploadBackup(staff(), content(), 5_000_000);
    expect(outcome).toMatchObject({
      reason: "broken",
      message: expect.stringContaining("larger than 5.0 MB"),
    });
    expect(pieces).toBeLessThan(30);
    expect(await readdir(path.join(world.ctx().dataDir, "backups"))).toEqual([]);
    expect((await world.pool.query("select id from backups")).rows).toEqual([]);
  });

  test("of 24 KB that unpacks to one line of 24 MB is refused at its first line", async () => {
    async function* content() {
      yield gzipSync("x".repeat(24_000_000));
    }
    expect(await uploadBackup(staff(), content())).toMatchObject({
      reason: "broken",
      message: "The file is not a backup of this site's software.",
    });
  });
});
