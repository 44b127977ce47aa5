import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { visitPages } from "../support/visit-visitor";

const site = await testApp();
const { pool, clock, clear } = site;
const { aVisit, keyOf, guest } = visitPages(site);
const { page, post, signIn } = officeVisitor(site);

const FORM_ID = "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11";
const FIELDS = { form_id: FORM_ID, room: "Kitchen", words: "The sink is still dirty." };
let id: string;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ({ id } = await aVisit());
  clock.set("2026-06-10T15:00:00Z");
  await pool.query("update bookings set status = 'completed'");
});

const photo = async (name = "sink.png") => {
  const create = { width: 40, height: 30, channels: 3, background: "#2a6" } as const;
  return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], name);
};

/** Sends the form as a browser without script does. */
async function send(fields: Record<string, string>, files: File[] = [], kept: string[] = []) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const one of kept) body.append("kept", one);
  for (const file of files) body.append("pictures", file);
  const url = `${ORIGIN}/bookings/${id}/claim?key=${keyOf(id)}`;
  const response = await site.app.request(
    new Request(url, { method: "POST", body, headers: { Origin: ORIGIN } }),
  );
  const html = await response.text();
  return { status: response.status, to: response.headers.get("Location"), html, text: visibleText(html) };
}

const claims = async () => (await pool.query("select * from claims")).rows;

describe("a guest", () => {
  test("claims with a photo, and sees it on the visit's page", async () => {
    const visit = await guest(id).see();
    expect(visit.text).toContain("Tell us by Jun 11, 2026, 11:00 AM");
    expect(visit.html).toContain(`/bookings/${id}/claim?key=`);
    expect((await guest(id).see("/claim")).text).toContain("We answer within 24 hours.");
    const sent = await send(FIELDS, [await photo()]);
    expect(sent).toMatchObject({ status: 303, to: `/bookings/${id}?key=${keyOf(id)}` });
    const after = await guest(id).see();
    expect(after.text).toContain("The sink is still dirty.");
    expect(after.text).toContain("We’ll answer by Jun 11, 2026, 11:00 AM.");
    expect(after.text).not.toContain("Tell us by");
    const [, small = ""] = /<img src="(\/files\/[^"]+)"/.exec(after.html) ?? [];
    const file = await site.get(small.replaceAll("&amp;", "&"));
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  });

  test("reads at the field what is wrong, names each wrong file, and loses nothing", async () => {
    const wrong = new File(["text"], "notes <b>.txt");
    const refused = await send({ ...FIELDS, words: "Dirty" }, [await photo(), wrong]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Say a little more: at least 10 characters.");
    expect(refused.text).toContain("notes &lt;b&gt;.txt: This file is not a picture.");
    expect(refused.html).toContain('value="Kitchen"');
    expect(refused.text).toContain("This photo is here already");
    const [, kept = ""] = /name="kept"[^>]*value="([^"]+)"/.exec(refused.html) ?? [];
    expect((await send(FIELDS, [], [kept])).status).toBe(303);
    expect((await pool.query("select 1 from claim_pictures")).rowCount).toBe(1);
  });

  test("may send more than other forms, and a photo that is too large is named", async () => {
    const large = new File([new Uint8Array(16_000_000)], "large.jpg");
    const refused = await send(FIELDS, [large]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("large.jpg: The photo is larger than 15 MB. Choose a smaller one.");
    expect(refused.text).toContain("The sink is still dirty.");
  });

  test("sends it twice and has one claim; another one waits for the answer", async () => {
    expect((await send(FIELDS)).status).toBe(303);
    expect((await send(FIELDS)).status).toBe(303);
    const other = await send({ ...FIELDS, form_id: "" });
    expect(other.status).toBe(409);
    expect(other.text).toContain("We have your claim about this visit already");
    expect(await claims()).toHaveLength(1);
  });

  test("is told when it is too late", async () => {
    clock.set("2026-06-11T15:00:01Z");
    expect((await guest(id).see()).text).not.toContain("Something isn’t right?");
    expect((await guest(id).see("/claim")).text).toContain("This can’t be claimed online any more.");
    expect((await send(FIELDS)).status).toBe(409);
    expect(await claims()).toEqual([]);
  });
});

