import type { ReactElement } from "react";
import * as booking from "../app/features/booking/emails/emails";
import * as payment from "../app/features/booking/emails/payment-emails";
import * as requests from "../app/features/booking/requests/emails";
import * as careers from "../app/features/careers/emails";
import * as newsletter from "../app/features/content/newsletter/emails";
import * as account from "../app/features/identity/sign-in/emails";
import * as staff from "../app/features/identity/staff/emails";
import * as messages from "../app/features/messages/emails";
import * as notices from "../app/features/notifications/notices/emails";
import * as reminders from "../app/features/notifications/reminders/emails";
import * as plans from "../app/features/plans/emails/emails";
import * as planPayment from "../app/features/plans/emails/payment-emails";
import * as reviews from "../app/features/reviews/emails";
import * as storm from "../app/features/scheduling/storm/emails";
import {
  application,
  back,
  claim,
  days,
  due,
  letters,
  longVisit,
  meeting,
  message,
  news,
  ofPlan,
  person,
  plan,
  planReceipt,
  receipt,
  SITE,
  sender,
  storming,
  visit,
} from "./mail-sample-facts";
import { CLAIM_SAMPLES } from "./mail-samples-of-claims";
import { CREW_SAMPLES } from "./mail-samples-of-crews";
import { MONEY_SAMPLES } from "./mail-samples-of-money";

