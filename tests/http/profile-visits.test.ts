import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { DAY, openSession, setSetting } from "../support/bookings";
import { profileVisitor } from "../support/profile-visitor";
import { confirmedVisit } from "../support/visits";

const app = await testApp();
const { pool, ctx, clock, clear, get } = app;

const HISTORY = "?tab=cleaning-history";
const UNKNOWN = "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11";

let ada: Awaited<ReturnType<typeof profileVisitor>>;
let visit: string;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await profileVisitor(app);
  visit = (await confirmedVisit(ctx(), pool)).id;
  await pool.query("update bookings set user_id = $2 where id = $1", [visit, ada.id]);
});

describe("upcoming cleanings", () => {
  test("are listed with their actions and marked on the calendar", async () => {
    const { html, text } = await ada.see("?tab=upcoming-cleans");
    for (const phrase of [
      "Regular Cleaning",
      "Wednesday, June 10, 2026",
      "8:00 AM, 3 hours",
      "14 Barnstead Road, Pittsfield, NH 03263",
      "$159.00",
      "Confirmed",
    ]) {
      expect(text).toContain(phrase);
    }
    for (const page of ["", "/reschedule", "/cancel", "/calendar.ics"]) {
      expect(html).toContain(`href="/bookings/${visit}${page}"`);
    }
    expect(html).toMatch(
      new RegExp(`href="#visit-${visit}"[^>]*><span[^>]*>Wednesday, June 10, 2026, Regular`),
    );
  });

  test("can't be moved or cancelled once they have begun", async () => {
    clock.set("2026-06-10T12:00:00Z");
    const { html, text } = await ada.see("?tab=upcoming-cleans");
    expect(text).toContain("Today at");
    expect(html).not.toContain("/reschedule");
    expect(html).not.toContain("/cancel");
  });

  test("offer to finish the payment of a hold", async () => {
    const session = await openSession(ctx(), { date: "2026-06-12" });
    await pool.query("update bookings set user_id = $1", [ada.id]);
    const { html } = await ada.see("?tab=upcoming-cleans");
    expect(html).toMatch(new RegExp(`href="[^"]*${session}"[^>]*>Finish payment`));
  });

  test.each([
    ["2026-07", 200],
    ["2026-13", 200],
    ["9999-01", 200],
    ["%3Cb%3E", 200],
    ["%00", 400],
  ])("for the month %s return %d", async (month, status) => {
    expect((await ada.see(`?tab=upcoming-cleans&month=${month}`)).status).toBe(status);
  });
});

describe("the calendar feed", () => {
  const page = async () => (await ada.see("?tab=upcoming-cleans")).html;
  const make = async (intent = "create-feed") => {
    const { status, html } = await ada.send(intent, {}, "?tab=upcoming-cleans");
    expect(status).toBe(201);
    return /value="https:\/\/site\.example(\/calendar\/[^"]+)"/.exec(html)?.[1] ?? "";
  };

  test("is shown once and returns every visit to everybody who has its address", async () => {
    const address = await make();
    expect(await page()).not.toContain(address);
    const response = await get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    const file = await response.text();
    expect(file).toContain(`UID:${visit}`);
    expect(file).toContain("DTSTART:20260610T120000Z");
    expect(file).toMatch(/X-WR-CALNAME:White Birch Cleaning/);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("follows a cancellation", async () => {
    const address = await make();
    await pool.query("update bookings set status = 'cancelled', calendar_sequence = 1");
    const file = await (await get(address)).text();
    expect(file).toMatch(/STATUS:CANCELLED/);
    expect(file).toMatch(/SEQUENCE:1/);
  });

  test("is gone under the old address once replaced or removed", async () => {
    const first = await make();
    const second = await make("replace-feed");
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    await ada.send("remove-feed");
    expect((await get(second)).status).toBe(404);
    expect(await page()).toContain("Make private address");
  });

  test.each(["x.ics", "x", `${"A".repeat(32)}.ics`, "%2e%2e%2fprofile", "a%27%20or%201.ics"])(
    "is not found for /calendar/%s",
    async (file) => {
      expect([400, 404]).toContain((await get(`/calendar/${file}`)).status);
    },
  );
});

