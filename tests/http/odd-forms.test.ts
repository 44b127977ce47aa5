import { beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app } = site;

const ID = "00000000-0000-4000-8000-000000000000";
const FILLINGS: Record<string, string> = {
  ":id": ID,
  ":file": "nothing.ics",
  ":provider": "google",
  "*": "nothing",
};
/** Every address that may have a form, with what selects one of several. */
const ADDRESSES = [
  ...siteRoutes().map(({ pattern }) => pattern.replace(/:\w+|\*/g, (part) => FILLINGS[part] ?? part)),
  "/two-factor?recovery",
  "/payment?session_id=nothing",
];

/** Fields that pass the first checks, so that the rules see the rest of the form. */
const SECURITY = [
  "change-password",
  "begin-two-factor",
  "confirm-two-factor",
  "turn-off-two-factor",
  "end-sessions",
];
const PROFILE = ["update-profile", "add-property", "update-property", "submit-review", "remove-property"];
const intentsOf = (path: string) =>
  path === "/profile" ? PROFILE : path === "/profile/security" ? SECURITY : [undefined];

const INTENTS = [
  "x",
  "",
  "null",
  "[]",
  "{}",
  '{"type":"insert"}',
  '{"type":"insert","payload":{"name":"email","index":4000000000}}',
  '{"type":"remove","payload":{"name":"email","index":0}}',
  '{"type":"reorder","payload":{"name":"a","from":0,"to":100000000}}',
  '{"type":"update"}',
  '{"type":"update","payload":{"name":"a","index":100000000,"value":1}}',
  '{"type":"update","payload":{"value":null}}',
  '{"type":"reset"}',
  '{"type":"reset","payload":{}}',
  '{"type":"validate","payload":{"name":"__proto__.a"}}',
];

const ODD_FIELDS: [string, string][] = [
  ["a[100000000]", "x"],
  ["a[4000000000]", "x"],
  ["email[100000000]", "x"],
  ["email[0]", "x"],
  ["email.a", "x"],
  ["email[]", "x"],
  ["[0]", "x"],
  ["[", "x"],
  ["", "x"],
  ["__proto__", "x"],
  ["__proto__.polluted", "x"],
  ["__proto__[4000000000]", "x"],
  ["constructor.prototype.polluted", "x"],
  ["toString", "x"],
  ["__state__", "{"],
  ["__state__", '{"validated":{"email":true}}'],
  ...INTENTS.map((value): [string, string] => ["__intent__", value]),
];

const encoded = (fields: [string, string][]) => ({ body: new URLSearchParams(fields) });
const manyNames = () => {
  const names = Array.from({ length: 12_000 }, (_, index) => `${index.toString(36)}=`);
  return { body: names.join("&").slice(0, 60_000), headers: urlEncoded };
};
const urlEncoded = { "Content-Type": "application/x-www-form-urlencoded" };

const ODD_BODIES: [string, () => RequestInit][] = [
  ["no body", () => ({})],
  ["an empty form", () => ({ body: "", headers: urlEncoded })],
  ["JSON", () => ({ body: '{"email":[]}', headers: { "Content-Type": "application/json" } })],
  ["text", () => ({ body: "email=a", headers: { "Content-Type": "text/plain" } })],
  ["a content type that is none", () => ({ body: "email=a", headers: { "Content-Type": "form" } })],
  ["parts without a boundary", () => ({ body: "x", headers: { "Content-Type": "multipart/form-data" } })],
  ["60 KB of names", manyNames],
  ["a file for every text", files],
];

function files() {
  const body = new FormData();
  for (const name of [
    "email",
    "password",
    "intent",
    "id",
    "first_name",
    "code",
    "secret",
    "__intent__",
    "date",
  ]) {
    body.append(name, new File(["x"], "x.txt"));
  }
  return { body };
}

async function answerTo(path: string, { headers, ...init }: RequestInit, cookie: string) {
  const all = new Headers({ Origin: ORIGIN, ...(headers as Record<string, string>) });
  if (cookie) all.set("Cookie", cookie);
  const response = await app.request(new Request(ORIGIN + path, { method: "POST", headers: all, ...init }));
  const { status } = response;
  return { status, location: response.headers.get("Location") ?? "", text: await response.text() };
}

/** Whether the request is refused before the form is read: no form, no page, or no access. */
function isRefusedEarly(path: string, { status, location }: { status: number; location: string }): boolean {
  return (
    [404, 405].includes(status) ||
    location.startsWith("/login?") ||
    (location === "/" && path.startsWith("/admin"))
  );
}

describe.each(["nobody", "a customer"])("for a %s", (who) => {
  let cookie = "";
  beforeAll(async () => {
    if (who === "a customer") ({ cookie } = await signedIn(site));
  });

  test.each(ADDRESSES)("odd forms cause no error at %s", async (path) => {
    const failed: unknown[] = [];
    const send = async (what: unknown, init: RequestInit) => {
      const { status, text } = await answerTo(path, init, path === "/logout" ? "" : cookie);
      if (status >= 500 || /node_modules|RangeError|TypeError/.test(text)) failed.push({ what, status });
    };
    const valid = await answerTo(
      path,
      encoded([["email", "ada@mail.example"]]),
      path === "/logout" ? "" : cookie,
    );
    const intents = intentsOf(path);
    for (const [place, [name, value]] of (isRefusedEarly(path, valid) ? [] : ODD_FIELDS).entries()) {
      const intent = intents[place % intents.length]; // each form of the page gets some
      const fields = Object.entries(intent ? { intent } : {});
      await send([intent, name, value], encoded([...fields, [name, value]]));
    }
    for (const [what, init] of ODD_BODIES) await send(what, init());
    expect(failed).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test("fields that Conform interprets don't change a valid form", async () => {
  for (const intent of INTENTS) {
    const fields = { email: "ada@mail.example", __intent__: intent, "a[100000000]": "x" };
    const { status } = await answerTo("/forgot-password", encoded(Object.entries(fields)), "");
    expect([intent, status]).toEqual([intent, 303]);
  }
});
