import { createHmac } from "node:crypto";
import { createEmailVerificationToken } from "better-auth/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { AUTH_SECRET } from "../support/ctx";
import { fieldsOf, visitor } from "../support/visitor";

const site = await testApp();
const { pool, clear } = site;

const email = "ada@mail.example";
const password = "tulips and rain";
const SIGN_UP = { first_name: "Ada", last_name: "Lovelace", email, password, terms: "on" };
const token = await createEmailVerificationToken(AUTH_SECRET, email, undefined, 3600, { userId: "nobody" });
/** Cookie between password and code. */
const challenge = encodeURIComponent(
  `anything.${createHmac("sha256", AUTH_SECRET).update("anything").digest("base64")}`,
);

beforeEach(clear);
/** Restores the schemas, so that a test that fails halfway doesn't affect the next. */
afterEach(() => Promise.all(SCHEMAS.map((name) => move(`${name}_away`, name))));

const SCHEMAS = ["public", "pgboss"];

async function move(from: string, to: string): Promise<void> {
  const { rowCount } = await pool.query("select from pg_namespace where nspname = $1", [from]);
  if (rowCount) await pool.query(`alter schema ${from} rename to ${to}`);
}

/** From here on every query and new job fails. */
const breakDatabase = () => Promise.all(SCHEMAS.map((name) => move(name, `${name}_away`)));

test.each([
  ["/login?redirect=%2Fbook", "Login failed", { email, password }],
  ["/signup", "Signup failed", SIGN_UP],
  ["/forgot-password", "No link was sent", { email }],
  ["/reset-password?token=abc", "Your password wasn’t changed", { password }],
  ["/two-factor", "Login failed", { code: "123456" }],
  ["/two-factor?recovery", "Login failed", { code: "abcde-fghij" }],
  [`/verify-email?token=${token}`, "Email not verified", { password }],
])("%s keeps its form when the database fails, and says so", async (path, title, form) => {
  const ada = visitor(site);
  if (path.startsWith("/two-factor")) ada.jar.set("__Secure-wb.two_factor", challenge);
  await breakDatabase();
  const response = await ada.send(path, form as Record<string, string>);
  const html = await response.text();
  expect(response.status, visibleText(html)).toBe(503);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(visibleText(html)).toContain(`${title}Something went wrong on our side. Please try again.`);
  const returned = Object.entries(fieldsOf(html)).map(([name, { value }]) => [name, value]);
  const { password: _password, code: _code, ...sent } = form as Record<string, string>;
  expect(Object.fromEntries(returned)).toMatchObject(sent);
  expect(html).not.toContain(password);
  expect(html).not.toMatch(/select |insert |node_modules|\brelation\b/);
});

test("the returned form works once the database does", async () => {
  const ada = visitor(site);
  await breakDatabase();
  expect((await ada.send("/signup", SIGN_UP)).status).toBe(503);
  await Promise.all(SCHEMAS.map((name) => move(`${name}_away`, name)));
  expect((await ada.send("/signup", SIGN_UP)).status).toBe(303);
});
