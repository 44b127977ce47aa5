import { beforeEach, expect, test } from "vitest";
import { TRAP_FIELD } from "~/lib/spam-fields";
import { openLog } from "~/platform/log.server";
import { testApp } from "../support/app";
import { aBody } from "../support/bookings";

const site = await testApp({ trustProxy: true, rateLimitFactor: 0.1 });
const { runtime, post, clear } = site;
const client = "203.0.113.9";
const from = { "X-Forwarded-For": `192.0.2.1, ${client}` };
const FORM = { ...from, "Content-Type": "application/x-www-form-urlencoded" };
let lines: string[] = [];

beforeEach(async () => {
  await clear();
  lines = [];
  runtime.log = openLog("info", { write: (line: string) => void lines.push(line) });
});

/** Warnings in the log. */
const warnings = () =>
  lines
    .map((line) => JSON.parse(line))
    .flatMap(({ level, msg, client }) => (level === 40 ? [[msg, client]] : []));

test.each<[string, () => Promise<Response>, number]>([
  [
    "a write from another site was refused",
    () => post("/contact", "", { ...FORM, Origin: "https://evil.example" }),
    403,
  ],
  [
    "a form was filled in where people see nothing; it was not kept",
    () => post("/contact", `${TRAP_FIELD}=https%3A%2F%2Fspam.example`, FORM),
    303,
  ],
  [
    "an API key was refused",
    () => post("/api/create-payment", aBody(), { ...from, Authorization: "Bearer not-a-key" }),
    401,
  ],
])("%s: the log has the network address", async (msg, ask, status) => {
  expect((await ask()).status).toBe(status);
  expect(warnings()).toEqual([[msg, client]]);
  expect(lines.join()).not.toMatch(/spam\.example|not-a-key/);
});

test("too many tries are logged with the address and the limit", async () => {
  for (let n = 0; n < 3; n += 1) await post("/api/create-payment", "{", from);
  expect(warnings()).toEqual([["too many tries", client]]);
});
