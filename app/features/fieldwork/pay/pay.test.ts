import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvOf } from "~/lib/csv";
import { checkAdjustment, checkRate, formatRate } from "./forms";
import {
  keyOfLines,
  lateOf,
  type PaidVisit,
  type PayLine,
  payOfWeek,
  type Rate,
  rateOn,
  type Worker,
} from "./pay";
import { inHours, PAYROLL_COLUMNS, payrollFile } from "./payroll";

const hourly = (cents: number, changes: object = {}): Rate => ({
  ...{ from_day: "2026-01-01", kind: "hour", cents, pays_drive: false, pays_break: false },
  ...changes,
});
const percent = (basis_points: number): Rate => ({ from_day: "2026-01-01", kind: "percent", basis_points });

const worker = (
  id: string,
  rates: Rate[],
  days: Record<string, [number, number?, number?]> = {},
): Worker => ({
  ...{ id, rates },
  days: new Map(
    Object.entries(days).map(([day, [job, drive = 0, rest = 0]]) => [day, { job, drive, break: rest }]),
  ),
});

const visit = (changes: Partial<PaidVisit> = {}): PaidVisit => ({
  ...{ day: "2026-06-10", price: 15_900, tip: 0, crew: ["ana", "ben"] },
  present: new Map([
    ["ana", 120],
    ["ben", 60],
  ]),
  ...changes,
});

const payOf = (workers: Worker[], visits: PaidVisit[] = []) => Object.fromEntries(payOfWeek(workers, visits));

describe("pay by the hour", () => {
  test("is minutes times the rate of their day, rounded once for the week, half a cent up", () => {
    const days = { "2026-06-08": [1], "2026-06-09": [1], "2026-06-10": [1] } as Record<string, [number]>;
    // 3 minutes at $20.10: 100.5 cents.
    expect(payOf([worker("ana", [hourly(2010)], days)]).ana).toEqual({ job_pay: 101, tips: 0 });
    const raised = [hourly(2000), hourly(3000, { from_day: "2026-06-10" })];
    expect(payOf([worker("ana", raised, { "2026-06-09": [60], "2026-06-10": [60] })]).ana?.job_pay).toBe(
      5000,
    );
  });

  test("leaves out driving and breaks unless the rate says so, and days before the first rate", () => {
    const day: Record<string, [number, number, number]> = { "2026-06-10": [60, 30, 15] };
    const pays = [
      {},
      { pays_drive: true },
      { pays_drive: true, pays_break: true },
      { from_day: "2026-06-11" },
    ];
    expect(pays.map((changes) => payOf([worker("ana", [hourly(2000, changes)], day)]).ana?.job_pay)).toEqual([
      ...[2000, 3000, 3500, 0],
    ]);
    expect(rateOn([], "2026-06-10")).toBeNull();
  });
});

describe("pay of visits", () => {
  test("a percentage is of one's share of the price by the minutes at the job", () => {
    const workers = ["ana", "ben", "cy"].map((id) => worker(id, [percent(4000)]));
    expect(payOf(workers, [visit()])).toEqual({
      ana: { job_pay: 4240, tips: 0 },
      ben: { job_pay: 2120, tips: 0 },
      cy: { job_pay: 0, tips: 0 },
    });
  });

  test("a flat amount is for each completed visit where one was", () => {
    const flat: Rate = { from_day: "2026-01-01", kind: "flat", cents: 6000 };
    const { ana, cy } = payOf(
      [worker("ana", [flat]), worker("cy", [flat])],
      [visit(), visit({ day: "2025-12-31" })],
    );
    expect([ana?.job_pay, cy?.job_pay]).toEqual([6000, 0]);
  });

  test("tips are split by hours of job; equally among the crew when nobody's are known", () => {
    const workers = ["ana", "ben"].map((id) => worker(id, []));
    const tips = (changes: Partial<PaidVisit>) =>
      Object.values(payOf(workers, [visit({ tip: 1001, ...changes })])).map((earned) => earned.tips);
    expect(tips({})).toEqual([668, 333]);
    expect(tips({ present: new Map() })).toEqual([501, 500]);
    expect(tips({ present: new Map([["ben", 0]]) })).toEqual([0, 1001]);
  });

  test("shares add up to the cent, whoever was there for how long", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 90_000 }),
        fc.array(fc.nat({ max: 600 }), { minLength: 1, maxLength: 6 }),
        (cents, list) => {
          const present = new Map(list.map((minutes, index) => [`m${index}`, minutes]));
          const workers = [...present.keys()].map((id) => worker(id, [percent(10_000)]));
          const earned = Object.values(payOf(workers, [visit({ price: cents, tip: cents, present })]));
          for (const figure of ["job_pay", "tips"] as const)
            expect(earned.reduce((sum, one) => sum + one[figure], 0)).toBe(cents);
        },
      ),
    );
  });
});

