import { readFileSync } from "node:fs";
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
