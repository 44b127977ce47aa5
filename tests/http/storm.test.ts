import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { DAY, setCrews } from "../support/bookings";
import { FIRST, startPlan } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { confirmedVisit, visitRow } from "../support/visits";

const site = await testApp();
const { app, pool, get, ctx, clear } = site;
let Cookie: string;

beforeEach(async () => {
  await clear();
  Cookie = (await signedIn(site, { role: "admin" })).cookie;
});

const NEXT = "2026-06-11";
const post = (path: string, fields: Record<string, string> | [string, string][], cookie = Cookie) =>
  app.request(
    new Request(ORIGIN + path, {
      method: "POST",
      headers: cookie ? { Cookie: cookie } : {},
      body: new URLSearchParams(fields),
    }),
  );
const page = async (path: string, cookie = Cookie) => {
  const response = await get(path, { Cookie: cookie });
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html) };
};
const seenIn = (html: string) =>
  /<button[^>]*name="seen"[^>]*>/.exec(html)?.[0].match(/value="([^"]+)"/)?.[1] ?? "";
const keyOf = (id: string) => ctx().links.sign(`booking:${id}`);
const answerPage = (id: string, name = "storm") => `/bookings/${id}/${name}?key=${keyOf(id)}`;
const stored = async () =>
  (
    await pool.query(
      "select (select json_agg(b) from bookings b) b, (select json_agg(o) from storm_offers o) o",
    )
  ).rows[0];

async function call(fields: [string, string][] = [], day = DAY) {
  const query = new URLSearchParams([["date", day], ...fields]);
  const { html } = await page(`/admin/storm/new?${query}`);
  const response = await post("/admin/storm/new", [["date", day], ...fields, ["seen", seenIn(html)]]);
  expect(response.status).toBe(303);
  return response.headers.get("Location") ?? "";
}

const FROM = { from_date: DAY, from_time: "8:00 AM" };

describe("setting a storm day without script", () => {
  test("shows the affected visits and the proposals, and changes nothing when opened", async () => {
    const { number } = await confirmedVisit(ctx(), pool);
    const before = await stored();
    const { status, text } = await page(`/admin/storm/new?date=${DAY}`);
    expect(status).toBe(200);
    for (const phrase of [
      "Ada Lovelace",
      `Regular Cleaning #${number}`,
      "Pittsfield (1)",
      "Thu, Jun 11, 2026",
      "ask 1 customer",
    ])
      expect(text).toContain(phrase);
    expect((await page(`/admin/storm/new?date=${DAY}&town=rye`)).text).toContain("No one needs to be asked");
    expect(await stored()).toEqual(before);
  });

  test.each(["", "2026-02-30", "2026-05-31", "2031-01-01", "tomorrow"])(
    "asks for another day than %j",
    async (date) => {
      const { status } = await page(`/admin/storm/new?${new URLSearchParams({ date })}`);
      expect(status).toBe(200);
      expect((await post("/admin/storm/new", { date, seen: "x" })).status).toBe(400);
    },
  );

  test("is done with a current preview, and refused with a new one when it has changed", async () => {
    const { id, number } = await confirmedVisit(ctx(), pool);
    const stale = await post("/admin/storm/new", { date: DAY, town: "\0Concord", seen: "old" });
    expect(stale.status).toBe(409);
    expect(visibleText(await stale.text())).toContain("The offered times have changed.");
    const day = await call();
    const { text } = await page(day);
    const shown = ["Wednesday, June 10, 2026", "Closed", "0 of 1 responded", "No response yet"];
    for (const phrase of [...shown, `Regular Cleaning #${number}`]) expect(text).toContain(phrase);
    expect((await page(`${day}/${id}`)).text).toContain(`View booking #${number}`);
    expect((await page("/admin/storm")).text).toContain("Every town");
    expect((await page("/admin/activity")).text).toContain(
      "called a storm day on Jun 10, 2026 and asked 1 customer",
    );
  });

  test("is undone once", async () => {
    const day = await call([["town", "concord"]]);
    expect((await page(day)).text).toContain("Concord. No one to ask.");
    expect((await post(day, { intent: "open" })).status).toBe(303);
    expect((await post(day, { intent: "open" })).status).toBe(409);
    expect((await post(day, { intent: "resend" })).status).toBe(409);
    expect((await post(day, { intent: "nonsense" })).status).toBe(400);
  });
});

