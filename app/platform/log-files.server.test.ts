import { existsSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/temporary-folder";
import { keptLogLines, logDestination } from "./log-files.server";

function sink() {
  const lines: string[] = [];
  return { lines, output: { write: (line: string) => void lines.push(line) } };
}

const kept = (folder: string) => Array.fromAsync(keptLogLines(folder));

test("lines go to standard output and into a file that only the owner reads", async () => {
  const folder = await temporaryFolder();
  const { lines, output } = sink();
  const log = logDestination(folder, { output });
  expect(existsSync(`${folder}/logs`)).toBe(false);
  log.write("one\n");
  log.write("two\n");
  await log.flush();
  expect(lines).toEqual(["one\n", "two\n"]);
  expect(await kept(folder)).toEqual(["one", "two"]);
  const modes = await Promise.all(["logs", "logs/site.log"].map((name) => stat(`${folder}/${name}`)));
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
});

test("the oldest file is deleted when there are too many, and lines stay in order", async () => {
  const folder = await temporaryFolder();
  const log = logDestination(folder, { output: sink().output, maxBytes: 20 });
  for (let number = 10; number < 40; number += 1) {
    log.write(`line ${number}\n`);
    await log.flush();
  }
  expect((await readdir(`${folder}/logs`)).sort()).toEqual([
    "site.log",
    ...[1, 2, 3, 4].map((number) => `site.log.${number}`),
  ]);
  const lines = await kept(folder);
  expect(lines.at(-1)).toBe("line 39");
  expect(lines).toEqual(lines.toSorted());
  expect(lines).toHaveLength(10);
});

test("a restart continues the same file", async () => {
  const folder = await temporaryFolder();
  for (const line of ["before\n", "after\n"]) {
    const log = logDestination(folder, { output: sink().output });
    log.write(line);
    await log.flush();
  }
  expect(await kept(folder)).toEqual(["before", "after"]);
});

test("if no file can be written, the site continues and reports it once", async () => {
  const folder = await temporaryFolder();
  await writeFile(`${folder}/logs`, "");
  const { lines, output } = sink();
  const log = logDestination(folder, { output });
  for (const line of ["one\n", "two\n"]) {
    log.write(line);
    await log.flush();
  }
  expect(lines.filter((line) => line.includes("not kept in files"))).toHaveLength(1);
  expect(lines).toContain("two\n");
});
