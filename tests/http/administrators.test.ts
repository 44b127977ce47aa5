import { beforeEach, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { fieldsOf, toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, clear } = site;
type Person = Awaited<ReturnType<typeof signedIn>>;
let [amira, grace]: Person[] = [];

beforeEach(async () => {
  await clear();
  amira = await signedIn(site, { role: "admin", first_name: "Amira", last_name: "Office" });
  grace = await signedIn(site, { first_name: "Grace", last_name: "Hopper", email: "grace@mail.example" });
});

const cookieOf = (person: Person | undefined) => ({ Cookie: person?.cookie ?? "" });

async function send(path: string, fields: Record<string, string>, by = amira) {
  const body = new URLSearchParams(fields);
  const response = await app.request(
    new Request(ORIGIN + path, { method: "POST", headers: cookieOf(by), body }),
  );
  const html = await response.text();
  const location = response.headers.get("Location");
  return { status: response.status, location, html, text: visibleText(html), toast: toastOf(response) };
}

const statusOf = async (path: string, by = amira) => (await get(path, cookieOf(by))).status;

test("a role is given, can use the office, and is removed again", async () => {
  expect(await statusOf("/admin", grace)).toBe(303);
  const granted = await send("/admin/users", {
    email: " GRACE@mail.example ",
    role: "dispatcher",
  });
  expect([granted.status, granted.location]).toEqual([303, `/admin/users/${grace?.id}`]);
  expect(await statusOf("/admin", grace)).toBe(200);
  const list = visibleText(await (await get("/admin/users", cookieOf(amira))).text());
  expect(list).toContain("Grace Hopper");

  const revoked = await send(`/admin/users/${grace?.id}`, { intent: "revoke" });
  expect(revoked.toast?.title).toBe("Access removed");
  expect(await statusOf("/admin", grace)).toBe(303);
  const panel = visibleText(await (await get(`/admin/users/${grace?.id}`, cookieOf(amira))).text());
  expect(panel).toMatch(/RolesUsersince .*Dispatchersince /);
});

test("errors are shown at their fields, and what was typed stays", async () => {
  const unknown = await send("/admin/users", { email: "nobody@mail.example", role: "owner" });
  expect(unknown.status).toBe(400);
  expect(fieldsOf(unknown.html).email).toMatchObject({
    error: "Only somebody with an account can become owner. Give them another role first.",
    value: "nobody@mail.example",
  });
  const wrong = { email: "nobody@mail.example", role: "manager", hands_over: "on" };
  expect(fieldsOf((await send("/admin/users", wrong)).html).hands_over?.error).toMatch(/choose that role/);
});

test("the last owner can't be removed, and the page doesn't offer it", async () => {
  const page = await (await get(`/admin/users/${amira?.id}`, cookieOf(amira))).text();
  expect(visibleText(page)).toContain("The last owner can't be removed.".replace("'", "&#x27;"));
  expect(page).not.toContain('value="revoke"');
  const refused = await send(`/admin/users/${amira?.id}`, { intent: "revoke" });
  expect(refused.status).toBe(409);
  expect(await statusOf("/admin")).toBe(200);
});

test("staff who remove themselves are redirected out of the office", async () => {
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'owner', now())", [
    grace?.id,
  ]);
  const revoked = await send(`/admin/users/${amira?.id}`, { intent: "revoke" });
  expect([revoked.status, revoked.location]).toEqual([303, "/"]);
  expect(await statusOf("/admin")).toBe(303);
});

test("a role that is missing or not one that can be given is asked for at its field", async () => {
  for (const role of [undefined, "", "admin", "crew_lead"]) {
    const form = { email: "grace@mail.example", ...(role !== undefined && { role }) };
    const refused = await send("/admin/users", form);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Choose a role");
  }
  expect(await statusOf("/admin", grace)).toBe(303);
});

test("a role is changed in place, and the last owner keeps theirs", async () => {
  for (const role of ["bookkeeper", "manager"])
    await send("/admin/users", { email: "grace@mail.example", role });
  expect(await statusOf("/admin/settings", grace)).toBe(200);
  const own = await send("/admin/users", { email: amira?.email ?? "", role: "manager" });
  expect([own.status, own.text.includes("The last owner stays owner")]).toEqual([409, true]);
  const raised = await send("/admin/users", { email: "grace@mail.example", role: "owner" }, grace);
  expect(raised.status).toBe(403);
});

test("sessions are listed and ended, except the current one", async () => {
  const panel = visibleText(await (await get(`/admin/users/${grace?.id}`, cookieOf(amira))).text());
  expect(panel).toContain("Signed in on");
  const ended = await send(`/admin/users/${grace?.id}`, { intent: "end-sessions" });
  expect(ended.toast?.title).toBe("Session ended");
  expect(await statusOf("/profile", grace)).toBe(303);
  await send(`/admin/users/${amira?.id}`, { intent: "end-sessions" });
  expect(await statusOf("/admin")).toBe(200);
});

test.each(["nobody", "00000000-0000-4000-8000-000000000000"])("%s does not exist", async (id) => {
  expect(await statusOf(`/admin/users/${id}`)).toBe(404);
  expect((await send(`/admin/users/${id}`, { intent: "end-sessions" })).status).toBe(404);
});

test.each([{ intent: "end-sessions", session: "1 or true" }, { intent: "become" }, {}])(
  "the panel renders with %j",
  async (fields) => {
    const { status } = await send(`/admin/users/${grace?.id}`, fields as Record<string, string>);
    expect([400, 404]).toContain(status);
    const { rows } = await pool.query("select role from user_roles where user_id = $1", [grace?.id]);
    expect(rows).toEqual([]);
  },
);
