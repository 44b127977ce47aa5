import { beforeEach, describe, expect, test } from "vitest";
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";
import { testApp, visibleText } from "../support/app";
import { aBody, DAY, setSetting } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { writer } from "../support/public-forms";
import { toastOf } from "../support/visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, clear, get, app, queues, clock } = site;
const AREA = "/admin/settings/area";

beforeEach(clear);

const onlyIn = async (...zips: string[]) => {
  await setSetting(pool, "area.mode", "zips");
  await setSetting(pool, "area.zips", zips.join(" "));
};
const stored = async () => (await pool.query("select * from area_requests order by created_at")).rows;

const FORM = {
  ...{ service: "regular-cleaning", type: "residential", date: DAY, time: "8:00 AM", hours: "3" },
  ...{ street: "1 Market Street", city: "Portsmouth", state: "NH", zip: "03801" },
  ...{ notes: "Ring twice", draft_id: "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11" },
};
const ASKED = {
  intent: "request",
  request_name: "Grace Hopper",
  request_email: "grace@mail.example",
  request_phone: "",
};

describe("outside the area, /book without script", () => {
  beforeEach(() => onlyIn("03263"));

  test("says so instead of taking a booking, and offers a request; the draft stays", async () => {
    const { send, get: open } = writer(site);
    const response = await send("/book", { ...FORM, intent: "pay" });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(visibleText(html)).toContain("We are not in 03801 yet");
    expect(html).toContain('value="request"');
    expect(html).not.toContain("Proceed to Payment");
    expect((await pool.query("select 1 from bookings")).rows).toEqual([]);
    const again = await (await open("/book")).text();
    expect(again).toContain('value="1 Market Street"');
    expect(visibleText(again)).toContain("Regular Cleaning on Wednesday, June 10, 2026");
  });

  test("stores the request once, thanks for it, and keeps the draft", async () => {
    const visitor = writer(site);
    const token = visitor.tokenOf(await (await visitor.send("/book", { ...FORM, intent: "pay" })).text());
    clock.advance({ seconds: 5 });
    for (const _ of ["once", "again"]) {
      const response = await visitor.send("/book", { ...FORM, ...ASKED, [TOKEN_FIELD]: token });
      expect(response.status).toBe(303);
      expect(response.headers.get("Location")).toBe("/book?requested=03801#request");
      expect(toastOf(response)).toEqual({ title: "Request sent" });
    }
    expect(await stored()).toMatchObject([
      { zip_code: "03801", name: "Grace Hopper", email: "grace@mail.example", phone: null, status: "new" },
    ]);
    expect(await queues.waiting("request-acknowledged-mail")).toHaveLength(1);
    expect(await queues.waiting("request-notice-mail")).toHaveLength(1);
    const html = await (await visitor.get("/book?requested=03801")).text();
    expect(visibleText(html)).toContain("We have your request for 03801");
    expect(html).toContain('value="1 Market Street"');
  });

  test("names what is wrong beside its field and keeps what was typed", async () => {
    const visitor = writer(site);
    await visitor.send("/book", { ...FORM, intent: "pay" });
    const wrong = { ...ASKED, request_name: "G", request_email: "grace@" };
    const response = await visitor.fillIn("/book", { ...FORM, ...wrong });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(visibleText(html)).toContain("Name must be at least 2 characters");
    expect(visibleText(html)).toContain("Please enter a valid email address");
    expect(html).toContain('value="grace@"');
    const noZip = await visitor.fillIn("/book", { ...FORM, ...ASKED, zip: "038" });
    expect(noZip.status).toBe(400);
    expect(visibleText(await noZip.text())).toContain("ZIP code must be 5 digits");
    expect(await stored()).toEqual([]);
  });

  test("keeps nothing of programs, and asks who was too quick to press again", async () => {
    const visitor = writer(site);
    await visitor.send("/book", { ...FORM, intent: "pay" });
    const trapped = await visitor.fillIn("/book", { ...FORM, ...ASKED, [TRAP_FIELD]: "x" });
    expect(trapped.status).toBe(303);
    const quick = { [TOKEN_FIELD]: await visitor.open("/book", { seconds: 0 }), ...FORM, ...ASKED };
    const response = await visitor.send("/book", quick);
    expect(visibleText(await response.text())).toContain("Please press Send Request once more.");
    expect(await stored()).toEqual([]);
  });

  test("leads back to booking when the company comes there by now", async () => {
    const visitor = writer(site);
    await visitor.send("/book", { ...FORM, intent: "pay" });
    const token = await visitor.open("/book");
    await onlyIn("03263", "03801");
    const response = await visitor.send("/book", { ...FORM, ...ASKED, [TOKEN_FIELD]: token });
    expect(toastOf(response)).toMatchObject({ title: "We come to 03801" });
    expect(await stored()).toEqual([]);
  });
});

test("without an area /book asks for nothing", async () => {
  const html = await (await get("/book")).text();
  expect(html).not.toContain(TOKEN_FIELD);
  expect((await get("/book/area?zip=03801")).status).toBe(200);
});

