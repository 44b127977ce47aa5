import files, { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary-folder";
import { derivedSecrets, readAppSecret, readAppSecrets, replaceAppSecret } from "./app-secret.server";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const read = (dataDir: string, oldAppSecrets: string[] = []) =>
  readAppSecrets({ dataDir, appSecret: undefined, oldAppSecrets });
const [A, B] = ["a".repeat(32), "b".repeat(32)];

describe("a new secret in the data folder", () => {
  test("comes first, and the ones before it are still read, newest first", async () => {
    const dataDir = await temporaryFolder();
    const first = await readAppSecret(dataDir);
    await replaceAppSecret(dataDir);
    const [second, ...old] = await read(dataDir);
    expect(second.length).toBeGreaterThanOrEqual(32);
    expect(old).toEqual([first]);
    await replaceAppSecret(dataDir);
    const [third, ...older] = await read(dataDir);
    expect([first, second]).not.toContain(third);
    expect(older).toEqual([second, first]);
    for (const name of ["secret", "secret.old"])
      expect((await stat(path.join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    expect((await readdir(dataDir)).sort()).toEqual(["secret", "secret.old"]);
  });

  test.each([1, 2])("loses nothing when the process is killed at step %i", async (step) => {
    const { rename } = files;
    const dataDir = await temporaryFolder();
    const first = await readAppSecret(dataDir);
    let calls = 0;
    vi.spyOn(files, "rename").mockImplementation(async (...args) => {
      calls += 1;
      if (calls === step) throw new Error("killed");
      await rename(...args);
    });
    syncBuiltinESMExports();
    await expect(replaceAppSecret(dataDir)).rejects.toThrow("killed");
    expect((await read(dataDir))[0]).toBe(first);
    await replaceAppSecret(dataDir);
    const [newest, ...old] = await read(dataDir);
    expect(newest).not.toBe(first);
    expect(old).toEqual([first]);
  });

  test("is not made while the old ones are damaged", async () => {
    const dataDir = await temporaryFolder();
    const first = await readAppSecret(dataDir);
    await writeFile(path.join(dataDir, "secret.old"), `${A}\nshort\n`);
    await expect(replaceAppSecret(dataDir)).rejects.toThrow("secret.old is damaged");
    await expect(read(dataDir)).rejects.toThrow("secret.old is damaged");
    expect((await readFile(path.join(dataDir, "secret"), "utf8")).trim()).toBe(first);
  });
});

describe("which secrets are read", () => {
  test("those of the environment alone, if APP_SECRET is set", async () => {
    const dataDir = await temporaryFolder();
    await writeFile(path.join(dataDir, "secret.old"), `${A}\n`);
    expect(await readAppSecrets({ dataDir, appSecret: B, oldAppSecrets: [B, "c".repeat(32)] })).toEqual([
      B,
      "c".repeat(32),
    ]);
    expect(await readdir(dataDir)).toEqual(["secret.old"]);
  });

  test("otherwise those of the data folder, and APP_SECRET_OLD", async () => {
    const dataDir = await temporaryFolder();
    const first = await readAppSecret(dataDir);
    expect(await read(dataDir, [A])).toEqual([first, A]);
  });
});

test("each purpose has its own secrets, in the same order", () => {
  const [links, oldLinks] = derivedSecrets([A, B], "booking links");
  expect(derivedSecrets([B], "booking links")).toEqual([oldLinks]);
  expect(derivedSecrets([A], "sign-in")).not.toEqual([links]);
});
