import { beforeEach, describe, expect, test } from "vitest";
import { manageUrl } from "~/features/booking/manage-link.server";
import { settleSession } from "~/features/payments/settle.server";
import { decodeJson } from "~/lib/base64url";
import { openRateLimits } from "~/platform/rate-limits.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import {
  aBody,
  bookingOf,
  openSession,
  paySession,
  sessionState,
  setCrews,
  setSetting,
} from "../support/bookings";
import { signedIn } from "../support/sign-in";

const app = await testApp();
const { pool, ctx, clock, clear } = app;

/** The visit of these tests begins on June 10 at 8:00 AM in New York. */
const START = "2026-06-10T12:00:00Z";
const PAGES = ["", "/reschedule", "/cancel", "/receipt", "/calendar.ics"];

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

/** A confirmed visit; `details` as in the API. */
async function aVisit(details: Parameters<typeof paySession>[1] = {}, owner: string | null = null) {
  const session = await paySession(ctx(), details);
  await settleSession(ctx(), await sessionState(ctx(), session));
  const { id } = await bookingOf(pool, session);
  await pool.query("update bookings set user_id = $2 where id = $1", [id, owner]);
  return { id: String(id), session };
}

const keyOf = (id: string) => new URL(manageUrl(ctx(), id)).searchParams.get("key") ?? "";

/** How somebody asks: a guest with the key of the visit, or whoever the cookie says. */
function visitor(id: string, { key, cookie }: { key?: string; cookie?: string }) {
  const url = (page: string, query = "") => {
    const params = new URLSearchParams(query);
    if (key !== undefined) params.set("key", key);
    return `/bookings/${id}${page}${params.size > 0 ? `?${params}` : ""}`;
  };
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
  const answerOf = async (response: Response) => {
    const html = await response.text();
    return { status: response.status, headers: response.headers, html, text: visibleText(html) };
  };
  return {
    see: async (page = "", query = "") => answerOf(await app.get(url(page, query), headers)),
    send: async (page: string, fields: Record<string, string>) =>
      answerOf(
        await app.post(url(page), new URLSearchParams(fields).toString(), {
          ...headers,
          "Content-Type": "application/x-www-form-urlencoded",
        }),
      ),
  };
}

const guest = (id: string) => visitor(id, { key: keyOf(id) });

const FROM = { from_date: "2026-06-10", from_time: "8:00 AM" };
const MOVE = { ...FROM, date: "2026-06-12", time: "2:00 PM" };

async function stateOf(session: string) {
  const { status, day, scheduled_time, calendar_sequence } = await bookingOf(pool, session);
  const { rows } = await pool.query(
    "select refunds.amount from refunds join orders on orders.id = order_id where payment_session_id = $1",
    [session],
  );
  return { status, day, time: scheduled_time, calendar_sequence, refunds: rows.map(({ amount }) => amount) };
}

const UNTOUCHED = {
  status: "confirmed",
  day: "2026-06-10",
  time: "08:00:00",
  calendar_sequence: 0,
  refunds: [],
};

function toastOf(headers: Headers) {
  const cookie = headers.getSetCookie().find((one) => one.startsWith("wb_toast="));
  return decodeJson(/^wb_toast=([^;]*)/.exec(cookie ?? "")?.[1] ?? "");
}

const fieldOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];

/** The chip of a time, as it stands in the page. */
const chipOf = (html: string, time: string) =>
  new RegExp(`<label[^>]*><input[^>]*name="time"[^>]*value="${time}".*?</label>`).exec(html)?.[0] ?? "";