test("/book/area says whether the company comes to a ZIP code", async () => {
  await onlyIn("03263");
  const ask = async (zip: string) => (await get(`/book/area?zip=${zip}`)).json();
  expect(await ask("03801")).toEqual({ inside: false });
  expect(await ask("03263-1234")).toEqual({ inside: true });
  expect((await get("/book/area?zip=038")).status).toBe(400);
});

test("the API refuses an address outside the area and names its field", async () => {
  await onlyIn("03263");
  const book = (zip: string) =>
    app.request("/api/create-payment", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(
        aBody({ address: { street: "1 Market Street", city: "Portsmouth", state: "NH", zip } }),
      ),
    });
  const refused = await book("03801");
  expect(refused.status).toBe(422);
  const error = { field: "bookingDetails.address.zip", message: "We are not in 03801 yet." };
  expect(await refused.json()).toEqual({ error });
  expect((await book("03263")).status).toBe(200);
});

describe("the office", () => {
  const { page, post, signIn } = officeVisitor(site);
  beforeEach(() => signIn());

  const unescaped = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
  const seenIn = (html: string) => unescaped(/name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "");
  const settings = { mode: "zips", zips: "03263, 03301", base_zip: "", radius_miles: "25" };

  test("previews an area, is told what is wrong beside its field, and saves it", async () => {
    const seen = seenIn((await page(AREA)).html);
    const preview = await post(AREA, { ...settings, intent: "preview", seen });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain("Preview, not saved yet");
    expect(preview.html).toContain("Map of the service area with 2 ZIP codes");
    const wrong = await post(AREA, { ...settings, intent: "save", seen, zips: "03263 00001" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("There is no ZIP code 00001.");
    expect(wrong.html).toContain("03263 00001</textarea>");
    const saved = await post(AREA, { ...settings, intent: "save", seen });
    expect(toastOf(saved.response)).toMatchObject({ title: "Area saved" });
    const other = await post(AREA, { ...settings, intent: "save", seen, zips: "03801" });
    expect(other.status).toBe(409);
    expect(other.text).toContain("Someone else changed this meanwhile.");
    const again = await post(AREA, { ...settings, intent: "save", seen: seenIn(other.html), zips: "03801" });
    expect(again.status).toBe(303);
    expect((await page(AREA)).text).toContain("1 ZIP code");
  });

  test("sees the demand, adds its ZIP code to the area with one press, and takes it back", async () => {
    await onlyIn("03263");
    await pool.query(
      `insert into area_requests (submission_id, zip_code, name, email)
       values (gen_random_uuid(), '03801', 'Grace Hopper', 'grace@mail.example')`,
    );
    const list = "/admin/requests";
    const { text, html } = await page(list);
    expect(text).toContain("038011 request");
    expect(html).toContain("Map of 1 request by ZIP code.");
    const added = await post(list, { intent: "add-zip", zip: "03801" });
    expect(toastOf(added.response)).toMatchObject({ title: "03801 added to the area" });
    expect((await page(list)).text).toContain("In your area");
    expect(await (await get("/book/area?zip=03801")).json()).toEqual({ inside: true });
    const { undo } = toastOf(added.response) ?? {};
    await post(list, undo?.fields ?? {});
    expect(await (await get("/book/area?zip=03801")).json()).toEqual({ inside: false });
    const unknown = await post(list, { intent: "add-zip", zip: "00000" });
    expect(toastOf(unknown.response)).toMatchObject({ destructive: true });
  });

  test("opens a request, marks it, and exports the list", async () => {
    await pool.query(
      `insert into area_requests (submission_id, zip_code, name, email)
       values (gen_random_uuid(), '03801', 'Grace Hopper', 'grace@mail.example')`,
    );
    const [{ id }] = await stored();
    const panel = await page(`/admin/requests/${id}`);
    expect(panel.html).toContain("mailto:grace@mail.example?subject=Your%20request");
    expect((await page("/admin")).text).toContain("1 request from outside the area");
    const marked = await post("/admin/requests", { intent: "mark", id, status: "answered" });
    expect(marked.to).toBe(`/admin/requests/${id}`);
    expect((await stored())[0].status).toBe("answered");
    expect((await page("/admin/requests.csv")).html).toContain("03801,Grace Hopper,grace@mail.example");
    expect((await page("/admin/requests/00000000-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await post("/admin/requests", { intent: "mark", id: "x", status: "answered" })).status).toBe(404);
    expect((await post("/admin/requests", { intent: "mark", id, status: "eaten" })).status).toBe(400);
  });

  test("is asked for a reason beside the ZIP code before a visit leaves the area", async () => {
    const { id } = await confirmedVisit(site.ctx(), pool);
    await onlyIn("03263");
    const path = `/admin/bookings/${id}`;
    const details = {
      ...{ intent: "details", customer_name: "Ada Lovelace", customer_phone: "(603) 555-0101" },
      ...{ street: "1 Market Street", city: "Portsmouth", state: "NH", zip: "03801" },
    };
    const refused = await post(path, details);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("We are not in 03801 yet. To go there all the same, give a reason.");
    expect(refused.html).toContain('name="override_reason"');
    expect((await post(path, { ...details, override_reason: "They moved" })).status).toBe(303);
    expect((await page(path)).text).toContain("Outside the areaThey moved");
  });
});
