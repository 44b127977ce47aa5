import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readAppSecret } from "~/platform/auth/app-secret.server";
import { temporaryFolder } from "../support/temporary-folder";

test("the secret is created once, readable by the owner only", async () => {
  const dataDir = await temporaryFolder();
  const secret = await readAppSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(await readAppSecret(dataDir)).toBe(secret);
  expect((await stat(path.join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
});

test("a damaged secret is refused instead of replaced", async () => {
  const dataDir = await temporaryFolder();
  await writeFile(path.join(dataDir, "secret"), "short\n");
  await expect(readAppSecret(dataDir)).rejects.toThrow("is damaged");
});
