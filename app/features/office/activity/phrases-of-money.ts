import { formatRefusal } from "~/features/customers/referrals/referral";
import { type Details, money, type Names } from "./details";

export type Phrase = (details: Details, thing: string, names: Names) => string;

/** Sentences about what is owed, paid and given back. */
export const MONEY_PHRASES: Record<string, Phrase> = {
  "order.disputed": ({ amount }, thing, names) =>
    `recorded a dispute over ${money(amount, names)} of ${thing}`,
  "order.inquiry_opened": ({ amount }, thing, names) =>
    `recorded a bank inquiry about ${money(amount, names)} of ${thing}`,
  "order.inquiry_closed": ({ amount }, thing, names) =>
    `closed the bank inquiry about ${money(amount, names)} of ${thing}`,
  "order.dispute_won": ({ amount }, thing, names) =>
    `won the dispute over ${money(amount, names)} of ${thing}`,
  "order.dispute_lost": ({ amount }, thing, names) =>
    `lost the dispute over ${money(amount, names)} of ${thing}`,
  "order.paid": ({ amount, method }, thing, names) =>
    method === "saved_card"
      ? `charged ${money(amount, names)} for ${thing} to the saved card`
      : method === "pay_link"
        ? `received a payment of ${money(amount, names)} for ${thing} by the pay link`
        : `recorded a payment of ${money(amount, names)} for ${thing} (${method})`,
  "order.card_saved": (_, thing) => `saved a card for ${thing}`,
  "order.card_asked": (_, thing) => `emailed the link to save a card for ${thing}`,
  "order.card_declined": ({ amount }, thing, names) =>
    `had a card declined for ${money(amount, names)} of ${thing}`,
  "customer.card_replaced": (_, thing) => `replaced the saved card of ${thing}`,
  "customer.card_removed": (_, thing) => `removed the saved card of ${thing}`,
  "order.line_added": ({ amount }, thing, names) =>
    Number(amount) < 0
      ? `took ${money(-Number(amount), names)} off ${thing}`
      : `added ${money(amount, names)} to ${thing}`,
  "order.pay_link_sent": ({ amount }, thing, names) =>
    `emailed the pay link of ${money(amount, names)} for ${thing}`,
  "order.waived": ({ amount }, thing, names) => `waived the fee of ${money(amount, names)} of ${thing}`,
  "order.refund_started": ({ amount }, thing, names) =>
    `started a refund of ${money(amount, names)} of ${thing}`,
  "order.refund_retried": ({ amount }, thing, names) =>
    `retried the refund of ${money(amount, names)} of ${thing}`,
  "order.refunded_by_hand": ({ amount }, thing, names) =>
    `refunded ${money(amount, names)} of ${thing} by hand`,
  "coupon.created": (_, thing) => `created ${thing}`,
  "coupon.changed": (_, thing) => `changed the terms of ${thing}`,
  "coupon.ended": (_, thing) => `ended ${thing}`,
  "coupon.resumed": (_, thing) => `put ${thing} into use again`,
  "order.refunded_to_credit": ({ amount }, thing, names) =>
    `kept ${money(amount, names)} of ${thing} as credit`,
  "order.credit_used": ({ amount }, thing, names) => `paid ${money(amount, names)} of ${thing} with credit`,
  "customer.credited": ({ amount }, thing, names) =>
    Number(amount) < 0
      ? `took ${money(-Number(amount), names)} of credit from ${thing}`
      : `gave ${thing} ${money(amount, names)} of credit`,
  "gift_card.ordered": ({ amount }, _, names) =>
    `went to checkout for a gift card of ${money(amount, names)}`,
  "gift_card.imported": ({ amount }, _, names) => `moved in a gift card of ${money(amount, names)}`,
  "gift_card.bought": ({ amount }, _, names) => `bought a gift card of ${money(amount, names)}`,
  "gift_card.redeemed": ({ amount }, _, names) => `redeemed a gift card of ${money(amount, names)}`,
  "gift_card.resent": () => "emailed a gift card again with a new code",
  "gift_card.refund_started": ({ amount }, _, names) =>
    `started the refund of a gift card of ${money(amount, names)}`,
  "gift_card.refunded": ({ amount }, _, names) => `refunded a gift card of ${money(amount, names)}`,
  "referral.earned": ({ amount, friend_amount }, thing, names) =>
    `gave ${money(amount, names)} of credit to ${thing} for a referral, and ${money(friend_amount, names)} to whom they sent`,
  "referral.refused": ({ reason }, thing) =>
    `refused a referral of ${thing} (${formatRefusal(String(reason)).toLowerCase()})`,
  "payroll.approved": ({ amount }, thing, names) => `approved ${thing}, with pay of ${money(amount, names)}`,
  "payroll.reopened": (_, thing) => `opened ${thing} again`,
  "payroll.adjusted": ({ amount }, thing, names) =>
    Number(amount) < 0
      ? `took ${money(-Number(amount), names)} off a member's pay of ${thing}`
      : `added ${money(amount, names)} to a member's pay of ${thing}`,
  "crew.rate_saved": (_, thing) => `set a rate of pay in ${thing}`,
  "books.settled": ({ ours, theirs }, thing, names) =>
    `settled a difference in the books (${money(ours, names)} and ${money(theirs, names)}) of ${thing}`,
  "approval.asked": ({ amount, kind }, thing, names) =>
    `asked for approval of a ${kind} of ${money(amount, names)} of ${thing}`,
  "approval.approved": ({ amount, kind }, thing, names) =>
    `approved a ${kind} of ${money(amount, names)} of ${thing}`,
  "approval.refused": ({ amount, kind }, thing, names) =>
    `refused a ${kind} of ${money(amount, names)} of ${thing}`,
  "approval.withdrawn": ({ amount, kind }, thing, names) =>
    `withdrew the request for a ${kind} of ${money(amount, names)} of ${thing}`,
};