describe("who sees a visit", () => {
  test("its customer and whoever has the link of its mail, on every page", async () => {
    const ada = await signedIn(app);
    const { id } = await aVisit({}, ada.id);
    for (const page of PAGES) {
      for (const who of [visitor(id, ada), guest(id), visitor(id, { ...ada, key: keyOf(id) })]) {
        const { status, headers } = await who.see(page);
        expect([page, status]).toEqual([page, 200]);
        expect(headers.get("Cache-Control")).toBe("no-store");
      }
    }
  });

  test("nobody else: a stranger, an administrator, a wrong key, the key of another visit", async () => {
    const [ada, eve, boss] = [
      await signedIn(app),
      await signedIn(app),
      await signedIn(app, { role: "admin" }),
    ];
    const mine = await aVisit({}, ada.id);
    const other = await aVisit({ time: "2:00 PM" }, eve.id);
    const wrong = `${keyOf(mine.id).slice(0, -1)}${keyOf(mine.id).endsWith("A") ? "B" : "A"}`;
    const others = [
      visitor(mine.id, eve),
      visitor(mine.id, boss),
      visitor(mine.id, { key: wrong }),
      visitor(mine.id, { key: keyOf(other.id) }),
      visitor(mine.id, { ...ada, key: "ä 🌲" }),
    ];
    for (const who of others) {
      for (const page of PAGES) expect([page, (await who.see(page)).status]).toEqual([page, 404]);
      expect((await who.see("/reschedule.data")).html).not.toContain("Barnstead");
      expect((await who.send("/reschedule", MOVE)).status).toBe(404);
      expect((await who.send("/cancel", { refund: "15900" })).status).toBe(404);
    }
    expect(await stateOf(mine.session)).toEqual(UNTOUCHED);
  });

  test("a stranger gets the site's own page, which says nothing of the visit", async () => {
    const { id } = await aVisit();
    const { text } = await visitor(id, { key: "guessed" }).see();
    expect(text).toContain("Oops! Page not found");
    expect(text).not.toContain("Regular Cleaning");
  });

  test("a guest without a key is asked to log in, and comes back", async () => {
    const { id, session } = await aVisit();
    const nobody = visitor(id, {});
    for (const page of PAGES) {
      const { status, headers } = await nobody.see(page);
      expect(status).toBe(303);
      expect(headers.get("Location")).toBe(`/login?redirect=${encodeURIComponent(`/bookings/${id}${page}`)}`);
    }
    expect((await nobody.send("/cancel", { refund: "15900" })).status).toBe(303);
    expect(await stateOf(session)).toEqual(UNTOUCHED);
  });

  test.each([
    "nothing",
    "00000000-0000-4000-8000-000000000000",
    "%F0%9F%A7%B9",
    "'; drop table bookings; --",
  ])("there is no visit %s", async (id) => {
    const ada = await signedIn(app);
    for (const page of PAGES) expect((await visitor(id, ada).see(page)).status).toBe(404);
  });

  test("none whose customer has deleted the account", async () => {
    const { id } = await aVisit();
    await pool.query("update bookings set address_line1 = '', customer_name = null where id = $1", [id]);
    for (const page of PAGES) expect((await guest(id).see(page)).status).toBe(404);
  });
});

