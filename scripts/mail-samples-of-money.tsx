import type { ReactElement } from "react";
import * as booking from "../app/features/booking/emails/emails";
import * as payments from "../app/features/booking/emails/payment-emails";
import * as booked from "../app/features/booking/emails/payment-emails";
import * as notices from "../app/features/notifications/notices/emails";
import * as card from "../app/features/payments/cards/emails";
import * as gifts from "../app/features/payments/gift-cards/emails";
import * as pay from "../app/features/payments/pay-link/emails";
import * as plans from "../app/features/plans/emails/payment-emails";
import * as sale from "../app/features/plans/phone/emails";
import * as prices from "../app/features/plans/prices/emails";
import {
  back,
  claim,
  due,
  longVisit,
  payment,
  plan,
  planReceipt,
  SITE,
  sender,
  visit,
} from "./mail-sample-facts";

const gift = { sender, amount: "$100.00" };
const bought = { buyer: "Ada", number: "#1042" };
const CARD = "Visa ending in 4242";
const refunded = { amount: "$50.00", method: null, to_credit: false, left: "$109.00", instead: null };

/** Mails that ask for money, or thank for it. */
export const MONEY_SAMPLES: Record<string, ReactElement> = {
  "plan-link": (
    <sale.PlanLinkEmail
      {...plan}
      pay_url={`${SITE}/pay/plan/1`}
      until="Nov 20, 2026, 4:30 PM"
      days={["Tuesday, December 8, 10:00 AM", "Tuesday, December 22, 10:00 AM"]}
    />
  ),
  "booking-done": (
    <payments.BookingDoneEmail {...visit} pay={{ url: `${SITE}/pay/1`, due: null }} claim={claim} />
  ),
  "booking-done-due": (
    <payments.BookingDoneEmail {...visit} pay={{ url: `${SITE}/pay/1`, due: "$53.00" }} claim={null} />
  ),
  "booking-done-card": (
    <payments.BookingDoneEmail
      {...visit}
      card={CARD}
      card_charge="$159.00"
      pay={{ url: `${SITE}/pay/1`, due: "$159.00" }}
      claim={claim}
    />
  ),
  "booking-confirmed-card": <booking.BookingConfirmedEmail {...due} card={CARD} />,
  "booking-confirmed-needs-card": <booking.BookingConfirmedEmail {...due} needs_card />,
  "booking-confirmed-asks-deposit": <booking.BookingConfirmedEmail {...due} deposit="$50.00" />,
  "booking-confirmed-deposit": <booking.BookingConfirmedEmail {...visit} card={CARD} rest="$109.00" />,
  "booking-no-show": (
    <booked.BookingCancelledEmail
      {...due}
      refund={{ ...back, amount: null, money: null, fee: "$159.00", no_show: true }}
    />
  ),
  "booking-no-show-card": (
    <booked.BookingCancelledEmail
      {...due}
      refund={{ ...back, amount: null, money: null, fee: "$79.50", fee_card: "Visa ending in 4242" }}
    />
  ),
  "card-declined": <card.CardDeclinedEmail {...payment} due="$159.00" card={CARD} next="November 25, 2026" />,
  "card-declined-last": (
    <card.CardDeclinedEmail
      {...payment}
      of={longVisit.service}
      customer_name={longVisit.customer_name}
      due="$12,345.67"
      card="American Express ending in 0005"
      next={null}
    />
  ),
  "card-link": <card.CardLinkEmail {...payment} due="$159.00" />,
  "booking-cancelled-credit": (
    <payments.BookingCancelledEmail {...visit} refund={{ ...back, money: "$119.00", credit: "$40.00" }} />
  ),
  refund: <payments.RefundSentEmail {...visit} {...refunded} />,
  "refund-credit": <payments.RefundSentEmail {...visit} {...refunded} to_credit />,
  "plan-refund-credit": (
    <plans.PlanRefundEmail
      {...plan}
      {...refunded}
      to_credit
      receipt={{ ...planReceipt, balance: "$189.00" }}
    />
  ),
  "gift-card": (
    <gifts.GiftCardEmail {...gift} to="Grace" from="Ada Lovelace" code="7K2QM-X9D4T-0HN8V-3RWPA" url={SITE} />
  ),
  "gift-card-receipt": (
    <gifts.GiftCardReceiptEmail
      {...{ ...gift, ...bought, recipient: "Grace Hopper", url: SITE }}
      {...{ sent_on: "December 24, 2026", paid_on: "November 24, 2026" }}
    />
  ),
  "gift-card-refund": <gifts.GiftCardRefundEmail {...gift} {...bought} url={SITE} />,
  "differences-notice": (
    <notices.OfficeNoticeEmail
      sender={sender}
      heading="2 differences in the books"
      text="Orders, the ledger and the payment provider should agree to the cent, and here they don't. Find out why, then settle it under Needs attention."
      facts={[
        { label: "Payment for order #1042", value: "our ledger has $159.00, Stripe has $158.99" },
        { label: "Refund of order #1043", value: "our ledger has nothing, Stripe has -$5,000.00" },
      ]}
      action={{ label: "See the differences", url: `${SITE}/admin/attention?kind=books` }}
    />
  ),
  "checks-changed": (
    <notices.OfficeNoticeEmail
      sender={sender}
      heading="Checks of the site: 2 broken, 1 mended"
      text="The site looked at itself, and found broken what was right before. Below is what mends it. You hear of it once, and again when it is mended."
      facts={[
        {
          label: "Certificate (TLS)",
          value: "The certificate of www.whitebirch.example has expired, so browsers warn every visitor.",
        },
        { label: "Command", value: "sudo systemctl restart caddy" },
        {
          label: "Stripe's webhook",
          value: `Stripe has switched off its webhook for ${SITE}/api/webhooks/stripe. Switch it on.`,
        },
        { label: "Webhooks in Stripe", value: "https://dashboard.stripe.com/webhooks" },
        { label: "Disk space: mended", value: "24.1 GB of 40 GB are free for /var/lib/white-birch." },
      ]}
      action={{ label: "Open the checks", url: `${SITE}/admin/settings/going-live` }}
    />
  ),
  "pay-link": <pay.PayLinkEmail {...payment} due="$53.00" />,
  "plan-rise": (
    <prices.PlanRiseEmail
      {...plan}
      new_price="$310.00"
      from="Friday, January 1, 2027"
      keep_url={`${SITE}/plans/1/price`}
      end_url={`${SITE}/plans/1/end`}
    />
  ),
  "plan-rise-withdrawn": <prices.PlanRiseWithdrawnEmail {...plan} new_price="$310.00" />,
  "payment-received": (
    <pay.PaymentReceivedEmail {...payment} amount="$73.00" tip="$20.00" due={null} on="November 24, 2026" />
  ),
  "payment-received-long": (
    <pay.PaymentReceivedEmail
      {...payment}
      of={longVisit.service}
      customer_name={longVisit.customer_name}
      amount="$12,345.67"
      tip={null}
      due="$1,234.56"
      on="November 24, 2026"
    />
  ),
};