describe("the history", () => {
  beforeEach(() => clock.set("2026-06-11T12:00:00Z"));

  const reviews = async () => (await pool.query("select booking_id, rating, review_text from reviews")).rows;
  const open = () => ada.see(`${HISTORY}&visit=${visit}`);

  test("lists past visits with receipts, and opening one shows the review form", async () => {
    const list = await ada.see(HISTORY);
    expect(list.text).toContain("Regular Cleaning");
    expect(list.html).toContain(`href="/bookings/${visit}/receipt"`);
    expect(list.html).not.toContain('name="rating"');
    const { html } = await open();
    expect(html.match(/<input[^>]*type="radio"[^>]*name="rating"/g)).toHaveLength(5);
    expect(html).toContain('value="submit-review"');
    expect(html).not.toContain('value="delete-review"');
  });

  test("stores a review once and shows it without Submit; deleting it allows a new one", async () => {
    const review = { id: visit, rating: "4", review_text: "Spotless.\r\n<b>Thanks</b>" };
    const responses = await Promise.all([1, 2].map(() => ada.send("submit-review", review)));
    expect(responses.map(({ status, toast }) => [status, toast?.title])).toEqual([
      [303, "Review Submitted"],
      [303, "Review Submitted"],
    ]);
    expect(await reviews()).toEqual([
      { booking_id: visit, rating: 4, review_text: "Spotless.\n<b>Thanks</b>" },
    ]);
    const reviewed = await open();
    expect(reviewed.html).toMatch(/<input(?=[^>]*value="4")(?=[^>]*checked)/);
    expect(reviewed.html).toContain("&lt;b&gt;Thanks&lt;/b&gt;");
    expect(reviewed.html).not.toContain('value="submit-review"');
    expect((await ada.send("delete-review", { id: visit })).toast?.title).toBe("Review Deleted");
    expect(await reviews()).toEqual([]);
    const reopened = await open();
    expect(reopened.html).not.toMatch(/name="rating"[^>]*checked/);
    expect(reopened.html).toMatch(/<textarea[^>]*><\/textarea>/);
  });

  test("needs a rating, and keeps the text", async () => {
    const answer = await ada.send(
      "submit-review",
      { id: visit, review_text: "No stars" },
      `${HISTORY}&visit=${visit}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Please choose 1 to 5 stars");
    expect(answer.html).toContain("No stars</textarea>");
    const long = { id: visit, rating: "5", review_text: "x".repeat(2001) };
    const tooLong = await ada.send("submit-review", long, `${HISTORY}&visit=${visit}`);
    expect([tooLong.status, tooLong.text.includes("at most 2000 characters")]).toEqual([400, true]);
    expect(await reviews()).toEqual([]);
  });

  test("refuses another review with 409, and one of a future visit", async () => {
    await ada.send("submit-review", { id: visit, rating: "5", review_text: "" });
    expect((await ada.send("submit-review", { id: visit, rating: "1", review_text: "" })).status).toBe(409);
    await ada.send("delete-review", { id: visit });
    clock.set(`${DAY}T20:00:00Z`);
    expect((await ada.send("submit-review", { id: visit, rating: "5", review_text: "" })).status).toBe(409);
    expect(await reviews()).toEqual([]);
  });

  test("shows the specification's text when a review can't be stored or deleted", async () => {
    await pool.query("alter table audit_log rename to away");
    try {
      const page = `${HISTORY}&visit=${visit}`;
      const submitted = await ada.send(
        "submit-review",
        { id: visit, rating: "5", review_text: "Kept" },
        page,
      );
      expect(submitted.status).toBe(503);
      expect(submitted.text).toContain("Failed to submit review. Please try again.");
      expect(submitted.html).toContain("Kept</textarea>");
      await pool.query("insert into reviews (booking_id, user_id, rating) values ($1, $2, 5)", [
        visit,
        ada.id,
      ]);
      const deleted = await ada.send("delete-review", { id: visit }, page);
      expect([deleted.status, deleted.text.includes("Failed to delete review. Please try again.")]).toEqual([
        503,
        true,
      ]);
    } finally {
      await pool.query("alter table away rename to audit_log");
    }
    expect(await reviews()).toHaveLength(1);
  });

  test.each(["1", "5"])("with %s stars shows the Google link like any other", async (rating) => {
    const google = "https://g.page/r/white-birch/review";
    const page = `${HISTORY}&visit=${visit}`;
    await ada.send("submit-review", { id: visit, rating, review_text: "" });
    expect((await ada.see(page)).text).not.toContain("Google");
    await setSetting(pool, "reviews.google_url", google);
    const { html, text } = await ada.see(page);
    expect(text).toContain("Thank you. You can also review us on Google.");
    expect(html).toContain(`href="${google}"`);
  });

  test("shows ten, and more by its address", async () => {
    const { rows } = await pool.query(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_name = 'bookings' and is_generated = 'NEVER' and is_identity = 'NO'`,
    );
    await pool.query(
      `insert into bookings (${rows[0].columns}) select ${rows[0].columns} from (
         select (jsonb_populate_record(b, jsonb_build_object(
           'id', gen_random_uuid(), 'draft_id', null, 'crew_id', null, 'scheduled_date', date '2026-05-01' + n
         ))).* from bookings b, generate_series(1, 14) n where b.id = $1
       ) as copies`,
      [visit],
    );
    await pool.query(
      `insert into orders (booking_id, amount, currency, status, provider)
       select id, 15900, 'USD', 'completed', 'demo' from bookings where id <> $1`,
      [visit],
    );
    const count = async (query: string) => (await ada.see(query)).html.match(/<li id="visit-/g)?.length;
    expect([await count(HISTORY), await count(`${HISTORY}&show=20`)]).toEqual([10, 15]);
    expect((await ada.see(HISTORY)).html).toContain("show=20");
    expect((await ada.see(`${HISTORY}&show=20`)).text).not.toContain("Show more");
  });

  test("of another customer returns 404, and nothing of it shows or changes", async () => {
    await ada.send("submit-review", { id: visit, rating: "5", review_text: "Mine" });
    const eve = await profileVisitor(app);
    for (const id of [visit, UNKNOWN, "garbled", "' or true --"]) {
      for (const intent of ["submit-review", "delete-review"]) {
        expect((await eve.send(intent, { id, rating: "1", review_text: "!" })).status).toBe(404);
      }
      const page = await eve.see(`${HISTORY}&visit=${encodeURIComponent(id)}`);
      expect([page.status, page.text.includes("Regular Cleaning")]).toEqual([404, false]);
    }
    expect(await reviews()).toMatchObject([{ rating: 5, review_text: "Mine" }]);
    expect((await eve.see("?tab=upcoming-cleans")).html).not.toContain(visit);
  });
});