describe("the pages of a visit", () => {
  test("say what, when, where, how much, and what can be done", async () => {
    const { id } = await aVisit({ notes: "Two cats.", bedrooms: 5, bathrooms: 2 });
    const { text, html } = await guest(id).see();
    for (const words of [
      "Regular Cleaning",
      "Confirmed",
      "Wednesday, June 10, 2026, 8:00 AM",
      "3 hours",
      "14 Barnstead Road, Pittsfield, NH 03263",
      "5+ bedrooms, 2 bathrooms",
      "Two cats.",
      "$159.00",
      "Reschedule",
      "Cancel",
      "Add to calendar",
      "Receipt",
    ]) {
      expect(text).toContain(words);
    }
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toContain("Back to My Profile");
  });

  test("lead back to the profile of who has one", async () => {
    const ada = await signedIn(app);
    const { id } = await aVisit({}, ada.id);
    expect((await visitor(id, ada).see()).html).toContain('href="/profile?tab=upcoming-cleans"');
  });

  test("carry the key along in every link and form, and to no other site", async () => {
    const { id } = await aVisit();
    for (const page of ["", "/reschedule", "/cancel", "/receipt"]) {
      const { html } = await guest(id).see(page);
      const targets = [...html.matchAll(/ (?:href|action)="([^"]*)"/g)].map(
        ([, to = ""]) => new URL(to, ORIGIN),
      );
      const ours = targets.filter(({ pathname }) => pathname.startsWith("/bookings/"));
      expect(ours.length).toBeGreaterThan(0);
      for (const { searchParams } of ours) expect(searchParams.get("key")).toBe(keyOf(id));
      for (const { origin, href } of targets) if (origin !== ORIGIN) expect(href).not.toContain(keyOf(id));
    }
  });

  test("change nothing when they are opened, whoever opens them, as often as it may be", async () => {
    const { id, session } = await aVisit();
    const rows = async () =>
      (
        await pool.query(
          "select b::text as booking from bookings b union all select a::text from audit_log a",
        )
      ).rows;
    const before = await rows();
    const jobs = async () => (await pool.query("select count(*)::int from pgboss.job")).rows[0].count;
    const waiting = await jobs();
    for (const page of PAGES) {
      for (const method of ["GET", "HEAD"]) {
        await app.get(
          `/bookings/${id}${page}?key=${keyOf(id)}&date=2026-06-12&time=2:00+PM&refund=15900`,
          {},
          method,
        );
      }
    }
    expect(await rows()).toEqual(before);
    expect(await jobs()).toBe(waiting);
    expect(await stateOf(session)).toEqual(UNTOUCHED);
  });

  test("say why nothing can be changed any more", async () => {
    const { id } = await aVisit();
    clock.set("2026-06-10T12:30:00Z");
    const who = guest(id);
    const { text, html } = await who.see();
    expect(text).toContain("This visit has begun.");
    expect(html).not.toMatch(/href="[^"]*\/(reschedule|cancel)\b/);
    for (const page of ["/reschedule", "/cancel"]) {
      const { status, text, html } = await who.see(page);
      expect([status, text]).toEqual([200, expect.stringContaining("This visit has begun.")]);
      expect(html).not.toContain('method="post"');
    }
  });

  test("lead on to the checkout of one that isn't paid yet, for as long as it is held", async () => {
    const session = await openSession(ctx());
    const { id } = await bookingOf(pool, session);
    const { html, text } = await guest(id).see();
    expect(text).toContain("Not paid yet.");
    expect(html).toContain(`session_id=${session}`);
    clock.advance({ minutes: 31 });
    expect((await guest(id).see()).html).not.toContain(`session_id=${session}`);
  });

  test("say that we will get in touch about one that needs attention", async () => {
    const { id } = await aVisit();
    await pool.query("update bookings set needs_attention = 'no crew' where id = $1", [id]);
    const { text } = await guest(id).see();
    expect(text).toContain("We will get in touch");
    expect(text).not.toContain("no crew");
  });
});

