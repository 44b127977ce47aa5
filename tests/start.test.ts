import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SITE } from "../bench/server";

const read = (file: string) => readFileSync(file, "utf8");
const { scripts } = JSON.parse(read("package.json"));

test.each([
  ["npm start", scripts.start],
  ["npm run worker", scripts.worker],
  ["systemd", read("deploy/white-birch.service")],
  ["the image", read("Dockerfile").replaceAll('", "', " ")],
])("%s starts the site as it is measured, in little memory", (_, text) => {
  expect(text).toContain(SITE.join(" "));
  expect(text).toContain("MALLOC_ARENA_MAX=2");
});

test("the site starts without sharp, which is loaded with the first photo", () => {
  const sources = [...globSync("app/**/*.{ts,tsx}"), "server.ts", "commands.ts", "jobs.ts"];
  const loading = sources
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => read(file).match(/^import (?!type ).*"sharp";$|import\("sharp"\)/gm) ?? []);
  expect(loading).toEqual(['import("sharp")']);
  expect(read("vite.config.ts")).toMatch(/EXTERNAL = \[.*"sharp"/);
});