const line = (changes: Partial<PayLine> = {}): PayLine => ({
  ...{ member_id: "ana", name: "Ana Flores", job_minutes: 425, drive_minutes: 30, break_minutes: 0 },
  ...{ job_pay: 15_583, tips: 1200, adjustments: -500 },
  ...changes,
});

test("what came after a week was locked is the difference, less what was made up for", () => {
  const settled = { minutes: 0, cents: 0 };
  expect(lateOf(line(), line(), settled)).toBeNull();
  const now = line({ job_minutes: 455, job_pay: 16_683 });
  expect(lateOf(now, line(), settled)).toEqual({ minutes: 30, cents: 1100 });
  expect(lateOf(now, line(), { minutes: 30, cents: 1100 })).toBeNull();
  expect(lateOf(now, undefined, settled)).toEqual({ minutes: 485, cents: 17_883 });
});

test("the key of a week is another one when a figure is, whatever the order", () => {
  const other = line({ member_id: "ben", tips: 1 });
  expect(keyOfLines([line(), other])).toBe(keyOfLines([other, line()]));
  expect(keyOfLines([line()])).not.toBe(keyOfLines([line({ tips: 1201 })]));
});

test("the file has hours with two places, and a draft says so in its name", () => {
  const file = csvOf([{ ...line(), monday: "2026-06-08" }], PAYROLL_COLUMNS).replace("\ufeff", "");
  expect(file.split("\r\n")).toEqual([
    "employee name,member id,period start,period end,regular hours,drive hours,break hours,job pay,tips,adjustments,gross",
    "Ana Flores,ana,2026-06-08,2026-06-14,7.08,0.50,0.00,155.83,12.00,-5,162.83",
    "",
  ]);
  expect([0, 1, 20, 59, 60].map(inHours)).toEqual(["0.00", "0.02", "0.33", "0.98", "1.00"]);
  expect([true, false].map((approved) => payrollFile("2026-06-08", approved))).toEqual([
    ...["hours-2026-06-08.csv", "hours-2026-06-08-draft.csv"],
  ]);
});

test.each([
  [{ kind: "hour", amount: "22.50" }, "$22.50 an hour, driving too"],
  [{ kind: "percent", amount: "35.5%" }, "35.5% of the price"],
  [{ kind: "flat", amount: "60" }, "$60.00 for each visit"],
])("a rate of %j reads %s", (typed, words) => {
  const checked = checkRate({ ...typed, from_day: "2026-06-08", pays_drive: true, pays_break: false });
  expect(checked.ok && formatRate(checked.rate, "USD")).toBe(words);
});

test("wrong rates and adjustments are refused in words", () => {
  const rate = { from_day: "", pays_drive: false, pays_break: false };
  expect(checkRate({ ...rate, kind: "percent", amount: "101" })).toEqual({
    ok: false,
    errors: { amount: "At most 100 percent.", from_day: "Choose the first day of this rate." },
  });
  expect(checkAdjustment({ amount: "0", reason: "" }, { late: false })).toEqual({
    ok: false,
    errors: { amount: "Enter an amount, like 20 or -20.", reason: "Enter a reason." },
  });
  expect(checkAdjustment({ amount: "-12.50", reason: "Uniform" }, { late: false })).toMatchObject({
    cents: -1250,
  });
});
