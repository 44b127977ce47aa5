import { expect, test } from "vitest";
import { type CalendarVisit, calendarFile } from "./calendar.server";

const organizer = { company_name: "Snow & Birch", contact_email: "hello@birch.example" };

const visit: CalendarVisit = {
  id: "4f2a7c1e-0000-4000-8000-000000000001",
  service: "Regular Cleaning",
  address: "14 Barnstead Road, Pittsfield, NH 03263",
  number: "#1042",
  duration: "3 hours",
  rooms: null,
  extras: null,
  plan_id: null,
  money: { kept: "$159.00", due: null },
  status: "confirmed",
  starts_at: Temporal.Instant.from("2026-06-10T12:00:00Z"),
  ends_at: Temporal.Instant.from("2026-06-10T15:00:00Z"),
  calendar_sequence: 0,
};

const linesOf = (...args: Parameters<typeof calendarFile>) =>
  calendarFile(...args)
    .replace(/\r\n[ \t]/g, "")
    .split("\r\n");

const values = (lines: string[], name: string) =>
  lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));

test("many visits are one calendar, each with its own entry, state and sequence", () => {
  const statuses = ["pending", "confirmed", "completed", "cancelled"] as const;
  const visits = statuses.map((status, index) => ({
    ...visit,
    id: `${visit.id}${index}`,
    status,
    calendar_sequence: index,
  }));
  const lines = linesOf(visits, organizer, { name: "My cleanings" });
  expect(values(lines, "UID")).toEqual(visits.map(({ id }) => id));
  expect(values(lines, "STATUS")).toEqual(["TENTATIVE", "CONFIRMED", "CONFIRMED", "CANCELLED"]);
  expect(values(lines, "SEQUENCE")).toEqual(["0", "1", "2", "3"]);
  expect(values(lines, "DESCRIPTION")).toEqual([
    "Booking #1042\\, 3 hours.",
    "Booking #1042\\, 3 hours\\, paid $159.00.",
    "Booking #1042\\, 3 hours\\, paid $159.00.",
    "Booking #1042\\, 3 hours.",
  ]);
  expect(values(lines, "METHOD")).toEqual(["PUBLISH"]);
  expect(values(lines, "X-WR-CALNAME")).toEqual(["My cleanings"]);
});

test("only money that was taken and kept is called paid; what is to be paid is due", () => {
  const unpaid = { ...visit, money: { kept: null, due: "$159.00" } };
  const refunded = { ...visit, money: { kept: null, due: null } };
  const ofPlan = { ...refunded, plan_id: "4f2a7c1e-0000-4000-8000-000000000002" };
  expect(values(linesOf([unpaid, refunded, ofPlan], organizer), "DESCRIPTION")).toEqual([
    "Booking #1042\\, 3 hours\\, $159.00 due.",
    "Booking #1042\\, 3 hours.",
    "Booking #1042\\, 3 hours\\, part of your plan.",
  ]);
});

test("an entry says how large the home is and what is done beside the cleaning", () => {
  const large = { ...visit, rooms: "2 bedrooms, 1 bathroom, 1 half bath", extras: "Inside oven × 2" };
  expect(values(linesOf([large], organizer), "DESCRIPTION")).toEqual([
    "Booking #1042\\, 3 hours\\, paid $159.00.\\nHome: 2 bedrooms\\, 1 bathroom\\, 1 half bath\\nExtras: Inside oven × 2",
  ]);
});

test("a visit keeps its UID whatever the company is called, so that a later file changes the same entry", () => {
  const renamed = { company_name: "Elsewhere", contact_email: "us@elsewhere.example" };
  expect(values(linesOf([visit], organizer), "UID")).toEqual(values(linesOf([visit], renamed), "UID"));
});

test("a file that takes visits out says so of each of them, and who does", () => {
  const lines = linesOf([visit], organizer, { method: "CANCEL" });
  expect(values(lines, "METHOD")).toEqual(["CANCEL"]);
  expect(values(lines, "STATUS")).toEqual(["CANCELLED"]);
  expect(lines.join("\n")).toMatch(/^ORGANIZER;CN="Snow & Birch":mailto:hello@birch.example$/im);
});

test("no visits are an empty calendar", () => {
  const lines = linesOf([], organizer);
  expect(lines).toContain("END:VCALENDAR");
  expect(lines).not.toContain("BEGIN:VEVENT");
});