/** Every mail there is, with what it says on a usual day; and some with as much as it may have to say. */
export const SAMPLES: Record<string, ReactElement> = {
  ...MONEY_SAMPLES,
  ...CREW_SAMPLES,
  ...CLAIM_SAMPLES,
  "booking-confirmed": <booking.BookingConfirmedEmail {...visit} />,
  "booking-confirmed-long": <booking.BookingConfirmedEmail {...longVisit} />,
  "booking-confirmed-due": <booking.BookingConfirmedEmail {...due} />,
  "booking-moved": (
    <booking.BookingMovedEmail
      {...visit}
      fees="This visit was rescheduled less than 24 hours ahead, so if you cancel it now we keep half the price."
    />
  ),
  "booking-cancelled": <payment.BookingCancelledEmail {...visit} refund={back} />,
  "booking-cancelled-late": (
    <payment.BookingCancelledEmail
      {...longVisit}
      refund={{ ...back, amount: "$6,855.03", money: "$6,855.03", failed: true }}
    />
  ),
  "booking-skipped": (
    <payment.BookingCancelledEmail {...ofPlan} refund={{ ...back, amount: null, money: null }} />
  ),
  "booking-flagged": (
    <booking.BookingFlaggedEmail {...visit} flag={{ why: "slot lost", kept: false, money: null }} />
  ),
  "booking-flagged-amount": (
    <booking.BookingFlaggedEmail
      {...visit}
      flag={{ why: "other amount", kept: true, money: { paid: "$150.00", asked: "$159.00" } }}
    />
  ),
  "booking-waits": <booking.BookingWaitsEmail {...visit} />,
  "payment-processing": <payment.PaymentProcessingEmail {...due} kept />,
  "payment-processing-gone": <payment.PaymentProcessingEmail {...longVisit} kept={false} />,
  "payment-failed": <payment.PaymentFailedEmail {...due} again={`${SITE}/book`} />,
  receipt: <payment.PaymentReceiptEmail {...visit} receipt={{ ...receipt, how: "in cash" }} />,
  "receipt-long": <payment.PaymentReceiptEmail {...longVisit} />,
  "refund-twice": (
    <payment.RefundSentEmail
      {...visit}
      amount="$159.00"
      method={null}
      to_credit={false}
      left={null}
      instead="Regular Cleaning on Friday, November 20, 2026, 10:00 AM"
    />
  ),
  reminder: (
    <reminders.ReminderEmail {...visit} day="tomorrow" time="10:00 AM" choices={`${SITE}/profile/mails`} />
  ),
  "reminder-due-long": (
    <reminders.ReminderEmail
      {...longVisit}
      due="$13,710.06"
      paid={null}
      day="today"
      time="12:00 PM"
      choices={null}
    />
  ),
  "review-invitation": (
    <reviews.ReviewInvitationEmail
      {...letters}
      first_name="Ada"
      service="Regular Cleaning"
      day="Tuesday, November 24"
      google_url="https://g.page/r/white-birch/review"
      claim={{ url: claim.url, until: "Nov 25, 2026, 1:00 PM" }}
    />
  ),
  "review-invitation-late": (
    <reviews.ReviewInvitationEmail
      {...letters}
      {...{ first_name: null, service: "Regular Cleaning", day: "Tuesday, November 24" }}
      google_url=""
      claim={null}
    />
  ),
  verification: <account.VerificationEmail {...person} />,
  "password-reset": <account.PasswordResetEmail {...person} />,
  "account-exists": <account.AccountExistsEmail {...person} first_name={null} />,
  "new-sign-in": (
    <account.NewSignInEmail {...person} when="Nov 22, 2026, 4:30 PM" device="Firefox on Windows" />
  ),
  "password-changed": <account.PasswordChangedEmail {...person} when="Nov 22, 2026, 4:30 PM" />,
  "two-factor-off": (
    <account.TwoFactorEmail
      {...person}
      when="Nov 22, 2026, 4:30 PM"
      heading="Two-factor authentication is off"
      change="off"
    />
  ),
  "passkey-added": (
    <account.PasskeyEmail {...person} when="Nov 22, 2026, 4:30 PM" heading="New passkey" change="added" />
  ),
  "role-changed": (
    <account.RoleEmail
      {...person}
      when="Nov 22, 2026, 4:30 PM"
      heading="Your role was changed"
      change="Your role changed from User to Dispatcher."
    />
  ),
  invitation: (
    <staff.InvitationEmail
      sender={sender}
      url={`${SITE}/invitation?token=3f0c`}
      by="Amira Office"
      role_name="Dispatcher"
      note="Bookings, schedule, crews' days, customers, plans and messages. No refunds, prices, exports or settings."
      until="Nov 29, 2026, 4:30 PM"
    />
  ),
  "request-acknowledged": <requests.RequestAcknowledgedEmail sender={sender} zip="03801" />,
  "request-notice": (
    <requests.RequestNoticeEmail
      sender={sender}
      request={{
        name: "Grace Hopper",
        email: "grace@mail.example",
        phone: "(603) 555-0188",
        zip_code: "03801",
        service: "Regular Cleaning",
        date: "Tuesday, December 1, 2026",
      }}
    />
  ),
  "message-acknowledged": <messages.MessageAcknowledgedEmail sender={sender} />,
  "message-notice": <messages.MessageNoticeEmail sender={sender} message={message} />,
  "message-reply": (
    <messages.MessageReplyEmail
      {...{
        sender,
        body: "Dear Grace,\n\nof course: it is on the van.\n\nThe office",
        written: "Sunday, November 22, 2026",
      }}
    />
  ),
  "application-notice": <careers.ApplicationEmail {...{ sender, name: "Linus Pauling", application }} />,
  "application-acknowledged": (
    <careers.ApplicationAcknowledgedEmail
      sender={sender}
      position="Residential Cleaner"
      location="Pittsfield, NH"
    />
  ),
  interview: <careers.InterviewEmail {...meeting} state="invited" />,
  "interview-cancelled": <careers.InterviewEmail {...meeting} state="cancelled" />,
  "applicant-letter": (
    <careers.ApplicantEmail
      {...{
        sender,
        subject: "Your application as Residential Cleaner",
        body: "Dear Linus,\n\nthank you for coming by.",
      }}
    />
  ),
  "newsletter-confirm": <newsletter.NewsletterConfirmEmail {...news} />,
  "newsletter-welcome": <newsletter.NewsletterWelcomeEmail {...letters} />,
  "newsletter-already": <newsletter.NewsletterAlreadyEmail {...letters} />,
  "plan-started": (
    <plans.PlanStartedEmail
      {...plan}
      receipt={planReceipt}
      visits={days}
      next_charge="Dec 18, 2026"
      open={1}
    />
  ),
  "plan-charge": (
    <planPayment.PlanChargeEmail {...plan} date="Friday, December 18, 2026" skip_url={plan.url} />
  ),
  "plan-receipt": <planPayment.PlanReceiptEmail {...plan} receipt={planReceipt} />,
  "plan-refund": (
    <planPayment.PlanRefundEmail
      {...plan}
      amount="$100.00"
      to_credit={false}
      receipt={{ ...planReceipt, balance: "$189.00" }}
      instead={null}
    />
  ),
  "plan-payment-processing": <planPayment.PlanPaymentProcessingEmail {...plan} />,
  "plan-payment-failed": (
    <planPayment.PlanPaymentFailedEmail {...plan} pay_url={SITE} pay_by="Wednesday, November 25, 2026" />
  ),
  "plan-ended": <plans.PlanEndedEmail {...plan} why="as asked" days={[]} again_url={SITE} />,
  "plan-changed": (
    <plans.PlanChangedEmail
      {...plan}
      news={{
        heading: "Your plan is active again",
        text: "Your plan is active again. Here are your next visits.",
        facts: [{ label: "Next charge", value: "$289.00 on Dec 18, 2026" }],
      }}
      days={days}
    />
  ),
  "plan-visit-moved": (
    <plans.PlanVisitMovedEmail
      {...plan}
      own="Tue, Nov 24, 10:00 AM"
      now="Wednesday, November 25, 2026, 8:00 AM"
      move_url={SITE}
    />
  ),
  "storm-offer": <storm.StormOfferEmail {...storming} />,
  "storm-over": <storm.StormOverEmail {...storming} />,
  "closing-offer": <storm.StormOfferEmail {...storming} kind="closing" />,
  "closing-over": <storm.StormOverEmail {...storming} kind="closing" />,
  "office-notice": (
    <notices.OfficeNoticeEmail
      sender={sender}
      heading="A new booking"
      text="Regular Cleaning, Tuesday, November 24, 2026, 10:00 AM"
      facts={[
        { label: "Customer", value: "Ada Lovelace, ada.lovelace.of.the.analytical.engine@mail.example" },
        { label: "Service", value: "Regular Cleaning" },
        { label: "Total", value: "$159.00" },
      ]}
      action={{ label: "Open the booking", url: SITE }}
    />
  ),
  "approval-asked": (
    <notices.OfficeNoticeEmail
      sender={sender}
      heading="Refund of $600.00"
      text="Bea Books asks for a refund of $600.00, which is above their limit. Nothing happens until you or someone else approves it."
      facts={[
        { label: "Customer", value: "Ada Lovelace" },
        { label: "Order", value: "#1042" },
        { label: "Reason", value: "The vase in the hall was broken, and the rug below it is stained" },
        { label: "Asked", value: "Nov 22, 2026, 4:30 PM" },
      ]}
      action={{ label: "View order", url: SITE }}
    />
  ),
  "daily-summary": (
    <notices.DailySummaryEmail
      sender={sender}
      day="Sunday, November 22, 2026"
      facts={[
        { label: "New bookings", value: "4" },
        { label: "Payments", value: "$1,272.00" },
        { label: "Refunds", value: "None" },
      ]}
      next="tomorrow"
      visits={[
        { label: "8:00 AM", value: "Regular Cleaning, Birch crew" },
        { label: "8:00 AM", value: "Deep Cleaning, Maple crew" },
        { label: "2:00 PM", value: "Window Cleaning, no crew assigned" },
      ]}
      url={SITE}
    />
  ),
};
