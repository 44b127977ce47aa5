import { describe, expect, test } from "vitest";
import {
  isPaid,
  readFrequency,
  readMinutes,
  readMoney,
  readStatus,
  readTime,
  readTimes,
  readWhen,
} from "./cells";

const ZONE = "America/New_York";

describe("a cell of a visit", () => {
  test.each([
    ["9:00 AM", "09:00"],
    ["9am", "09:00"],
    ["12:00 AM", "00:00"],
    ["12:30 p.m.", "12:30"],
    ["14:05:00", "14:05"],
    ["09:00", "09:00"],
    ["", null],
    ["9", undefined],
    ["25:00", undefined],
    ["13:00 PM", undefined],
    ["9:75 AM", undefined],
    ["soon", undefined],
  ])("with the time %j is read as %j", (text, time) => expect(readTime(text)).toBe(time));

  test.each([
    ["9:00 AM - 11:30 AM", { start: "09:00", end: "11:30" }],
    ["9 - 11 AM", { start: "09:00", end: "11:00" }],
    ["1:00 PM to 3:00 PM", { start: "13:00", end: "15:00" }],
    ["8:00 AM", { start: "08:00", end: null }],
    ["", { start: null, end: null }],
    ["Morning", undefined],
  ])("with the times %j is read as %j", (text, times) => expect(readTimes(text)).toEqual(times));

  test.each([
    ["11/25/2026", { date: "2026-11-25", time: null }],
    ["11/25/26 9:00 AM", { date: "2026-11-25", time: "09:00" }],
    ["Nov 25, 2026 9:00 AM", { date: "2026-11-25", time: "09:00" }],
    ["Wed, Nov 25, 2026 at 2:30 PM", { date: "2026-11-25", time: "14:30" }],
    ["Apr 02, 2026", { date: "2026-04-02", time: null }],
    ["2026-11-25 14:00", { date: "2026-11-25", time: "14:00" }],
    ["2026-11-25T14:00:00", { date: "2026-11-25", time: "14:00" }],
    ["2026-11-25T14:00:00Z", { date: "2026-11-25", time: "09:00" }],
    ["2026-11-25 23:30:00 UTC", { date: "2026-11-25", time: "18:30" }],
    ["2026-07-01T01:00:00+00:00", { date: "2026-06-30", time: "21:00" }],
    ["2026-11-25T09:00:00-05:00", { date: "2026-11-25", time: "09:00" }],
    ["", null],
    ["25/11/2026", undefined],
    ["next Tuesday", undefined],
  ])("with the moment %j is read as %j", (text, when) => expect(readWhen(text, ZONE)).toEqual(when));

  test.each([
    ["$1,234.50", 123_450],
    ["150", 15_000],
    ["USD 80", 8_000],
    ["-$20.00", 2_000],
    ["(20.00)", 2_000],
    ["$0.00", 0],
    ["99.999", 10_000],
    ["", null],
    ["free", undefined],
    ["1.2.3", undefined],
  ])("with the amount %j is read as %j", (text, cents) => expect(readMoney(text)).toBe(cents));

  test.each([
    ["2h 30m", 150],
    ["2.5 hours", 150],
    ["150", 150],
    ["150 min", 150],
    ["2:30", 150],
    ["02:30:00", 150],
    ["3", 180],
    ["2.00", 120],
    ["1 hour and 15 minutes", 75],
    ["0", null],
    ["", null],
    ["40 hours", undefined],
    ["a while", undefined],
  ])("with the length %j is read as %j minutes", (text, minutes) => expect(readMinutes(text)).toBe(minutes));

  test.each([
    ["Completed", "completed"],
    ["Yes", "completed"],
    ["No", null],
    ["Upcoming", "confirmed"],
    ["Unassigned", "confirmed"],
    ["Canceled by customer", "cancelled"],
    ["No show", "cancelled"],
    ["", null],
    ["Blue", undefined],
  ])("with the status %j is read as %j", (text, status) => expect(readStatus(text)).toBe(status));

  test.each([
    ["One-Time", null],
    ["", null],
    ["Weekly", "weekly"],
    ["Every other week", "biweekly"],
    ["Bi-Weekly (10% off)", "biweekly"],
    ["Every 2 weeks", "biweekly"],
    ["Every 4 weeks", "monthly"],
    ["Monthly", "monthly"],
    ["Every 3 weeks", "other"],
    ["Every 8 weeks", "other"],
    ["Tuesdays", "other"],
  ])("with the frequency %j is read as %j", (text, often) => expect(readFrequency(text)).toBe(often));

  test.each([
    ["Paid", "", 15_000, true],
    ["Unpaid", "", 15_000, false],
    ["$150.00", "", 15_000, true],
    ["$50.00", "", 15_000, false],
    ["", "$0.00", 15_000, true],
    ["", "$150.00", 15_000, false],
    ["", "", 15_000, null],
    ["", "0.00", 0, null],
  ])("paid %j with %j due of %j is %j", (paid, due, total, is) => expect(isPaid(paid, due, total)).toBe(is));
});