describe("the office", () => {
  const claimPage = `/admin/claims/${FORM_ID}`;

  beforeEach(async () => {
    await send(FIELDS);
    await signIn();
  });

  test("sees an open claim on the dashboard, with the time that is left, and among the cases", async () => {
    clock.set("2026-06-10T17:30:00Z");
    for (const address of ["/admin", "/admin/attention"]) {
      const { text, html } = await page(address);
      expect(text).toContain("1 claim to answer");
      expect(text).toContain("21 h 30 min left");
      expect(html).toContain(claimPage);
    }
    clock.set("2026-06-11T16:00:00Z");
    expect((await page("/admin/claims")).text).toContain("1 h overdue");
  });

  test("books a re-clean, which the customer sees", async () => {
    const { text } = await page(`${claimPage}?date=2026-06-12`);
    for (const part of ["The sink is still dirty.", "Send a crew again", "Give credit", "Say no"])
      expect(text).toContain(part);
    const form = { intent: "re-clean", date: "2026-06-12", time: "10:00 AM", minutes: "60", crew_id: "" };
    expect(await post(claimPage, form)).toMatchObject({ status: 303, to: claimPage });
    expect((await page(claimPage)).text).toContain("We’re coming back on Friday, June 12, 2026, 10:00 AM");
    const visit = await guest(id).see();
    expect(visit.text).toContain("We’re coming back on Friday, June 12, 2026, 10:00 AM");
    const [, again = ""] =
      /href="[^"]*(\/bookings\/[^"]+key=[^"]+)"[^>]*>See the new visit/.exec(visit.html) ?? [];
    expect(visibleText(await (await site.get(again)).text())).toContain("Re-clean of visit");
    expect((await post(claimPage, { intent: "refuse", answer: "No." })).status).toBe(409);
  });

  test.each([
    [
      { intent: "re-clean", date: "2026-06-01", time: "10:00 AM", minutes: "60" },
      400,
      "Date is in the past.",
    ],
    [{ intent: "re-clean", date: "", time: "", minutes: "x" }, 400, "Choose a day."],
    [{ intent: "credit", amount: "much", answer: "Sorry." }, 400, "Enter an amount, like 25 or -10."],
    [{ intent: "credit", amount: "25", answer: "" }, 400, "Tell the customer why."],
    [{ intent: "refuse", answer: " " }, 400, "Tell the customer why."],
    [{ intent: "other" }, 400, "This form is not known here."],
  ])("reads what is wrong with %j", async (form, status, words) => {
    const refused = await post(claimPage, form);
    expect([refused.status, refused.text.includes(words)]).toEqual([status, true]);
    expect(await claims()).toMatchObject([{ status: "open" }]);
  });

  test("finds claims by status, crew and words, and reads where nothing is found or none are", async () => {
    const { text, html } = await page("/admin/claims?status=open&q=sink");
    expect(text).toContain("Showing: Open");
    expect(text).toContain("1 to answer");
    expect(html).toContain(claimPage);
    const crew = (
      await pool.query("select crew_id as id, name from bookings join crews on crews.id = crew_id")
    ).rows[0];
    expect(html).toContain(`<option value="${crew.id}">${crew.name}</option>`);
    expect((await page(`/admin/claims?crew=${crew.id}`)).html).toContain(claimPage);
    const none = await page("/admin/claims?status=answered");
    expect(none.html).not.toContain(claimPage);
    for (const part of ["No claims found.", "Nothing matches your search and filters.", "Show all claims"])
      expect(none.text).toContain(part);
    await pool.query("delete from claims");
    const empty = (await page("/admin/claims?range=any")).text;
    expect(empty).toContain("When a customer says that something wasn’t right");
    expect(empty).not.toContain("to answer");
  });

  test("keeps a view of the list, and gets all it finds as a file, for those who may export", async () => {
    const view = { intent: "save", name: "To answer", query: "status=open" };
    expect((await post("/admin/views/claims", view)).status).toBe(303);
    expect((await page("/admin/claims")).text).toContain("To answer");
    const { cookie } = await signedIn(site, { role: "manager" });
    const csv = await (await site.get("/admin/claims.csv?status=open", { Cookie: cookie })).text();
    expect(csv.split("\r\n")[0]).toContain("Booking,Opened,Answer by,Status");
    expect(csv).toContain("The sink is still dirty.");
    expect(csv).not.toContain(FORM_ID);
    expect((await page("/admin/activity")).text).toMatch(/exported 1 row of the claims list, filtered by/);
    const dispatcher = await signedIn(site, { role: "dispatcher" });
    const refused = await site.get("/admin/claims.csv", { Cookie: dispatcher.cookie });
    expect(refused.status).toBe(403);
  });

  test("sees claims per visit of each crew and service", async () => {
    const { text } = await page("/admin/claims");
    expect(text).toMatch(/Regular Cleaning11100%/);
  });
});

describe("after a visit", () => {
  test("the office sets hours and a Google link; wrong ones are refused beside their field", async () => {
    await signIn();
    const SETTINGS = "/admin/settings/after-visits";
    const form = {
      intent: "save",
      hours: "0",
      answer_hours: "12",
      google_url: "https://g.page/r/white-birch",
    };
    const refused = await post(SETTINGS, { ...form, google_url: "g.page", seen: "" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Google review link must begin with https://");
    expect((await post(SETTINGS, { ...form, seen: "" })).status).toBe(303);
    expect((await page(SETTINGS)).html).toContain('value="https://g.page/r/white-birch"');
    expect((await page("/admin/activity")).text).toContain("Google review link");
    expect((await guest(id).see()).text).not.toContain("Something isn’t right?");
  });

  test("a dispatcher can answer, but gives no credit", async () => {
    await send(FIELDS);
    const { cookie } = await signedIn(site, { role: "dispatcher" });
    const address = `/admin/claims/${FORM_ID}`;
    expect((await post(address, { intent: "credit", amount: "25", answer: "Sorry." }, cookie)).status).toBe(
      403,
    );
    expect((await post(address, { intent: "refuse", answer: "Not this time." }, cookie)).status).toBe(303);
    expect(await claims()).toMatchObject([{ status: "refused" }]);
  });
});
