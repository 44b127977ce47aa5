import { describe, expect, test } from "vitest";
import { bookingsCsv, csvOf } from "./tables";

const rowsOf = (text: string) => csvOf([{ text }], [["Text", (row) => row.text]]).split("\r\n");

describe("a cell", () => {
  test.each(["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1"])("%j is no formula", (text) => {
    expect(rowsOf(text)[1]?.replace(/^"/, "")).toMatch(/^'/);
  });

  test.each([
    ["Birch, Lane", '"Birch, Lane"'],
    ['the "mat"', '"the ""mat"""'],
    ["Zoë 🌿", "Zoë 🌿"],
    ["14 Main St", "14 Main St"],
  ])("%j is written as %s", (text, cell) => {
    expect(rowsOf(text)[1]).toBe(cell);
  });

  test("of several lines stays one cell", () => {
    expect(csvOf([{ text: "a\nb" }], [["Text", (row) => row.text]])).toBe('\uFEFFText\r\n"a\nb"\r\n');
  });

  test("that is a number stays one, and nothing is an empty cell", () => {
    const csv = csvOf(
      [{ n: -3, none: null, yes: true }],
      [
        ["n", (row) => row.n],
        ["none", (row) => row.none],
        ["yes", (row) => row.yes],
      ],
    );
    expect(csv).toBe("\uFEFFn,none,yes\r\n-3,,yes\r\n");
  });
});

test("a visit's row adds up its own order and refunds, to the cent", () => {
  const visit = {
    id: "b1",
    service: "Regular Cleaning",
    status: "cancelled",
    scheduled_date: "2026-06-10",
    scheduled_time: "14:00:00",
    duration_hours: 3,
    address_line1: "1 Road",
    address_line2: null,
    city: "Epsom",
    state: "NH",
    zip_code: "03234",
    bedrooms: null,
    bathrooms: null,
    notes: null,
    customer_name: null,
    customer_email: null,
    customer_phone: "+1 603 555 0100",
    created_at: Temporal.Instant.from("2026-06-01T12:00:00Z"),
  };
  const order = { id: "o1", booking_id: "b1", amount: 17252, currency: "USD", status: "completed" };
  const other = { ...order, id: "o2", booking_id: "b2", amount: 1 };
  const refunds = [
    { order_id: "o1", amount: 8626, status: "completed" },
    { order_id: "o1", amount: 1, status: "failed" },
    { order_id: "o2", amount: 1, status: "completed" },
  ];
  const [, row] = bookingsCsv([visit], [order, other], refunds).split("\r\n");
  expect(row).toBe(
    "b1,Regular Cleaning,cancelled,2026-06-10,2:00 PM,3,1 Road,,Epsom,NH,03234,,,,,,'+1 603 555 0100,172.52,172.52,86.26,USD,2026-06-01T12:00:00Z",
  );
});
