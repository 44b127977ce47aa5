import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

/** Where a login redirects to, and whether it worked. */
async function logIn(address: string, email: string, password: string) {
  const answer = await fetch(`${address}/login?redirect=/admin`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email, password }),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return { status: answer.status, cookie: cookies.join("; ") };
}

async function adminStatus(address: string, cookie: string) {
  return (await fetch(`${address}/admin`, { redirect: "manual", headers: { cookie } })).status;
}

function printed(output: string, who: string) {
  const [, email = "", password = ""] = new RegExp(`Demo ${who}: (\\S+), password (\\S+)`).exec(output) ?? [];
  return { email, password };
}

test("the embedded default prints a demo administrator and a demo customer, the same at every start", async () => {
  const dataDir = await temporaryFolder();
  const first = runServer({ DATA_DIR: dataDir });
  const address = await first.ready;
  const admin = printed(first.output(), "administrator");
  const customer = printed(first.output(), "customer");
  expect(admin.password).not.toBe(customer.password);
  expect((await stat(`${dataDir}/demo-logins.json`)).mode & 0o777).toBe(0o600);

  const boss = await logIn(address, admin.email, admin.password);
  expect(await adminStatus(address, boss.cookie)).toBe(200);
  const guest = await logIn(address, customer.email, customer.password);
  expect(guest.status).toBe(303);
  expect(await adminStatus(address, guest.cookie)).toBe(303);

  first.child.kill("SIGTERM");
  await first.ended;
  const second = runServer({ DATA_DIR: dataDir });
  await second.ready;
  expect(printed(second.output(), "administrator")).toEqual(admin);
  expect(printed(second.output(), "customer")).toEqual(customer);
});

test("ADMIN_EMAIL and ADMIN_PASSWORD create the first administrator and never change a password later", async () => {
  const dataDir = await temporaryFolder();
  const named = { DATA_DIR: dataDir, ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "first password" };
  const first = runServer(named);
  const address = await first.ready;
  expect(first.output()).not.toMatch(/Demo|first password/);
  const boss = await logIn(address, "boss@example.com", "first password");
  expect(await adminStatus(address, boss.cookie)).toBe(200);

  first.child.kill("SIGTERM");
  await first.ended;
  const second = runServer({ ...named, ADMIN_PASSWORD: "second password" });
  const again = await second.ready;
  expect((await logIn(again, "boss@example.com", "second password")).cookie).not.toContain("session_token");
  const still = await logIn(again, "boss@example.com", "first password");
  expect(await adminStatus(again, still.cookie)).toBe(200);
});
