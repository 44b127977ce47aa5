import { beforeEach, describe, expect, test } from "vitest";
import { openRateLimits } from "~/platform/request/rate-limits.server";
import { testApp, visibleText } from "../support/app";
import { aBody, openSession, setCrews } from "../support/bookings";
import { signedIn } from "../support/sign-in";
import { MOVE, UNTOUCHED, visitPages } from "../support/visit-visitor";
import { toastOf } from "../support/visitor";

const app = await testApp();
const { pool, ctx, clock, clear } = app;
const { aVisit, keyOf, visitor, guest, stateOf } = visitPages(app);

const fieldOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];

/** The chip of a time in the page. */
const chipOf = (html: string, time: string) =>
  new RegExp(`<label[^>]*><input[^>]*name="time"[^>]*value="${time}".*?</label>`).exec(html)?.[0] ?? "";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

describe("moving a visit", () => {
  test("shows a month in which only free days can be selected, and says from when to when", async () => {
    const { id } = await aVisit();
    await pool.query("insert into closures (date, reason) values ('2026-06-11', 'Inventory')");
    const { html, text } = await guest(id).see("/reschedule", "date=2026-06-10");
    expect(text).toContain("June 2026");
    const day = (date: string) =>
      new RegExp(`<input[^>]*name="date"[^>]*value="2026-06-${date}"[^>]*>`).exec(html)?.[0];
    expect(day("10")).toMatch(/checked=""/);
    expect(day("12")).not.toMatch(/disabled/);
    expect(day("11")).toMatch(/disabled/);
    expect(text).toContain("Thursday, June 11, 2026, closed");
    expect(chipOf(html, "8:00 AM"), "its own time is in nobody's way").not.toMatch(/disabled=""/);
    expect(fieldOf(html, "from_date")).toBe("2026-06-10");
    expect(fieldOf(html, "from_time")).toBe("8:00 AM");
  });

  test("shows another month and the times of a day without script", async () => {
    const { id } = await aVisit();
    const july = await guest(id).see("/reschedule", "month=2026-07");
    expect(july.text).toContain("July 2026");
    await setCrews(pool, 1);
    await openSession(ctx(), { date: "2026-07-08", time: "10:00 AM", hours: 1 });
    const { html, text } = await guest(id).see("/reschedule", "date=2026-07-08");
    expect(text).toContain("July 2026");
    expect(chipOf(html, "10:00 AM")).toMatch(/disabled=""/);
    expect(visibleText(chipOf(html, "10:00 AM"))).toBe("10:00 AMFull");
  });

  test.each([
    "month=2026-13",
    "month=1999-01",
    "month=9999-12",
    "date=2026-02-30",
    "date=x&month=y&time=z",
    "month=",
  ])("renders with ?%s", async (query) => {
    const { id } = await aVisit();
    expect((await guest(id).see("/reschedule", query)).status).toBe(200);
  });

  test("moves it and redirects back to it with a toast", async () => {
    const ada = await signedIn(app);
    const { id, session } = await aVisit({}, ada.id);
    const { response, status, headers } = await visitor(id, ada).send("/reschedule", MOVE);
    expect(status).toBe(303);
    expect(headers.get("Location")).toBe(`/bookings/${id}`);
    expect(toastOf(response)).toEqual({
      title: "Cleaning rescheduled",
      description: "Friday, June 12, 2026, 2:00 PM",
    });
    expect(await stateOf(session)).toMatchObject({
      status: "confirmed",
      day: "2026-06-12",
      time: "14:00:00",
    });
    expect((await visitor(id, ada).see()).text).toContain("Friday, June 12, 2026, 2:00 PM");
  });

  test("keeps a guest's key", async () => {
    const { id } = await aVisit();
    const { headers } = await guest(id).send("/reschedule", MOVE);
    expect(headers.get("Location")).toBe(`/bookings/${id}?key=${keyOf(id)}`);
  });

  test("to a taken time returns 409 with the free times, and moves nothing", async () => {
    await setCrews(pool, 1);
    const { id, session } = await aVisit();
    await openSession(ctx(), { date: MOVE.date, time: "2:00 PM", hours: 1 });
    const { status, html, text } = await guest(id).send("/reschedule", MOVE);
    expect(status).toBe(409);
    expect(text).toContain("Please pick another time.");
    expect(text).toContain("Nothing was changed");
    expect(text).toContain("Friday, June 12, 2026");
    expect(chipOf(html, "2:00 PM")).toMatch(/disabled=""/);
    expect(chipOf(html, "10:00 AM")).not.toMatch(/disabled=""/);
    expect(await stateOf(session)).toEqual(UNTOUCHED);
  });

  test("sent twice moves once, and the second response says so", async () => {
    const { id, session } = await aVisit();
    const answers = await Promise.all([MOVE, MOVE, MOVE].map((move) => guest(id).send("/reschedule", move)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.text).toContain("now on Friday, June 12, 2026 at 2:00 PM");
    expect(fieldOf(lost?.html ?? "", "from_date")).toBe("2026-06-12");
    expect(await stateOf(session)).toMatchObject({ day: "2026-06-12", calendar_sequence: 1 });
  });

  test.each([
    ["nothing chosen", { date: "", time: "" }, /date/i],
    ["no time", { time: "" }, /time/i],
    ["a date that doesn't exist", { date: "2026-02-30" }, /day/i],
    ["a past date", { date: "2026-05-01" }, /past/i],
    ["a time that isn't offered", { time: "3:00 AM" }, /must be one of/i],
    ["the current time", { date: "2026-06-10", time: "8:00 AM" }, /already/i],
    ["HTML", { date: "<script>alert(1)</script>", time: "<b>" }, /date|day/i],
    ["a date in another script", { date: "२०२६-०६-१२" }, /date|day/i],
  ])("refuses %s with a readable error", async (_, changes, phrase) => {
    const { id, session } = await aVisit();
    const { status, text, html } = await guest(id).send("/reschedule", { ...MOVE, ...changes });
    expect(status).toBe(400);
    expect(text).toMatch(phrase);
    expect(html).not.toContain("<script>alert");
    expect(await stateOf(session)).toEqual(UNTOUCHED);
  });

  test("handles bodies that are not forms", async () => {
    const { id } = await aVisit();
    const key = `?key=${keyOf(id)}`;
    expect((await app.post(`/bookings/${id}/reschedule${key}`, "{")).status).toBeLessThan(500);
    expect((await app.post(`/bookings/${id}/cancel${key}`, "{")).status).toBeLessThan(500);
  });

  test("shows the late-fee rule when it applies, and not before", async () => {
    const { id } = await aVisit();
    expect((await guest(id).see("/reschedule")).text).not.toContain("half the price");
    clock.set("2026-06-09T12:00:01Z");
    expect((await guest(id).see("/reschedule")).text).toContain(
      "if you cancel later, we keep half the price",
    );
    await guest(id).send("/reschedule", MOVE);
    const { text, html } = await guest(id).see("/cancel");
    expect(text).toContain("Your refund $79.50");
    expect(text).toContain("This visit was rescheduled less than 24 hours before its start");
    expect(fieldOf(html, "refund")).toBe("7950");
  });
});

describe("a visit changed too often within an hour", () => {
  const WORDS = "Too many changes. Please wait a while, or call us.";

  test.each([
    ["moved", "/reschedule", { ...MOVE, time: "3:00 AM" }, MOVE, 400],
    ["cancelled", "/cancel", { refund: "1" }, { refund: "15900" }, 409],
  ])("can't be %s any more, and says so", async (_what, page, invalid, valid, refusal) => {
    const { id, session } = await aVisit();
    const other = await aVisit({ date: "2026-06-11" });
    const send = async (visit: string, fields: Record<string, string>) => {
      const url = `/bookings/${visit}${page}?key=${keyOf(visit)}`;
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const { runtime } = app;
      const { limits } = runtime;
      runtime.limits = limited;
      const response = await app.post(url, new URLSearchParams(fields).toString(), headers);
      runtime.limits = limits;
      return { status: response.status, text: visibleText(await response.text()) };
    };
    const limited = openRateLimits(1, app.ctx());
    for (let time = 0; time < 20; time += 1) expect((await send(id, invalid)).status).toBe(refusal);
    const { status, text } = await send(id, valid);
    expect(status).toBe(429);
    expect(text).toContain(`Nothing was changed${WORDS}`);
    expect(await stateOf(session)).toEqual(UNTOUCHED);
    expect((await send(other.id, invalid)).status, "another visit is counted for itself").not.toBe(429);
  });
});

describe("cancelling a visit", () => {
  test.each([
    ["24 hours ahead", "2026-06-09T12:00:00Z", "$159.00", "Your visit is 24 hours or more away", 15900],
    ["a second later", "2026-06-09T12:00:01Z", "$79.50", "Your visit is less than 24 hours away", 7950],
  ])("%s shows the refund, and pays exactly that", async (_, now, amount, reason, cents) => {
    const { id, session } = await aVisit();
    clock.set(now);
    const { html, text } = await guest(id).see("/cancel");
    expect(text).toContain(`Your refund ${amount}`);
    expect(text).toContain(reason);
    expect(text).toContain("Keep it");
    const shown = fieldOf(html, "refund") ?? "";
    const { response, status, headers } = await guest(id).send("/cancel", { refund: shown });
    expect(status).toBe(303);
    expect(headers.get("Location")).toBe(`/bookings/${id}?key=${keyOf(id)}`);
    expect(toastOf(response)).toEqual({
      title: "Cleaning cancelled",
      description: `Your refund: ${amount}.`,
    });
    expect(await stateOf(session)).toMatchObject({ status: "cancelled", refunds: [cents] });
    const page = await guest(id).see();
    expect(page.text).toContain("Cancelled");
    expect(page.text).toContain("This visit has been cancelled.");
    expect(page.text).toContain(amount);
  });

  test("with an outdated amount does nothing and shows the new one to confirm", async () => {
    const { id, session } = await aVisit();
    clock.set("2026-06-09T11:59:00Z");
    const shown = fieldOf((await guest(id).see("/cancel")).html, "refund") ?? "";
    clock.set("2026-06-09T12:00:01Z");
    const { status, text, html } = await guest(id).send("/cancel", { refund: shown });
    expect(status).toBe(409);
    expect(text).toContain("Nothing was changed");
    expect(text).toContain("Your refund $79.50");
    expect(await stateOf(session)).toEqual(UNTOUCHED);
    expect(fieldOf(html, "refund")).toBe("7950");
    expect((await guest(id).send("/cancel", { refund: "7950" })).status).toBe(303);
    expect(await stateOf(session)).toMatchObject({ status: "cancelled", refunds: [7950] });
  });

  test.each(["", "159.00", "-1", "1e9", "15900 ", "NaN", "9999999999999999", "15899"])(
    "ignores an amount that it didn't show: %j",
    async (refund) => {
      const { id, session } = await aVisit();
      expect((await guest(id).send("/cancel", { refund })).status).toBe(409);
      expect(await stateOf(session)).toEqual(UNTOUCHED);
    },
  );

  test("sent three times at once cancels and refunds once", async () => {
    const { id, session } = await aVisit();
    const answers = await Promise.all([1, 2, 3].map(() => guest(id).send("/cancel", { refund: "15900" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.text).toContain("This visit has been cancelled.");
    expect(lost?.html).not.toContain('name="refund"');
    expect(await stateOf(session)).toMatchObject({ status: "cancelled", refunds: [15900] });
    expect((await guest(id).send("/reschedule", MOVE)).status).toBe(409);
  });

  test("releases its time for others", async () => {
    await setCrews(pool, 1);
    const { id } = await aVisit();
    const body = aBody({ time: "10:00 AM", hours: 1 });
    expect((await app.post("/api/create-payment", body)).status).toBe(409);
    await guest(id).send("/cancel", { refund: "15900" });
    expect((await app.post("/api/create-payment", body)).status).toBe(200);
  });
});
