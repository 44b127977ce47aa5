import { because, dayOf, money, spanOf } from "./details";
import type { Phrase } from "./phrases-of-money";

/** Sentences about plans. */
export const PLAN_PHRASES: Record<string, Phrase> = {
  "series.extended": ({ visits, until }) =>
    `added ${Number(visits) === 1 ? "1 more visit" : `${Number(visits)} more visits`} to a series${dayOf(" until ", until)}`,
  "series.ended": ({ cancelled }) =>
    Number(cancelled) > 0
      ? `ended a series and cancelled ${Number(cancelled)} of its visits`
      : "ended a series",
  "series.reopened": () => "went on with a series that had ended",
  "series.chosen": ({ series, until }) =>
    `chose ${Number(series)} series to add more visits to${dayOf(" until ", until)}`,
  "plan.held": ({ held_until }, plan) =>
    held_until ? `sold ${plan} by phone, to be paid by link` : `started ${plan} and went to checkout`,
  "plan.pay_link_sent": (_, plan) => `emailed the link to pay for ${plan}`,
  "plan.released": ({ reason }, plan) => `released the visits of ${plan}${because(reason)}`,
  "plan.started": ({ amount, asked }, plan, names) =>
    asked === undefined
      ? `started ${plan}`
      : `started ${plan} paid with ${money(amount, names)} instead of ${money(asked, names)}`,
  "plan.joined": (_, plan) => `added ${plan} to an account`,
  "plan.charged": ({ amount }, plan, names) =>
    amount === undefined ? `was charged for ${plan}` : `was charged ${money(amount, names)} for ${plan}`,
  "plan.charge_failed": (_, plan) => `could not charge ${plan}`,
  "plan.charge_paid": (_, plan) => `received the overdue payment for ${plan}`,
  "plan.paid_twice": ({ refund }, plan, names) =>
    `received a second payment for ${plan}; refunding ${money(refund, names)}`,
  "plan.paused": ({ after }, plan) => `paused ${plan}${spanOf(after)}`,
  "plan.month_skipped": ({ after }, plan) => `skipped a month of ${plan}${spanOf(after)}`,
  "plan.pause_began": (_, plan) => `began the pause of ${plan}`,
  "plan.went_on": (_, plan) => `ended the pause of ${plan}`,
  "plan.resumed": (_, plan) => `resumed ${plan}`,
  "plan.ending": ({ after }, plan) => `ended ${plan}${dayOf(" on ", Object(after).ends_on)}`,
  "plan.ended": ({ why }, plan) => `ended ${plan}${PLAN_ENDS[String(why)] ?? ""}`,
  "plan.flagged": ({ reason }, plan) => `flagged ${plan} for attention${because(reason)}`,
  "plan.link_ended": (_, plan) => `ended the guest links of ${plan} and its visits`,
  "plan.attention_cleared": (_, plan) => `marked ${plan} as resolved`,
  "plan.changed": ({ amount, was, from, taken_back }, plan, names) =>
    amount === undefined
      ? `changed ${plan}${taken_back === undefined ? "" : ` and took back its price to come of ${money(taken_back, names)}`}`
      : `changed ${plan} and its price from ${money(was, names)} to ${money(amount, names)}${dayOf(" from ", from)}`,
  "plan.visit_changed": (_, plan) => `changed one visit of ${plan}`,
  "plan.price_applied": ({ before, after }, plan, names) =>
    `set the price of ${plan} from ${money(Object(before).amount, names)} to ${money(Object(after).amount, names)}`,
  "plan.rise_scheduled": ({ amount, was, from }, plan, names) =>
    `announced a price of ${money(amount, names)} instead of ${money(was, names)} for ${plan}${dayOf(" from ", from)}`,
  "plan.rise_withdrawn": ({ amount }, plan, names) =>
    `withdrew the announced price of ${money(amount, names)} for ${plan}`,
  "plan.rise_kept": ({ amount }, plan, names) => `accepted the price of ${money(amount, names)} for ${plan}`,
};

/** Why a plan ended, by the code in the audit entry. */
const PLAN_ENDS: Record<string, string> = {
  "as asked": " at the customer's request",
  "given back": " and refunded what was paid for it",
  unpaid: ": it was not paid for",
  "ended at the provider": ": the payment provider had ended it",
};
