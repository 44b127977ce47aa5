import { describe, expect, test } from "vitest";
import {
  flagToCustomer,
  flagToOffice,
  otherAmount,
  PAID_AT_OFFICE_TOO,
  PAID_TOO_LATE,
  PAID_WHEN_ERASED,
  type PaidFlag,
  paidFlag,
  SLOT_LOST,
} from "~/features/booking/paid-flag";
import { PAID_BESIDE_OWED } from "~/features/payments/orders/rules";

const usd = (amount: number) => ({ amount, currency: "usd" });
type Booking = Parameters<typeof paidFlag>[0]["booking"];

function flagOf(needs_attention: string | null, booking: Partial<Booking> = {}, paid: number | null = null) {
  return paidFlag({
    booking: { status: "pending", crew_id: null, needs_attention, ...booking },
    order: { ...usd(15_900), paid_amount: paid, currency: "USD" },
  });
}

const AMOUNT = otherAmount(usd(15_000), usd(15_900), { kept: true });
const LOST = otherAmount(usd(15_000), usd(15_900), { kept: false });
const TIME_LOST = /couldn’t hold|new time|isn’t reserved|no crew was reserved|No crew is reserved/i;

describe("what a visit waits for", () => {
  test.each<[string, PaidFlag | null, Partial<PaidFlag> | null]>([
    ["nothing", flagOf(null), null],
    ["nothing once it is cancelled", flagOf(SLOT_LOST, { status: "cancelled" }), null],
    ["a slot that was lost", flagOf(SLOT_LOST), { why: "slot lost", kept: false }],
    ["money that came too late", flagOf(PAID_TOO_LATE), { why: "too late", kept: false }],
    [
      "another amount, the time kept",
      flagOf(AMOUNT, { crew_id: "ann" }),
      { why: "other amount", kept: true },
    ],
    ["another amount, the time gone", flagOf(LOST), { why: "other amount", kept: false }],
    [
      "another currency",
      flagOf(otherAmount({ amount: 15_900, currency: "cad" }, usd(15_900), { kept: false })),
      { money: { paid: "CA$159.00", asked: "$159.00" } },
    ],
    [
      "another amount as it was stored before",
      flagOf("The refund failed.\nPaid 150.00 USD instead of 159.00 USD.", { status: "confirmed" }),
      { why: "other amount", kept: true, money: { paid: "$150.00", asked: "$159.00" } },
    ],
    [
      "another amount that was marked as settled, and nothing more",
      flagOf(null, { crew_id: "ann" }, 15_000),
      { why: "other amount", kept: true },
    ],
    ["a second payment", flagOf(PAID_AT_OFFICE_TOO, { status: "confirmed" }), { kept: true }],
    ["one of two bookings", flagOf(PAID_BESIDE_OWED), { why: "beside another", kept: false }],
    ["a customer who is gone", flagOf(PAID_WHEN_ERASED), { why: "account deleted" }],
    ["anything else", flagOf("Call first."), { why: "other" }],
  ])("%s", (_, flag, expected) => {
    if (expected === null) expect(flag).toBeNull();
    else expect(flag).toMatchObject(expected);
  });
});

describe("its words say of the time what is true", () => {
  const REASONS = [SLOT_LOST, PAID_TOO_LATE, AMOUNT, PAID_AT_OFFICE_TOO, "Call first."];
  const words = (reason: string, booking: Partial<Booking>) => {
    const flag = flagOf(reason, booking);
    if (!flag) throw new Error("not flagged");
    const customer = flagToCustomer(flag);
    const office = flagToOffice(flag, reason);
    return [customer.heading, customer.text, office.subject, office.heading, office.text].join("\n");
  };

  test.each(REASONS.slice(2))("kept: %s", (reason) => {
    expect(words(reason, { crew_id: "ann" })).not.toMatch(TIME_LOST);
  });

  test.each(REASONS)("gone: %s", (reason) => {
    expect(words(reason, {})).toMatch(TIME_LOST);
  });

  test("each reason has words of its own, for the customer and the office", () => {
    const all = [SLOT_LOST, PAID_TOO_LATE, AMOUNT, LOST, PAID_AT_OFFICE_TOO, PAID_BESIDE_OWED];
    const flags = [...all, PAID_WHEN_ERASED, "Call first."].map((reason) =>
      flagOf(reason, reason === AMOUNT ? { crew_id: "ann" } : {}),
    );
    for (const say of [flagToCustomer, (flag: PaidFlag) => flagToOffice(flag, "Call first.")]) {
      const texts = flags.map((flag) => flag && say(flag).text);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  test("what was paid and asked for is named", () => {
    expect(words(AMOUNT, { crew_id: "ann" })).toMatch(/We received \$150\.00 instead of \$159\.00\./);
    expect(words(AMOUNT, { crew_id: "ann" })).toMatch(
      /customer paid \$150\.00 instead of \$159\.00\. The time is kept/,
    );
  });
});
