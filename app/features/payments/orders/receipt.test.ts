import { expect, test } from "vitest";
import { receiptAt, receiptMoments, receiptNumber } from "./receipt";

const at = (day: number) => Temporal.Instant.from(`2026-06-${String(day).padStart(2, "0")}T12:00:00Z`);
const booked = { label: "Regular Cleaning", amount: 15_900, at: at(1) };
const moved = {
  lines: [
    booked,
    { label: "Extra time", amount: 5300, at: at(10) },
    { label: "Tip", amount: 1000, at: at(11) },
  ],
  charges: [
    { amount: 15_900, at: at(2) },
    { amount: 6300, at: at(11) },
  ],
  refunds: [{ amount: 2000, at: at(20) }],
  completed_at: at(2),
};

test("a receipt is issued with the first payment, and anew with each change after it", () => {
  expect(receiptMoments(moved)).toEqual([at(2), at(10), at(11), at(20)]);
  expect(receiptMoments({ ...moved, charges: [], completed_at: null })).toEqual([]);
  const free = { lines: [{ ...booked, amount: 0 }], charges: [], refunds: [], completed_at: at(3) };
  expect(receiptMoments(free)).toEqual([at(3)]);
});

test("a receipt that was issued says the same forever, whatever came later", () => {
  expect(receiptAt(moved, at(2))).toMatchObject({ lines: [booked], total: 15_900, paid: 15_900, back: 0 });
  expect(receiptAt(moved, at(10))).toMatchObject({ total: 21_200, paid: 15_900 });
  expect(receiptAt(moved, at(11))).toMatchObject({ total: 22_200, paid: 22_200, back: 0 });
  expect(receiptAt(moved, at(20))).toMatchObject({ total: 22_200, paid: 22_200, back: 2000 });
});

test("receipts are numbered within their order", () => {
  expect([1, 2, 3].map((no) => receiptNumber("#1042", no))).toEqual(["#1042", "#1042-2", "#1042-3"]);
});
