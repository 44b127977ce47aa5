import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type At,
  asOf,
  type Changeable,
  dayOf,
  decidePause,
  decideResume,
  decideSkipMonth,
  driftOf,
  isWithoutVisits,
  lastDayOf,
  nextCharge,
  resumeDays,
  resumesAt,
} from "./rules";

const at = {
  now: Temporal.Instant.from("2026-06-10T12:00:00Z"),
  today: "2026-06-10",
  zone: "America/New_York",
};
const period_end = Temporal.Instant.from("2026-07-01T16:00:00Z");
const plan = {
  status: "active" as const,
  period_end,
  billing_anchor: null,
  paused_from: null,
  resumes_on: null,
  ends_on: null,
  untold_since: null,
};
const subscription = { status: "active" as const, period_end, ends_at: null, paused: false };
const ending = (when: string) => ({ ...subscription, ends_at: Temporal.Instant.from(when) });

describe("the last day of a plan that is ended at its provider", () => {
  test.each([
    ["of the paid month is the day before the next", "2026-07-01T16:00:00Z", "2026-06-30"],
    ["in the middle of a day is that day", "2026-06-15T16:00:00Z", "2026-06-15"],
    ["at the company's midnight is the day before", "2026-06-15T04:00:00Z", "2026-06-14"],
    ["late in the company's evening is that day", "2026-06-16T03:59:00Z", "2026-06-15"],
    ["months later is that day", "2026-09-15T16:00:00Z", "2026-09-15"],
  ])("%s", (_what, when, day) => {
    expect(lastDayOf(ending(when), at)).toBe(day);
  });

  test("is none while it goes on", () => expect(lastDayOf(subscription, at)).toBeNull());
});

describe("the next charge", () => {
  test("is none after the last day", () => {
    expect(nextCharge({ ...plan, ends_on: "2026-06-30" }, at)).toBeNull();
    expect(nextCharge({ ...plan, ends_on: "2026-06-15" }, at)).toBeNull();
  });

  test("comes before a last day that is months away", () => {
    expect(nextCharge({ ...plan, ends_on: "2026-09-15" }, at)).toBe("2026-07-01");
  });
});

describe("a subscription that differs from its plan", () => {
  test("ends the plan when it ends there", () => {
    expect(driftOf(plan, ending("2026-06-15T16:00:00Z"), at)).toBe("ends");
  });

  test("is told again when it goes on after the plan's last month", () => {
    expect(driftOf({ ...plan, ends_on: "2026-06-30" }, subscription, at)).toBe("tell");
    expect(driftOf({ ...plan, ends_on: "2026-06-30" }, ending("2026-07-01T16:00:00Z"), at)).toBeNull();
  });

  test("is not ended early when its plan goes on for months", () => {
    expect(driftOf({ ...plan, ends_on: "2026-09-15" }, subscription, at)).toBeNull();
  });
});

/** A provider that charges on the first charge's day by the UTC calendar, as Stripe does, and says when it did. */
function aProvider(anchor: Temporal.Instant) {
  const begins = (months: number) => anchor.toZonedDateTimeISO("UTC").add({ months }).toInstant();
  const provider = {
    paused: false,
    resumes_at: null as Temporal.Instant | null,
    month: 0,
    period_end: () => begins(provider.month + 1),
    /** The month that runs is over. Answers whether the next one is charged. */
    bill() {
      provider.month += 1;
      const { resumes_at } = provider;
      if (resumes_at && Temporal.Instant.compare(resumes_at, begins(provider.month)) <= 0)
        provider.paused = false;
      return !provider.paused;
    },
    begun: () => begins(provider.month),
  };
  return provider;
}

const anchors = fc
  .date({ min: new Date("2025-01-01"), max: new Date("2029-01-01"), noInvalidDate: true })
  .map((date) => Temporal.Instant.fromEpochMilliseconds(Math.floor(date.getTime() / 1000) * 1000));
const zones = fc.constantFrom("America/New_York", "America/Los_Angeles", "Asia/Tokyo", "UTC", "Pacific/Apia");
const wish = fc.record({
  do: fc.constantFrom("nothing", "skip", "pause", "pause for good", "take back"),
  /** How far the month has gone. */
  part: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  months: fc.integer({ min: 0, max: 5 }),
});

test("over years of months and zones the plan says the days on which its provider charges", () => {
  fc.assert(
    fc.property(anchors, zones, fc.array(wish, { minLength: 12, maxLength: 40 }), (anchor, zone, wishes) => {
      const provider = aProvider(anchor);
      let plan: Changeable = {
        status: "active",
        billing_anchor: anchor,
        period_end: provider.period_end(),
        paused_from: null,
        resumes_on: null,
        ends_on: null,
      };
      const within = (part: number): At => {
        const [from, to] = [provider.begun().epochMilliseconds, provider.period_end().epochMilliseconds];
        const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(from + (to - from) * part));
        return { now, today: dayOf(now, { zone }), zone };
      };
      const tell = () => {
        provider.paused = plan.paused_from !== null;
        provider.resumes_at = plan.resumes_on === null ? null : resumesAt(plan.resumes_on, zone);
      };
      const resume = (at: At) => {
        const resumed = decideResume(plan, at);
        if (!resumed.ok) throw new Error(resumed.message);
        const { from, charge_on } = resumed;
        const later = from > at.today;
        plan = { ...plan, paused_from: later ? plan.paused_from : null, resumes_on: later ? from : null };
        tell();
        return charge_on;
      };
      for (const { do: what, part, months } of wishes) {
        const at = within(part);
        plan = asOf(plan, at);
        expect(nextCharge(plan, at)).toBe(dayOf(provider.period_end(), at));
        if (what !== "nothing") {
          const until = resumeDays(plan, at)[months] ?? null;
          const paused =
            what === "skip"
              ? decideSkipMonth(plan, at)
              : decidePause(plan, at, what === "pause" ? until : null);
          if (!paused.ok) throw new Error(paused.message);
          if (what === "pause") expect(paused.resumes_on).toBe(until);
          plan = { ...plan, paused_from: paused.paused_from, resumes_on: paused.resumes_on };
          tell();
          if (what === "take back") resume(at);
        }
        let said = nextCharge(plan, at);
        for (let passed = 0; !provider.bill(); passed += 1) {
          expect(isWithoutVisits(plan, dayOf(provider.begun(), at))).toBe(true);
          plan = { ...plan, period_end: provider.period_end() };
          if (what === "pause for good" && passed === months) {
            plan = { ...plan, status: "paused" };
            said = resume(within(part));
          }
        }
        const charged = dayOf(provider.begun(), at);
        expect(charged).toBe(said);
        expect(isWithoutVisits(plan, charged)).toBe(false);
        const then = { now: provider.begun(), today: charged, zone };
        plan = asOf({ ...plan, period_end: provider.period_end() }, then);
        expect(plan.paused_from).toBeNull();
      }
    }),
    { numRuns: 200 },
  );
});
