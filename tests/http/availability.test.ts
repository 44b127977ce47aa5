import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { aBody, DAY, openSession, setCrews } from "../support/bookings";

const { pool, ctx, clock, get, post, clear } = await testApp();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

type Day = { date: string; state: string; slots: { time: string; state: string }[] };

const ask = (query: Record<string, string>) => get(`/api/availability?${new URLSearchParams(query)}`);

async function daysOf(query: Record<string, string>): Promise<Day[]> {
  const response = await ask(query);
  expect(response.status).toBe(200);
  return (await response.json()).days;
}

const JUNE = { service: "regular-cleaning", month: "2026-06", hours: "1" };

describe("GET /api/availability", () => {
  test("returns every day of the month with its five slots, uncached", async () => {
    const response = await ask(JUNE);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { month, minutes, days } = await response.json();
    expect({ month, minutes, count: days.length }).toEqual({ month: "2026-06", minutes: 60, count: 30 });
    expect(days[29]).toEqual({
      date: "2026-06-30",
      state: "free",
      slots: ["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"].map((time) => ({
        time,
        state: "free",
      })),
    });
  });

  test("tells free, full, past and closed slots apart", async () => {
    await setCrews(pool, 1);
    clock.set("2026-06-10T16:30:00Z");
    await openSession(ctx(), { date: DAY, time: "2:00 PM", hours: 1 });
    await pool.query(
      "insert into closures (date, time) values ('2026-06-11', '12:00'), ('2026-06-12', null)",
    );
    const days = await daysOf(JUNE);
    const states = (date: string) => {
      const day = days.find((one) => one.date === date);
      return [day?.state, ...(day?.slots ?? []).map(({ state }) => state)].join(" ");
    };
    expect(states("2026-06-09")).toBe("past past past past past past");
    expect(states(DAY)).toBe("free past past past full free");
    expect(states("2026-06-11")).toBe("free free free closed free free");
    expect(states("2026-06-12")).toBe("closed closed closed closed closed closed");
  });

  test("depends on the length of the visit", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { time: "2:00 PM", hours: 1 });
    const free = async (query: Record<string, string>) =>
      (await daysOf({ service: "regular-cleaning", month: "2026-06", ...query }))
        .find(({ date }) => date === DAY)
        ?.slots.filter(({ state }) => state === "free")
        .map(({ time }) => time);
    expect(await free({ hours: "1" })).toEqual(["8:00 AM", "10:00 AM", "12:00 PM", "4:00 PM"]);
    expect(await free({ hours: "2" })).toEqual(["8:00 AM", "10:00 AM", "4:00 PM"]);
    expect(await free({ hours: "8" })).toEqual(["4:00 PM"]);
    expect(await free({ service: "mobile-auto-detailing" })).toEqual(["8:00 AM", "10:00 AM", "4:00 PM"]);
  });

  test("shows a held slot as full, and as free when the hold expires", async () => {
    await setCrews(pool, 1);
    const first = async () => (await daysOf(JUNE)).find(({ date }) => date === DAY)?.slots[0]?.state;
    expect(await first()).toBe("free");
    await post("/api/create-payment", aBody({ hours: 1 }));
    expect(await first()).toBe("full");
    clock.advance({ minutes: 30 });
    expect(await first()).toBe("free");
  });

  test.each([
    ["2026-05", "past", "past"],
    ["2027-05", "free", "free"],
    ["2027-06", "free", "closed"],
    ["2027-07", "closed", "closed"],
    ["9999-12", "closed", "closed"],
    ["0001-01", "past", "past"],
  ])("is limited to bookable days: %s begins %s and ends %s", async (month, first, last) => {
    const days = await daysOf({ ...JUNE, month });
    expect([days[0]?.state, days.at(-1)?.state]).toEqual([first, last]);
  });
});

describe("an invalid query", () => {
  test.each([
    ["no service", { month: "2026-06", hours: "3" }, 400, /service/],
    ["an empty service", { ...JUNE, service: "" }, 400, /service/],
    ["an unknown service", { ...JUNE, service: "nothing" }, 404, /service/],
    ["an inactive service", { ...JUNE, service: "carpet-steam-cleaning" }, 404, /service/],
    ["a service that needs an estimate", { ...JUNE, service: "house-washing" }, 404, /service/],
    ["no month", { service: "regular-cleaning", hours: "3" }, 400, /month/],
    ...[
      "2026-13",
      "2026-00",
      "2026-6",
      "June",
      "2026-06-10",
      "2026-06; drop table",
      "0000-01",
      "10000-01",
    ].map((month): [string, Record<string, string>, number, RegExp] => [
      month,
      { ...JUNE, month },
      400,
      /month.*yyyy-MM/,
    ]),
    ["no hours where they are needed", { service: "regular-cleaning", month: "2026-06" }, 400, /hours/],
    ...["0", "5", "-1", "2.5", "1e1", "three", "3 "].map(
      (hours): [string, Record<string, string>, number, RegExp] => [
        `${hours} hours`,
        { ...JUNE, hours },
        400,
        /hours/,
      ],
    ),
  ])("(%s) is refused with a readable error", async (_what, query, status, text) => {
    const response = await ask(query);
    expect(response.status).toBe(status);
    const { error } = await response.json();
    expect(error.message).toMatch(text);
    expect(error.message).toMatch(/\.$/);
  });
});
