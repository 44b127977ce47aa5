import { expect, test } from "vitest";
import { auditActions } from "../../../../tests/support/audit-actions";
import { formatActor, formatHistory } from "./history";

const MAPLE = "22222222-2222-4222-8222-222222222222";
const names = { crews: new Map([[MAPLE, "Maple crew"]]), currency: "USD" };
const words = (action: string, details: Record<string, unknown> = {}) =>
  formatHistory({ action, details }, names);

test.each([
  [words("booking.confirmed", { amount: 15900 }), "$159.00 paid, booking confirmed"],
  [
    words("booking.status_changed", { before: { status: "pending" }, after: { status: "completed" } }),
    "Status changed from Pending to Completed",
  ],
  [
    words("booking.moved", {
      from: { date: "2026-06-10", time: "08:00:00" },
      to: { date: "2026-06-11", time: "14:00:00" },
    }),
    "Moved from Jun 10, 2026 8:00 AM to Jun 11, 2026 2:00 PM",
  ],
  [
    words("booking.moved", {
      before: { date: "2026-06-10", time: "8:00 AM" },
      after: { date: "2026-06-10", time: "10:00 AM" },
    }),
    "Moved from Jun 10, 2026 8:00 AM to Jun 10, 2026 10:00 AM",
  ],
  [
    words("booking.assigned", { before: { crew_id: null }, after: { crew_id: MAPLE } }),
    "Crew changed from no crew to Maple crew",
  ],
  [
    words("booking.edited", { changed: ["customer_email", "zip_code", "notes"] }),
    "Details changed: email, ZIP code, notes",
  ],
  [words("booking.cancelled", { refund: 7950 }), "Cancelled, $79.50 to refund"],
  [words("booking.cancelled", { refund: 0 }), "Cancelled, nothing to refund"],
  [words("storm.offer_accepted"), "Offered time accepted"],
  [
    words("storm.offered", { after: { date: "2026-06-11", time: "8:00 AM" } }),
    "Another time offered: Jun 11, 2026 8:00 AM",
  ],
  [words("storm.offered", { after: null }), "Customer asked to choose another time"],
  [words("some.thing_new"), "thing new"],
  [words("booking.moved", {}), "Moved from another time to another time"],
])("history says: %s", (said, expected) => {
  expect(said).toBe(expected);
});

test("every action about a booking or its order is said in words of its own", () => {
  const actions = auditActions().filter((action) => /^(booking|order|approval)\./.test(action));
  expect(actions.length).toBeGreaterThan(15);
  const generic = (action: string) => action.replace(/^\w+\./, "").replaceAll("_", " ");
  expect(actions.filter((action) => words(action) === generic(action))).toEqual([]);
});

test.each([
  [words("order.line_added", { amount: 5300 }), "$53.00 added"],
  [words("order.line_added", { amount: -2000 }), "$20.00 taken off"],
  [words("order.paid", { amount: 9700, method: "pay_link" }), "$97.00 paid by the pay link"],
])("history says what became of an order: %s", (said, expected) => {
  expect(said).toBe(expected);
});

test("who did it is named, if it was staff", () => {
  const staff = new Map([["7", "Amira Frost"]]);
  expect(
    ["admin:7", "admin:8", "user:7", "guest", "link", "system"].map((actor) => formatActor(actor, staff)),
  ).toEqual(["Amira Frost", "The office", "Customer", "Customer", "Customer", "Automatic"]);
});
