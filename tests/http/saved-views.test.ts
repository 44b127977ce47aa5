import { beforeEach, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { pool, get, post, clear } = site;
let cookie: string;

beforeEach(async () => {
  await clear();
  ({ cookie } = await signedIn(site, { role: "admin" }));
});

const page = async (address: string, as = cookie) => {
  const response = await get(address, { Cookie: as });
  return { status: response.status, html: await response.text() };
};
const showing = async (address: string, as = cookie) =>
  /Showing: (.*?) ?Clear/.exec(visibleText((await page(address, as)).html))?.[1] ?? null;
const written = async () =>
  (await pool.query("select query, updated_at from saved_views where name is null")).rows;

test("a list opens as its person left it, and says so", async () => {
  expect(await showing("/admin/orders")).toBeNull();
  expect(await showing("/admin/orders?range=week&status=failed")).toBe("This week, Failed");
  expect(await showing("/admin/orders")).toBe("This week, Failed");
  expect((await page("/admin/orders")).html).toContain(
    'href="/admin/orders.csv?status=failed&amp;range=week"',
  );
  const { cookie: other } = await signedIn(site, { role: "admin", email: "other@white-birch.example" });
  expect(await showing("/admin/orders", other)).toBeNull();
  expect(await showing("/admin/orders?range=any")).toBeNull();
  expect(await showing("/admin/orders")).toBeNull();
});

test("an address with a query is as it says, and a search or one customer's rows are not kept", async () => {
  await page("/admin/orders?range=week");
  expect(await showing("/admin/orders?status=failed&q=smith")).toBe("Failed");
  await page("/admin/orders?customer=11111111-1111-4111-8111-111111111111");
  expect(await showing("/admin/orders")).toBe("This week");
});

test("the router's own requests of a list keep it and open it as it was left", async () => {
  const dataOf = async (address: string) => (await page(address)).html;
  await dataOf("/admin/orders.data?range=month&_routes=routes%2Fadmin%2Forders");
  expect(await written()).toMatchObject([{ query: "?range=month" }]);
  expect(await dataOf("/admin/orders.data?_routes=routes%2Fadmin%2Forders")).toContain('"month"');
});

test("a list is written down when it changes, not at each view", async () => {
  await page("/admin/orders?range=week");
  const [before] = await written();
  for (const address of ["/admin/orders?range=week", "/admin/orders", "/admin/orders.csv?range=month"])
    await page(address);
  expect(await written()).toEqual([before]);
});

test("days that are none are refused beside their field, and the rest of the list is kept", async () => {
  const { status, html } = await page("/admin/orders?status=failed&from=2026-06-31&to=2026-07-01");
  expect(status).toBe(200);
  expect(visibleText(html)).toContain("This is not a real date.");
  expect(html).toContain('value="2026-06-31"');
  expect(await showing("/admin/orders?status=failed&from=2026-06-02&to=2026-06-01")).toBe("Failed");
});

test("the file of a range of days says the days in its name", async () => {
  const response = await get("/admin/orders.csv?from=2026-06-01&to=2026-06-30", { Cookie: cookie });
  expect(response.headers.get("Content-Disposition")).toContain("orders-2026-06-01-to-2026-06-30.csv");
  await response.text();
});

test("a view is saved, refused with its name kept, renamed, deleted, and back by undo, all without script", async () => {
  const send = (fields: Record<string, string>) =>
    post("/admin/views/orders", new URLSearchParams(fields).toString(), {
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: cookie,
    });
  const saved = await send({ intent: "save", name: "Failed <b>", query: "?status=failed&q=smith&after=x" });
  expect(saved.status).toBe(303);
  expect(saved.headers.get("Location")).toBe("/admin/orders?status=failed");
  const again = await send({ intent: "save", name: "Failed <b>", query: "?range=week" });
  expect(again.status).toBe(409);
  const text = await again.text();
  expect(visibleText(text)).toContain("You already have a view named Failed &lt;b&gt;.");
  const { rows } = await pool.query("select id, name, query from saved_views where name is not null");
  expect(rows).toMatchObject([{ name: "Failed <b>", query: "?status=failed" }]);
  expect((await page("/admin/orders")).html).toContain("Failed &lt;b&gt;");
  const [{ id }] = rows;
  expect((await send({ intent: "rename", id, name: "" })).status).toBe(400);
  expect((await send({ intent: "rename", id, name: "Refused cards" })).status).toBe(303);
  expect(visibleText((await page("/admin/orders")).html)).toContain("Refused cards");
  expect((await send({ intent: "delete", id })).status).toBe(303);
  expect((await send({ intent: "delete", id })).status).toBe(404);
  await send({ intent: "restore", name: "Refused cards", query: "?status=failed" });
  expect(visibleText((await page("/admin/views/orders")).html)).toContain("Saved views of Orders");
  expect((await page("/admin/views/nothing")).status).toBe(404);
});