describe("moving a visit", () => {
  test("shows a month of days, of which only free ones can be chosen, and says from what to what", async () => {
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

  test("shows another month, and the times of a day, without script", async () => {
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
  ])("is at ease with ?%s", async (query) => {
    const { id } = await aVisit();
    expect((await guest(id).see("/reschedule", query)).status).toBe(200);
  });

  test("moves it, and leads back to it with a toast", async () => {
    const ada = await signedIn(app);
    const { id, session } = await aVisit({}, ada.id);
    const { status, headers } = await visitor(id, ada).send("/reschedule", MOVE);
    expect(status).toBe(303);
    expect(headers.get("Location")).toBe(`/bookings/${id}`);
    expect(toastOf(headers)).toEqual({
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

  test("to a time that was taken meanwhile answers 409 with what is free, and moves nothing", async () => {
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

  test("sent twice happens once; the second answer says so", async () => {
    const { id, session } = await aVisit();
    const answers = await Promise.all([MOVE, MOVE, MOVE].map((move) => guest(id).send("/reschedule", move)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.text).toContain("Friday, June 12, 2026 at 2:00 PM now");
    expect(fieldOf(lost?.html ?? "", "from_date")).toBe("2026-06-12");
    expect(await stateOf(session)).toMatchObject({ day: "2026-06-12", calendar_sequence: 1 });
  });

  test.each([
    ["nothing chosen", { date: "", time: "" }, /date/i],
    ["no time", { time: "" }, /time/i],
    ["a day that is none", { date: "2026-02-30" }, /day/i],
    ["the past", { date: "2026-05-01" }, /past/i],
    ["a time that isn't offered", { time: "3:00 AM" }, /must be one of/i],
    ["the time that it has", { date: "2026-06-10", time: "8:00 AM" }, /already/i],
    ["HTML", { date: "<script>alert(1)</script>", time: "<b>" }, /date|day/i],
    ["another alphabet", { date: "२०२६-०६-१२" }, /date|day/i],
  ])("refuses %s with words", async (_, changes, words) => {
    const { id, session } = await aVisit();
    const { status, text, html } = await guest(id).send("/reschedule", { ...MOVE, ...changes });
    expect(status).toBe(400);
    expect(text).toMatch(words);
    expect(html).not.toContain("<script>alert");
    expect(await stateOf(session)).toEqual(UNTOUCHED);
  });

  test("is at ease with bodies that are no form", async () => {
    const { id } = await aVisit();
    const key = `?key=${keyOf(id)}`;
    expect((await app.post(`/bookings/${id}/reschedule${key}`, "{")).status).toBeLessThan(500);
    expect((await app.post(`/bookings/${id}/cancel${key}`, "{")).status).toBeLessThan(500);
  });

  test("says the late-fee rule when it applies, and not before", async () => {
    const { id } = await aVisit();
    expect((await guest(id).see("/reschedule")).text).not.toContain("half of the price");
    clock.set("2026-06-09T12:00:01Z");
    expect((await guest(id).see("/reschedule")).text).toContain(
      "if you cancel it afterwards, we keep half of the price",
    );
    await guest(id).send("/reschedule", MOVE);
    const { text, html } = await guest(id).see("/cancel");
    expect(text).toContain("You get back $79.50");
    expect(text).toContain("The visit was moved less than 24 hours before it was to start");
    expect(fieldOf(html, "refund")).toBe("7950");
  });
});

describe("changed too often within an hour, a visit", () => {
  const WORDS = "Too many changes. Please wait a while, or call us.";

  test.each([
    ["moved", "/reschedule", { ...MOVE, time: "3:00 AM" }, MOVE, 400],
    ["cancelled", "/cancel", { refund: "1" }, { refund: "15900" }, 409],
  ])("is not %s any more, and says so", async (_what, page, wrong, right, refusal) => {
    const { id, session } = await aVisit();
    const other = await aVisit({ date: "2026-06-11" });
    const send = async (visit: string, fields: Record<string, string>) => {
      const url = `/bookings/${visit}${page}?key=${keyOf(visit)}`;
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const { runtime } = app;
      const allow = runtime.allow;
      runtime.allow = limited;
      const response = await app.post(url, new URLSearchParams(fields).toString(), headers);
      runtime.allow = allow;
      return { status: response.status, text: visibleText(await response.text()) };
    };
    const limited = openRateLimits(1);
    for (let time = 0; time < 20; time += 1) expect((await send(id, wrong)).status).toBe(refusal);
    const { status, text } = await send(id, right);
    expect(status).toBe(429);
    expect(text).toContain(`Nothing was changed${WORDS}`);
    expect(await stateOf(session)).toEqual(UNTOUCHED);
    expect((await send(other.id, wrong)).status, "another visit is counted for itself").not.toBe(429);
  });
});

describe("cancelling a visit", () => {
  test.each([
    ["24 hours ahead", "2026-06-09T12:00:00Z", "$159.00", "24 hours or more before", 15900],
    ["a second later", "2026-06-09T12:00:01Z", "$79.50", "It is less than 24 hours before the visit", 7950],
  ])("%s shows what goes back, and does exactly that", async (_, now, amount, reason, cents) => {
    const { id, session } = await aVisit();
    clock.set(now);
    const { html, text } = await guest(id).see("/cancel");
    expect(text).toContain(`You get back ${amount}`);
    expect(text).toContain(reason);
    expect(text).toContain("Keep it");
    const shown = fieldOf(html, "refund") ?? "";
    const { status, headers } = await guest(id).send("/cancel", { refund: shown });
    expect(status).toBe(303);
    expect(headers.get("Location")).toBe(`/bookings/${id}?key=${keyOf(id)}`);
    expect(toastOf(headers)).toEqual({ title: "Cleaning cancelled", description: `You get back ${amount}.` });
    expect(await stateOf(session)).toMatchObject({ status: "cancelled", refunds: [cents] });
    const page = await guest(id).see();
    expect(page.text).toContain("Cancelled");
    expect(page.text).toContain("This visit has been cancelled.");
    expect(page.text).toContain(amount);
  });

  test("with an amount that is no longer right does nothing and shows the new one to be confirmed", async () => {
    const { id, session } = await aVisit();
    clock.set("2026-06-09T11:59:00Z");
    const shown = fieldOf((await guest(id).see("/cancel")).html, "refund") ?? "";
    clock.set("2026-06-09T12:00:01Z");
    const { status, text, html } = await guest(id).send("/cancel", { refund: shown });
    expect(status).toBe(409);
    expect(text).toContain("Nothing was changed");
    expect(text).toContain("You get back $79.50");
    expect(await stateOf(session)).toEqual(UNTOUCHED);
    expect(fieldOf(html, "refund")).toBe("7950");
    expect((await guest(id).send("/cancel", { refund: "7950" })).status).toBe(303);
    expect(await stateOf(session)).toMatchObject({ status: "cancelled", refunds: [7950] });
  });

  test.each(["", "159.00", "-1", "1e9", "15900 ", "NaN", "9999999999999999", "15899"])(
    "believes no amount that it didn't show: %j",
    async (refund) => {
      const { id, session } = await aVisit();
      expect((await guest(id).send("/cancel", { refund })).status).toBe(409);
      expect(await stateOf(session)).toEqual(UNTOUCHED);
    },
  );

  test("sent three times at once happens once, and pays back once", async () => {
    const { id, session } = await aVisit();
    const answers = await Promise.all([1, 2, 3].map(() => guest(id).send("/cancel", { refund: "15900" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.text).toContain("This visit has been cancelled.");
    expect(lost?.html).not.toContain('name="refund"');
    expect(await stateOf(session)).toMatchObject({ status: "cancelled", refunds: [15900] });
    expect((await guest(id).send("/reschedule", MOVE)).status).toBe(409);
  });

  test("frees its time for others", async () => {
    await setCrews(pool, 1);
    const { id } = await aVisit();
    const body = aBody({ time: "10:00 AM", hours: 1 });
    expect((await app.post("/api/create-payment", body)).status).toBe(409);
    await guest(id).send("/cancel", { refund: "15900" });
    expect((await app.post("/api/create-payment", body)).status).toBe(200);
  });
});

describe("the receipt", () => {
  test("has a number, who paid, the visit, each line with the tax, and what was paid", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    const { id } = await aVisit();
    const { text, html } = await guest(id).see("/receipt");
    const { rows } = await pool.query("select id from orders where booking_id = $1", [id]);
    for (const words of [
      "White Birch Cleaning",
      rows[0].id.slice(0, 8).toUpperCase(),
      "Paid on Jun 01, 2026",
      "Ada Lovelace",
      "ada@mail.example",
      "Wednesday, June 10, 2026, 8:00 AM",
      "Regular Cleaning, 3 hours × $53.00",
      "$159.00",
      "Tax (8.5 %)",
      "$13.52",
      "$172.52",
    ]) {
      expect(text).toContain(words);
    }
    expect(html).toContain("<title>Receipt");
    expect(text).not.toContain("Paid after refunds");
  });

  test("shows what was given back, and what is left", async () => {
    const { id } = await aVisit();
    clock.set("2026-06-10T11:00:00Z");
    await guest(id).send("/cancel", { refund: "7950" });
    const { text } = await guest(id).see("/receipt");
    expect(text).toMatch(/−\$79\.50.*Paid after refunds\$79\.50/);
    expect(text).toContain("Cancelled");
  });

  test("is there only once something was paid; before that the visit shows", async () => {
    const { id } = await bookingOf(pool, await openSession(ctx()));
    const { status, headers } = await guest(id).see("/receipt");
    expect([status, headers.get("Location")]).toEqual([303, `/bookings/${id}?key=${keyOf(id)}`]);
    expect((await guest(id).see()).text).toContain("Pending");
  });
});

describe("the calendar file", () => {
  test("moves its entry when the visit moves, and takes it out when it is cancelled", async () => {
    const { id } = await aVisit();
    const linesOf = async () => {
      const { html, headers } = await guest(id).see("/calendar.ics");
      expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
      return html.split("\r\n");
    };
    const first = await linesOf();
    expect(first).toContain(`DTSTART:${START.replace(/[-:]/g, "")}`);
    expect(first).toContain("SEQUENCE:0");
    await guest(id).send("/reschedule", MOVE);
    const moved = await linesOf();
    expect(moved).toContain("DTSTART:20260612T180000Z");
    expect(moved).toContain("SEQUENCE:1");
    const uid = (lines: string[]) => lines.find((line) => line.startsWith("UID:"));
    expect(uid(moved)).toBe(uid(first));
    await guest(id).send("/cancel", { refund: "15900" });
    expect(await linesOf()).toEqual(
      expect.arrayContaining(["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:2"]),
    );
  });

  test("is not there while the visit is not confirmed", async () => {
    const { id } = await bookingOf(pool, await openSession(ctx()));
    expect((await guest(id).see("/calendar.ics")).status).toBe(404);
  });
});
