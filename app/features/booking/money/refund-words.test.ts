import { describe, expect, test } from "vitest";
import { lateFeeNote, whyRefund } from "~/features/booking/cancellation";
import { PAID_TOO_LATE, paidFlag, SLOT_LOST } from "~/features/booking/paid-flag";
import { PAID_BESIDE_OWED } from "~/features/payments/orders/rules";

const START = Temporal.Instant.from("2026-06-10T12:00:00Z");
const EARLY = START.subtract({ hours: 24 });
const LATE = START.subtract({ hours: 23 });

const visit = (changes: Partial<Parameters<typeof whyRefund>[0]> = {}) => ({
  status: "confirmed" as const,
  flag: null,
  starts_at: START,
  policy: { full_refund_hours: 24, late_fee_percent: 50 },
  paid_on: "Jun 01, 2026",
  refund: { percent: 100, late: false },
  ...changes,
});
const waits = (needs_attention: string, changes: Parameters<typeof visit>[0] = {}) =>
  visit({
    status: "pending",
    flag: paidFlag({ booking: { status: "pending", crew_id: "ann", needs_attention }, order: null }),
    ...changes,
  });
const late = { refund: { percent: 50, late: true } };

describe("why a cancellation gives back what it does", () => {
  test.each([
    ["in time", visit(), EARLY, "Your visit is 24 hours or more away."],
    ["late", visit(late), LATE, "Your visit is less than 24 hours away, so we keep half the price."],
    [
      "moved when it was late, and now far away",
      visit(late),
      EARLY,
      "This visit was rescheduled less than 24 hours before its start, so we keep half the price.",
    ],
    [
      "late under another policy",
      visit({ policy: { full_refund_hours: 48, late_fee_percent: 30 }, refund: { percent: 70, late: true } }),
      LATE,
      "Your visit is less than 48 hours away, so we keep 30% of the price.",
    ],
    [
      "late without a fee",
      visit({ refund: { percent: 100, late: true } }),
      LATE,
      "Your visit is less than 24 hours away, so we keep nothing.",
    ],
    ["never paid", visit({ paid_on: null }), EARLY, /^You haven’t paid for this visit/],
    [
      "with its money on the way",
      visit({ paid_on: null, processing: true }),
      EARLY,
      /we’ll refund all of it/,
    ],
    ["paid without a slot", waits(SLOT_LOST), LATE, /^We couldn’t hold the time you paid for.*full refund/],
    ["paid too late", waits(PAID_TOO_LATE), LATE, /^Your payment arrived after this visit was due to begin/],
    [
      "paid with another amount, in the time that is kept",
      waits("Paid 150.00 USD instead of 159.00 USD.", { paid_on: null, paid_otherwise: "$150.00" }),
      LATE,
      "The amount you paid isn’t the amount we asked for, so you’ll get a full refund.",
    ],
    [
      "paid with another amount, and confirmed by staff",
      visit({ ...late, paid_on: null, paid_otherwise: "$150.00" }),
      LATE,
      "Your visit is less than 24 hours away, so we keep half the price.",
    ],
    ["paid beside another booking", waits(PAID_BESIDE_OWED), LATE, /^You have another booking instead/],
    ["waiting for anything else", waits("Call first."), LATE, /^We’re still looking into this visit/],
  ])("%s", (_, given, now, words) => {
    expect(whyRefund(given, now)).toMatch(words);
  });
});

describe("what one should know before moving a visit", () => {
  test.each([
    ["in time", visit(), EARLY, null],
    ["late", visit(late), LATE, /Rescheduling is free.*if you cancel later, we keep half the price/],
    ["moved late before", visit(late), EARLY, /was rescheduled less than 24 hours .* we keep half the price/],
    ["late without a fee", visit({ refund: { percent: 100, late: true } }), LATE, null],
  ])("%s", (_, given, now, words) => {
    const note = lateFeeNote(given, now);
    if (words === null) expect(note).toBeNull();
    else expect(note).toMatch(words);
  });
});