describe("a customer's answer", () => {
  test("needs the link in the email, and opening a page changes nothing", async () => {
    const { id, number } = await confirmedVisit(ctx(), pool);
    expect((await page(answerPage(id), "")).status).toBe(404);
    await call();
    const before = await stored();
    for (const name of ["storm", "reschedule", "cancel"]) {
      const { status, text } = await page(answerPage(id, name), "");
      expect(status).toBe(200);
      expect(text, name).toContain(`#${number}`);
    }
    expect((await page(answerPage(id), "")).text).toContain("Thursday, June 11, 2026");
    expect((await page(answerPage(id, "cancel"), "")).text).toContain("We can’t come on that day");
    expect((await page(`/bookings/${id}/storm?key=wrong`, "")).status).toBe(404);
    expect((await get(`/bookings/${id}/storm`)).status).toBe(303);
    expect(await stored()).toEqual(before);
  });

  test("accepts the proposal with one press, and a second press says so", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await call();
    const fields = { choice: `${NEXT} 8:00 AM`, ...FROM };
    const taken = await post(answerPage(id), fields, "");
    expect(taken.status).toBe(303);
    expect(taken.headers.get("Location")).toBe(`/bookings/${id}?key=${keyOf(id)}`);
    expect(await visitRow(pool, id)).toMatchObject({ day: NEXT, clock: "08:00" });
    const again = await post(answerPage(id), fields, "");
    expect(again.status).toBe(409);
    expect(visibleText(await again.text())).toContain("You’re all set");
  });

  test("is refused with new times when somebody else was faster", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await call();
    await confirmedVisit(ctx(), pool, { date: NEXT });
    const outdated = await post(answerPage(id), { choice: `${NEXT} 8:00 AM`, ...FROM }, "");
    expect(outdated.status).toBe(409);
    const html = await outdated.text();
    expect(visibleText(html)).toContain("That slot was just taken. Still available that day: 12:00 PM");
    expect(html).toContain(`value="${NEXT} 12:00 PM"`);
  });

  test.each(["", "\0\uD800", "2026-06-11", "2026-06-10 9:00 AM", "x".repeat(99)])(
    "can't be the garbled %j",
    async (choice) => {
      const { id } = await confirmedVisit(ctx(), pool);
      await call();
      const response = await post(answerPage(id), { choice, ...FROM }, "");
      expect(response.status).toBe(400);
      expect(await visitRow(pool, id)).toMatchObject({ day: DAY });
    },
  );

  test("is requested on the visit page and in the profile of its customer, and of nobody else", async () => {
    const ada = await signedIn(site, { first_name: "Ada" });
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set user_id = $1 where id = $2", [ada.id, id]);
    await call();
    expect((await page(`/bookings/${id}`, ada.cookie)).text).toContain("A storm has changed our schedule");
    expect((await page(`/bookings/${id}/storm`, ada.cookie)).text).toContain("Take this time");
    expect((await page("/profile?tab=upcoming-cleans", ada.cookie)).text).toContain(
      "We can’t come at that time.",
    );
    const mallory = await signedIn(site, { first_name: "Mallory" });
    expect((await page(`/bookings/${id}/storm`, mallory.cookie)).status).toBe(404);
    const stolen = await post(
      `/bookings/${id}/storm`,
      { choice: `${NEXT} 8:00 AM`, ...FROM },
      mallory.cookie,
    );
    expect(stolen.status).toBe(404);
  });
});

describe("the office answers", () => {
  test("with the proposal, another time, or without the visit, and sends the email again", async () => {
    const ids = [];
    for (let count = 0; count < 2; count += 1) ids.push((await confirmedVisit(ctx(), pool)).id);
    const [one, two] = ids as [string, string];
    const day = await call();
    const panel = await page(`${day}/${one}`);
    expect(panel.text).toContain("On the phone");
    expect(panel.text).toContain("$159.00");
    expect((await post(`${day}/${one}`, { intent: "resend" })).status).toBe(303);
    const invalid = await post(`${day}/${one}`, {
      intent: "take",
      date: "2026-05-01",
      time: "8:00 AM",
      ...FROM,
    });
    expect(invalid.status).toBe(400);
    const html = await invalid.text();
    expect(visibleText(html)).toContain("Date is in the past.");
    expect(html).toContain('value="2026-05-01"');
    const other = { intent: "take", date: "2026-06-18", time: "2:00 PM", ...FROM };
    expect((await post(`${day}/${one}`, other)).status).toBe(303);
    expect(await visitRow(pool, one)).toMatchObject({ day: "2026-06-18", clock: "14:00" });
    expect((await post(`${day}/${two}`, { intent: "skip", refund: "1" })).status).toBe(409);
    expect((await post(`${day}/${two}`, { intent: "skip", refund: "15900" })).status).toBe(303);
    expect((await post(`${day}/${two}`, { intent: "skip", refund: "15900" })).status).toBe(409);
    expect((await page(day)).text).toContain("All 2 responded");
    expect((await page(`${day}/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
  });
});

test("a plan's customer is not told that nothing was paid: the visit is part of a month", async () => {
  const plan = await startPlan(ctx(), pool);
  const { rows } = await pool.query(
    "select id from bookings where plan_id = $1 order by plan_visit limit 1",
    [plan],
  );
  await call([], FIRST);
  const { status, text } = await page(answerPage(rows[0].id), "");
  expect(status).toBe(200);
  expect(text).toContain("This visit is part of your plan.");
  expect(text).not.toContain("You haven’t paid");
});
