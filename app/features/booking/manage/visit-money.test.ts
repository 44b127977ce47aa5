import { expect, test } from "vitest";
import { visitMoney } from "./visit";

const at = Temporal.Instant.from("2026-06-01T12:00:00Z");
const order = {
  status: "pending" as "pending" | "completed" | "failed",
  amount: 15900,
  paid_amount: null as number | null,
  currency: "USD",
  processing_at: null as Temporal.Instant | null,
  session_closed_at: null,
};

test.each([
  ["paid", { status: "completed" as const }, 0, { kept: "$159.00", due: null }],
  ["paid, and partly refunded", { status: "completed" as const }, 4000, { kept: "$119.00", due: null }],
  ["paid, and refunded in full", { status: "completed" as const }, 15900, { kept: null, due: null }],
  ["paid with another amount", { paid_amount: 10000 }, 0, { kept: "$100.00", due: null }],
  ["paid on the day", {}, 0, { kept: null, due: "$159.00" }],
  ["booked, but its payment failed", { status: "failed" as const }, 0, { kept: null, due: "$159.00" }],
  ["confirmed while its money is on its way", { processing_at: at }, 0, { kept: null, due: null }],
])("a visit that is %s says what was really taken and kept", (_, changes, refunded, expected) => {
  expect(visitMoney({ ...order, ...changes }, refunded)).toEqual(expected);
});

test("a visit of a plan has no money of its own", () => {
  expect(visitMoney(null, 0)).toEqual({ kept: null, due: null });
});
