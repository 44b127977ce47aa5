import { expect, test } from "vitest";
import { visitMoney } from "./visit";

const at = Temporal.Instant.from("2026-06-01T12:00:00Z");
const order = {
  status: "pending" as "pending" | "completed" | "failed",
  amount: 15900,
  charged: 0,
  due: 0,
  currency: "USD",
  processing_at: null as Temporal.Instant | null,
  session_closed_at: null,
};

test.each([
  ["paid", { status: "completed" as const, charged: 15900 }, 0, { kept: "$159.00", due: null }],
  [
    "paid, and partly refunded",
    { status: "completed" as const, charged: 15900 },
    4000,
    { kept: "$119.00", due: null },
  ],
  [
    "paid, and refunded in full",
    { status: "completed" as const, charged: 15900 },
    15900,
    { kept: null, due: null },
  ],
  ["paid with another amount", { charged: 10000 }, 0, { kept: "$100.00", due: null }],
  ["paid on the day", {}, 0, { kept: null, due: "$159.00" }],
  ["paid in part", { charged: 5000, due: 10900 }, 0, { kept: "$50.00", due: "$109.00" }],
  [
    "paid, with an extra hour that isn't",
    { status: "completed" as const, charged: 15900, due: 5300 },
    0,
    { kept: "$159.00", due: "$53.00" },
  ],
  ["booked, but its payment failed", { status: "failed" as const }, 0, { kept: null, due: "$159.00" }],
  ["confirmed while its money is on its way", { processing_at: at }, 0, { kept: null, due: null }],
])("a visit that is %s says what was really taken and kept", (_, changes, refunded, expected) => {
  expect(visitMoney({ ...order, ...changes }, refunded)).toEqual(expected);
});

test("a visit of a plan has no money of its own", () => {
  expect(visitMoney(null, 0)).toEqual({ kept: null, due: null });
});
