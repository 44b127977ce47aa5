import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { bookingOf, openSession, setSetting } from "../support/bookings";
import { signedIn } from "../support/sign-in";
import { MOVE, UNTOUCHED, visitPages } from "../support/visit-visitor";

const app = await testApp();
const { pool, ctx, clock, clear } = app;
const { aVisit, keyOf, visitor, guest, stateOf } = visitPages(app);

/** Start of the visit in these tests. */
const START = "2026-06-10T12:00:00Z";
const PAGES = ["", "/reschedule", "/cancel", "/receipt", "/calendar.ics"];

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

describe("a visit is visible", () => {
  test("to its customer and with the link in its email, on every page", async () => {
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

  test("to nobody else: a stranger, an administrator, a wrong key, another visit's key", async () => {
    const [ada, eve, boss] = [
      await signedIn(app),
      await signedIn(app),
      await signedIn(app, { role: "admin" }),
    ];
    const own = await aVisit({}, ada.id);
    const other = await aVisit({ time: "2:00 PM" }, eve.id);
    const invalid = `${keyOf(own.id).slice(0, -1)}${keyOf(own.id).endsWith("A") ? "B" : "A"}`;
    const others = [
      visitor(own.id, eve),
      visitor(own.id, boss),
      visitor(own.id, { key: invalid }),
      visitor(own.id, { key: keyOf(other.id) }),
      visitor(own.id, { ...ada, key: "ä 🌲" }),
    ];
    for (const who of others) {
      for (const page of PAGES) expect([page, (await who.see(page)).status]).toEqual([page, 404]);
      expect((await who.see("/reschedule.data")).html).not.toContain("Barnstead");
      expect((await who.send("/reschedule", MOVE)).status).toBe(404);
      expect((await who.send("/cancel", { refund: "15900" })).status).toBe(404);
    }
    expect(await stateOf(own.session)).toEqual(UNTOUCHED);
  });

  test("to no stranger, who gets the site's 404 page without any of its data", async () => {
    const { id } = await aVisit();
    const { text } = await visitor(id, { key: "guessed" }).see();
    expect(text).toContain("Oops! Page not found");
    expect(text).not.toContain("Regular Cleaning");
  });

  test("to a guest without a key only after login", async () => {
    const { id, session } = await aVisit();
    const stranger = visitor(id, {});
    for (const page of PAGES) {
      const { status, headers } = await stranger.see(page);
      expect(status).toBe(303);
      expect(headers.get("Location")).toBe(`/login?redirect=${encodeURIComponent(`/bookings/${id}${page}`)}`);
    }
    expect((await stranger.send("/cancel", { refund: "15900" })).status).toBe(303);
    expect(await stateOf(session)).toEqual(UNTOUCHED);
  });

  test.each([
    "nothing",
    "00000000-0000-4000-8000-000000000000",
    "%F0%9F%A7%B9",
    "'; drop table bookings; --",
  ])("to nobody for the invalid address %s", async (id) => {
    const ada = await signedIn(app);
    for (const page of PAGES) expect((await visitor(id, ada).see(page)).status).toBe(404);
  });

  test("to nobody once its customer has deleted the account", async () => {
    const { id } = await aVisit();
    await pool.query("update bookings set address_line1 = '', customer_name = null where id = $1", [id]);
    for (const page of PAGES) expect((await guest(id).see(page)).status).toBe(404);
  });
});

describe("the pages of a visit", () => {
  test("show service, time, place, price and possible actions", async () => {
    const { id } = await aVisit({ notes: "Two cats.", bedrooms: 5, bathrooms: 2 });
    const { text, html } = await guest(id).see();
    for (const phrase of [
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
      expect(text).toContain(phrase);
    }
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toContain("Back to My Profile");
  });

  test("link back to the profile of a customer with an account", async () => {
    const ada = await signedIn(app);
    const { id } = await aVisit({}, ada.id);
    expect((await visitor(id, ada).see()).html).toContain('href="/profile?tab=upcoming-cleans"');
  });

  test("pass the key on in every link and form, and to no other site", async () => {
    const { id } = await aVisit();
    for (const page of ["", "/reschedule", "/cancel", "/receipt"]) {
      const { html } = await guest(id).see(page);
      const targets = [...html.matchAll(/ (?:href|action)="([^"]*)"/g)].map(
        ([, to = ""]) => new URL(to, ORIGIN),
      );
      const links = targets.filter(({ pathname }) => pathname.startsWith("/bookings/"));
      expect(links.length).toBeGreaterThan(0);
      for (const { searchParams } of links) expect(searchParams.get("key")).toBe(keyOf(id));
      for (const { origin, href } of targets) if (origin !== ORIGIN) expect(href).not.toContain(keyOf(id));
    }
  });

  test("change nothing when opened, by anybody and any number of times", async () => {
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
    expect(text).toContain("This visit has already started.");
    expect(html).not.toMatch(/href="[^"]*\/(reschedule|cancel)\b/);
    for (const page of ["/reschedule", "/cancel"]) {
      const { status, text, html } = await who.see(page);
      expect([status, text]).toEqual([200, expect.stringContaining("This visit has already started.")]);
      expect(html).not.toContain('method="post"');
    }
  });

  test("link to the checkout of an unpaid visit while it is held", async () => {
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
    expect(text).toContain("We’ll get in touch");
    expect(text).not.toContain("no crew");
  });
});

describe("the receipt", () => {
  test("has a number, the payer, the visit, each line with the tax, and the paid amount", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    const { id } = await aVisit();
    const { text, html } = await guest(id).see("/receipt");
    const { rows } = await pool.query("select number from orders where booking_id = $1", [id]);
    for (const phrase of [
      "White Birch Cleaning",
      `#${rows[0].number}`,
      "Paid on Jun 01, 2026",
      "Ada Lovelace",
      "ada@mail.example",
      "Wednesday, June 10, 2026, 8:00 AM",
      "Regular Cleaning, 3 hours × $53.00",
      "$159.00",
      "Tax (8.5%)",
      "$13.52",
      "$172.52",
    ]) {
      expect(text).toContain(phrase);
    }
    expect(html).toContain("<title>Receipt");
    expect(text).not.toContain("Paid after refunds");
  });

  test("shows the refund and the remaining amount", async () => {
    const { id } = await aVisit();
    clock.set("2026-06-10T11:00:00Z");
    await guest(id).send("/cancel", { refund: "7950" });
    const { text } = await guest(id).see("/receipt");
    expect(text).toMatch(/−\$79\.50.*Paid after refunds\$79\.50/);
    expect(text).toContain("Cancelled");
  });

  test("exists once something was paid; before that the visit is shown", async () => {
    const { id } = await bookingOf(pool, await openSession(ctx()));
    const { status, headers } = await guest(id).see("/receipt");
    expect([status, headers.get("Location")]).toEqual([303, `/bookings/${id}?key=${keyOf(id)}`]);
    expect((await guest(id).see()).text).toContain("Pending");
  });
});

describe("the calendar file", () => {
  test("moves its entry when the visit moves, and removes it when it is cancelled", async () => {
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

  test("does not exist while the visit is not confirmed", async () => {
    const { id } = await bookingOf(pool, await openSession(ctx()));
    expect((await guest(id).see("/calendar.ics")).status).toBe(404);
  });
});
