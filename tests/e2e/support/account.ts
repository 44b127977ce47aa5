import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { e2eDataDir } from "../../support/e2e-data";

export type Account = { first_name: string; last_name: string; email: string; password: string };

/** A customer that no other test uses. */
export function aCustomer(): Account {
  return {
    first_name: "Ada",
    last_name: "Lovelace",
    email: `ada.${randomUUID().slice(0, 8)}@mail.example`,
    password: `quiet-river-${randomUUID().slice(0, 8)}`,
  };
}

/** Signs a new customer up and in by request. The browser of this request is signed in afterwards. */
export async function signUp(request: APIRequestContext, customer = aCustomer()): Promise<Account> {
  const answer = await request.post("/signup", { form: { ...customer, terms: "on" }, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(303);
  await logIn(request, customer);
  return customer;
}

/** `at` is the address of another site than the tests' own. */
export async function logIn(
  request: APIRequestContext,
  { email, password, at = "" }: Pick<Account, "email" | "password"> & { at?: string },
): Promise<void> {
  const answer = await request.post(`${at}/login`, { form: { email, password }, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(303);
}

/** A demo customer with past visits. Tests share this account, so they must not depend on each other. */
export async function demoCustomer(): Promise<Pick<Account, "email" | "password">> {
  return (await demoLogins()).customer;
}

export async function demoAdministrator(): Promise<Pick<Account, "email" | "password">> {
  return (await demoLogins()).administrator;
}

async function demoLogins() {
  return JSON.parse(await readFile(path.join(dataDir(), "demo-logins.json"), "utf8"));
}

function dataDir(): string {
  return e2eDataDir(new URL(test.info().project.use.baseURL ?? "").port);
}

/** Waits for an email to this address with this in its subject. Returns the text of the newest. */
export async function emailTo(email: string, subject: string): Promise<string> {
  const folder = path.join(dataDir(), "mail");
  let found = "";
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
    const emails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
    found =
      emails.find((source) => source.startsWith(`To: ${email}\nSubject: `) && source.includes(subject)) ?? "";
    expect(found).not.toBe("");
  }).toPass();
  return found;
}

/** First link in an email that contains `part`, as a path. */
export function linkIn(source: string, part: string | RegExp): string {
  const [link = ""] = (source.match(/https?:\/\/\S+/g) ?? []).filter((url) => url.search(part) >= 0);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
