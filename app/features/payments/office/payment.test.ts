import { expect, test } from "vitest";
import { isOfficeMethod, officeMethodOf, officeProvider } from "~/features/payments/orders/rules";
import { formatProvider, whyNotPayable } from "./rules";

test("the method of a payment is kept in its provider", () => {
  expect(officeMethodOf(officeProvider("check"))).toBe("check");
  expect(["office", "test-checkout", "office-barter"].map(officeMethodOf)).toEqual([null, null, null]);
  expect(["cash", "check", "card", "barter", ""].filter(isOfficeMethod)).toEqual(["cash", "check", "card"]);
});

test("a provider has words", () => {
  expect(["office-cash", "office", "demo", "test-checkout"].map(formatProvider)).toEqual([
    "Cash",
    "Pays on the day",
    "Pays on the day",
    "Test checkout",
  ]);
});

const live = { status: "confirmed" };

test("money is noted for what is neither paid, nor cancelled, nor being paid online", () => {
  const never = { processing_at: null, session_closed_at: null };
  const unpaid = { status: "pending", payment_session_id: null, ...never } as const;
  const atCheckout = { status: "pending", payment_session_id: "test_1", ...never } as const;
  expect(whyNotPayable({ order: unpaid, booking: live })).toBeNull();
  expect(whyNotPayable({ order: { ...atCheckout, status: "failed" }, booking: live })).toBeNull();
  expect(whyNotPayable({ order: atCheckout, booking: live })).toMatch(/pay online/);
  const processing_at = Temporal.Instant.from("2026-06-01T12:00:00Z");
  expect(whyNotPayable({ order: { ...atCheckout, processing_at }, booking: live })).toMatch(/is processing/);
  expect(whyNotPayable({ order: { ...unpaid, status: "completed" }, booking: live })).toMatch(/already paid/);
  expect(whyNotPayable({ order: unpaid, booking: { status: "cancelled" } })).toMatch(/cancelled/);
});
