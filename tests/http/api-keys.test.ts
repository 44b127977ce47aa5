import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { aBody } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";

const site = await testApp();
const { pool, get, post: postJson, clear } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await signIn();
});

const make = (name = "Corner Realty") => post("/admin/api-keys/new", { intent: "add", name });
const keyIn = (html: string) => /wbc_[\w-]{43}/.exec(html)?.[0] ?? "";
const idOf = async () => (await pool.query("select id from api_keys")).rows[0]?.id as string;
const call = async (key: string) => (await get("/api/services", { Authorization: `Bearer ${key}` })).status;

test("a key is created, works at once, and is shown only once", async () => {
  expect((await page("/admin/api-keys")).text).toContain("No API keys yet");
  const { status, html, headers } = await make();
  const key = keyIn(html);
  expect(status).toBe(201);
  expect(headers.get("Cache-Control")).toContain("no-store");
  expect(await call(key)).toBe(200);
  const id = await idOf();
  for (const address of ["/admin/api-keys", `/admin/api-keys/${id}`, "/admin/activity"])
    expect((await page(address)).html).not.toContain(key);
  const { text, html: panel } = await page(`/admin/api-keys/${id}`);
  for (const phrase of ["Corner Realty", `…${key.slice(-4)}`, "Active", "Ends in"])
    expect(text).toContain(phrase);
  expect(panel).toContain(`data-partner=&quot;${id}&quot;`);
  expect((await page("/admin/activity")).text).toContain("created an API key for Corner Realty");
});

describe("a rejected form keeps what was typed", () => {
  test.each([
    ["", 400, "Name is required."],
    [" \u0000 ", 400, "Name is required."],
    ["a".repeat(81), 400, "Name can have at most 80 characters."],
    ["corner realty", 409, "already a key with this name."],
  ])("%j: %i", async (name, status, message) => {
    await make();
    const answer = await make(name);
    expect(answer).toMatchObject({ status });
    expect(answer.text).toContain(message);
    if (name.trim().length > 1) expect(answer.html).toContain(`value="${name}"`);
  });
});

test("a key is renamed, renewed and revoked", async () => {
  const old = keyIn((await make()).html);
  const path = `/admin/api-keys/${await idOf()}`;
  const send = (intent: string, form: Record<string, string> = {}) => post(path, { intent, ...form });
  expect(await send("rename", { name: "" })).toMatchObject({ status: 400 });
  expect(await send("rename", { name: "<b>Lakeside</b>" })).toMatchObject({ status: 303, to: path });
  expect((await page(path)).html).toContain("&lt;b&gt;Lakeside&lt;/b&gt;");
  const renewed = await send("renew");
  expect(renewed.status).toBe(200);
  const key = keyIn(renewed.html);
  expect([await call(old), await call(key)]).toEqual([401, 200]);
  expect(await send("nothing")).toMatchObject({ status: 400 });
  expect(await send("revoke")).toMatchObject({ status: 303, to: path });
  expect(await call(key)).toBe(401);
  expect(await send("renew")).toMatchObject({ status: 404 });
  const { text } = await page(path);
  expect(text).toContain("This key was revoked and no longer works.");
  expect(text).not.toContain("Replace this key");
  for (const id of ["nothing", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"]) {
    expect((await page(`/admin/api-keys/${id}`)).status).toBe(404);
    for (const intent of ["renew", "revoke"])
      expect((await post(`/admin/api-keys/${id}`, { intent })).status).toBe(404);
    expect((await post(`/admin/api-keys/${id}`, { intent: "rename", name: "A" })).status).toBe(404);
  }
});

test("a booking that came through a partner names it in its panel", async () => {
  const key = keyIn((await make()).html);
  const body = { ...aBody(), partnerReference: "A-1042" };
  expect((await postJson("/api/create-payment", body, { Authorization: `Bearer ${key}` })).status).toBe(200);
  const { rows } = await pool.query("select id from bookings");
  const { text } = await page(`/admin/bookings/${rows[0].id}`);
  expect(text).toContain("Booked through");
  expect(text).toContain("Corner Realty (A-1042)");
});
