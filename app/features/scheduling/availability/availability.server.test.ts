import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { DAY, openSession, paySession, setCrews, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { readMonth, readSlotsOfDay } from "./availability.server";

const { pool, ctx, clock, clear } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T12:00:00Z");
});

const states = async (date: string, minutes = 60) =>
  (await readSlotsOfDay(ctx(), { date, minutes })).map(({ state }) => state).join(" ");

const close = (date: string, time: string | null) =>
  pool.query("insert into closures (date, time) values ($1, $2)", [date, time]);

describe("the slots of a day", () => {
  test("are five, free while a crew can serve them for the whole visit and the travel after it", async () => {
    expect(await readSlotsOfDay(ctx(), { date: DAY, minutes: 60 })).toEqual(
      ["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"].map((time) => ({ time, state: "free" })),
    );
    await openSession(ctx(), { time: "12:00 PM", hours: 2 });
    expect(await states(DAY, 60)).toBe("free free full full free");
    expect(await states(DAY, 90)).toBe("free free full full free");
    expect(await states(DAY, 120)).toBe("free full full full free");
    expect(await states(DAY, 480)).toBe("full full full full free");
  });

  test("follow the travel buffer of the settings", async () => {
    await setSetting(pool, "booking.travel_buffer_minutes", "0");
    await openSession(ctx(), { time: "12:00 PM", hours: 2 });
    expect(await states(DAY, 120)).toBe("free free full free free");
  });

  test("are full only when every crew is busy", async () => {
    await setCrews(pool, 2);
    await openSession(ctx());
    expect(await states(DAY)).toBe("free free free free free");
    await openSession(ctx());
    expect(await states(DAY)).toBe("full full free free free");
  });

  test("are full when nobody is at work", async () => {
    await setCrews(pool, 0);
    expect(await states(DAY)).toBe("full full full full full");
  });

  test("count confirmed visits for ever, and cancelled ones not at all", async () => {
    const session = await paySession(ctx());
    await closeCheckout(ctx(), session);
    clock.advance({ hours: 48 });
    expect(await states(DAY)).toBe("full full free free free");
    await pool.query("update bookings set status = 'cancelled'");
    expect(await states(DAY)).toBe("free free free free free");
  });

  test("are closed where staff closed them", async () => {
    await close(DAY, "12:00");
    await close("2026-06-11", null);
    expect(await states(DAY)).toBe("free free closed free free");
    expect(await states("2026-06-11")).toBe("closed closed closed closed closed");
  });

  test("are past once they have begun, to the second, in company time", async () => {
    clock.set("2026-06-10T13:59:59Z");
    expect(await states(DAY)).toBe("past free free free free");
    clock.set("2026-06-10T14:00:00Z");
    expect(await states(DAY)).toBe("past past free free free");
    clock.set("2026-06-11T01:00:00Z");
    expect(await states(DAY)).toBe("past past past past past");
    expect(await states("2026-06-11")).toBe("free free free free free");
  });

  test("end with the last day of the year ahead", async () => {
    expect(await states("2027-06-01")).toBe("free free free free free");
    expect(await states("2027-06-02")).toBe("closed closed closed closed closed");
  });
});

describe("a month", () => {
  test("has all its days, each with its state", async () => {
    await close("2026-06-15", null);
    await openSession(ctx(), { date: "2026-06-20", time: "8:00 AM", hours: 8 });
    const days = await readMonth(ctx(), { month: "2026-06", minutes: 480 });
    const stateOf = (date: string) => days.find((day) => day.date === date)?.state;
    expect(days.map(({ date }) => date)).toEqual(
      Array.from({ length: 30 }, (_, n) => `2026-06-${String(n + 1).padStart(2, "0")}`),
    );
    expect(stateOf("2026-06-15")).toBe("closed");
    expect(stateOf("2026-06-20")).toBe("full");
    expect(stateOf("2026-06-21")).toBe("free");
    expect((await readMonth(ctx(), { month: "2028-02", minutes: 60 })).at(-1)).toMatchObject({
      date: "2028-02-29",
      state: "closed",
    });
    expect(
      (await readMonth(ctx(), { month: "2026-05", minutes: 60 })).every(({ state }) => state === "past"),
    ).toBe(true);
  });

  test.each(["2026-06-30", "2026-07-01"])("sees a visit at its edge: %s", async (date) => {
    await openSession(ctx(), { date, time: "4:00 PM", hours: 8 });
    const days = await readMonth(ctx(), { month: date.slice(0, 7), minutes: 60 });
    const slots = days.find((day) => day.date === date)?.slots;
    expect(slots?.map(({ state }) => state)).toEqual(["free", "free", "free", "free", "full"]);
  });

  test.each(["2026-07-01", "2026-07-31"])(
    "is the company's month, far from Greenwich too: %s",
    async (date) => {
      await setSetting(pool, "general.timezone", "Pacific/Auckland");
      await openSession(ctx(), { date, time: "8:00 AM", hours: 1 });
      const days = await readMonth(ctx(), { month: "2026-07", minutes: 60 });
      expect(days.find((day) => day.date === date)?.slots[0]).toEqual({ time: "8:00 AM", state: "full" });
    },
  );

  test.each(["0001-01", "1969-12", "9999-12"])(
    "%s, far off, is answered without a stumble",
    async (month) => {
      const days = await readMonth(ctx(), { month, minutes: 60 });
      expect(new Set(days.map(({ state }) => state))).toEqual(
        new Set([month === "9999-12" ? "closed" : "past"]),
      );
    },
  );

  test("has the same truth as the booking: every slot that is free can be booked, and no other", async () => {
    await close(DAY, "16:00");
    await openSession(ctx(), { time: "10:00 AM", hours: 1 });
    const slots = await readSlotsOfDay(ctx(), { date: DAY, minutes: 120 });
    for (const { time, state } of slots) {
      const booked = await openSession(ctx(), { time, hours: 2 }).then(
        () => true,
        () => false,
      );
      expect([time, booked]).toEqual([time, state === "free"]);
      if (booked) await pool.query("update bookings set status = 'cancelled' where duration_hours = 2");
    }
  });
});
