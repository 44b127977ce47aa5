import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, clear } = site;
let cookie: string;

const RUTH = "11111111-1111-4111-8111-111111111111";
const TWIN = "22222222-2222-4222-8222-222222222222";

beforeEach(async () => {
  await clear();
  cookie = (await signedIn(site, { role: "admin", first_name: "Amira", last_name: "Office" })).cookie;
  await pool.query(
    `insert into customers (id, first_name, last_name) values ('${RUTH}', 'Ruth', 'Merrill'), ('${TWIN}', 'R.', 'Merrill')`,
  );
  await pool.query(
    `insert into customer_contacts (customer_id, kind, value) select id, 'phone', '+16035550177'
     from customers where id in ('${RUTH}', '${TWIN}')`,
  );
});

async function see(path: string) {
  const response = await get(path, { Cookie: cookie });
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html) };
}

async function send(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const request = new Request(ORIGIN + path, { method: "POST", headers: { Cookie: cookie }, body });
  const response = await app.request(request);
  const html = await response.text();
  return { status: response.status, text: visibleText(html), toast: toastOf(response) };
}

describe("two customers who may be one", () => {
  test("are shown with the reason, on a page and beside each other, until staff say no", async () => {
    const { text, html } = await see("/admin/customers/duplicates");
    for (const words of ["Same phone", "Ruth Merrill", "R. Merrill", "(603) 555-0177"])
      expect(text).toContain(words);
    expect(html).toContain(`one=${RUTH}&amp;other=${TWIN}`);
    expect((await see(`/admin/customers/${RUTH}`)).text).toContain("R. Merrill");
    const said = await send("/admin/customers/duplicates", { one: RUTH, other: TWIN });
    expect(said.toast?.title).toBe("Remembered: they are not the same");
    expect((await see("/admin/customers/duplicates")).text).toContain("No two customers look like one.");
    expect((await send("/admin/customers/duplicates", { one: RUTH, other: RUTH })).status).toBe(400);
  });

  test("are merged after a preview, and the merge is undone", async () => {
    const path = `/admin/customers/merge?one=${RUTH}&other=${TWIN}`;
    const { html, text } = await see(path);
    expect(text).toContain("After the merge");
    const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(html) ?? [];
    expect(await send(path, { kept: "", seen })).toMatchObject({ status: 400 });
    const old = await send(path, { kept: RUTH, seen: "old" });
    expect([old.status, old.text]).toEqual([409, expect.stringContaining("has changed meanwhile")]);
    expect((await send(path, { kept: RUTH, seen })).toast?.title).toBe("Merged");
    const moved = await get(`/admin/customers/${TWIN}`, { Cookie: cookie });
    expect(moved.headers.get("Location")).toBe(`/admin/customers/${RUTH}`);
    const panel = await see(`/admin/customers/${RUTH}`);
    expect(panel.text).toContain("Merged into this customer");
    const [, merge = ""] = /name="merge" value="([^"]+)"/.exec(panel.html) ?? [];
    const undo = { intent: "undo-merge", merge };
    expect((await send(`/admin/customers/${RUTH}`, undo)).toast?.title).toBe("Merge undone");
    expect((await send(`/admin/customers/${RUTH}`, undo)).toast?.title).toBe("Not undone");
    expect((await see(`/admin/customers/${TWIN}`)).text).toContain("R. Merrill");
  });

  test("are chosen by number; one with itself is refused", async () => {
    const { rows } = await pool.query("select number from customers where id = $1", [TWIN]);
    const found = await see(`/admin/customers/merge?one=${RUTH}&number=%23${rows[0].number}`);
    expect(found.text).toContain("After the merge");
    const wrong = await see(`/admin/customers/merge?one=${RUTH}&number=999999`);
    expect(wrong.text).toContain("There is no customer with this number.");
    const same = await see(`/admin/customers/merge?one=${RUTH}&other=${RUTH}`);
    expect(same.text).toContain("This is one and the same customer.");
  });
});
