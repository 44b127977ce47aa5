import type { ReactElement } from "react";
import * as crew from "../app/features/booking/emails/crew-emails";
import * as booking from "../app/features/booking/emails/emails";
import * as payment from "../app/features/booking/emails/payment-emails";
import * as status from "../app/features/booking/emails/status-emails";
import * as careers from "../app/features/careers/emails";
import * as interview from "../app/features/careers/office/emails";
import * as newsletter from "../app/features/content/newsletter/emails";
import * as security from "../app/features/identity/security/emails";
import * as account from "../app/features/identity/sign-in/emails";
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

/** Every mail there is, with what it says on a usual day; and some with as much as it may have to say. */
export const SAMPLES: Record<string, ReactElement> = {
  "booking-confirmed": <booking.BookingConfirmedMail {...visit} />,
  "booking-confirmed-long": <booking.BookingConfirmedMail {...longVisit} />,
  "booking-confirmed-due": <booking.BookingConfirmedMail {...due} />,
  "booking-moved": <booking.BookingMovedMail {...visit} late_fee_applies />,
  "booking-cancelled": <booking.BookingCancelledMail {...visit} refund={back} />,
  "booking-cancelled-late": (
    <booking.BookingCancelledMail {...longVisit} refund={{ ...back, amount: "$6,855.03", failed: true }} />
  ),
  "booking-skipped": <booking.BookingCancelledMail {...ofPlan} refund={{ ...back, amount: null }} />,
  "booking-flagged": (
    <booking.BookingFlaggedMail {...visit} flag={{ why: "slot lost", kept: false, money: null }} />
  ),
  "booking-flagged-amount": (
    <booking.BookingFlaggedMail
      {...visit}
      flag={{ why: "other amount", kept: true, money: { paid: "$150.00", asked: "$159.00" } }}
    />
  ),
  "booking-done": <status.BookingDoneMail {...visit} />,
  "booking-waits": <status.BookingWaitsMail {...visit} />,
  "payment-processing": <payment.PaymentProcessingMail {...due} kept />,
  "payment-processing-gone": <payment.PaymentProcessingMail {...longVisit} kept={false} />,
  "payment-failed": <payment.PaymentFailedMail {...due} again={`${SITE}/book`} />,
  receipt: <payment.PaymentReceiptMail {...visit} receipt={{ ...receipt, how: "in cash" }} />,
  "receipt-long": <payment.PaymentReceiptMail {...longVisit} />,
  refund: <payment.RefundSentMail {...visit} amount="$50.00" method={null} left="$109.00" instead={null} />,
  "refund-twice": (
    <payment.RefundSentMail
      {...visit}
      amount="$159.00"
      method={null}
      left={null}
      instead="Regular Cleaning on Friday, November 20, 2026, 10:00 AM"
    />
  ),
  reminder: (
    <reminders.ReminderMail {...visit} day="tomorrow" time="10:00 AM" choices={`${SITE}/profile/mails`} />
  ),
  "reminder-due-long": (
    <reminders.ReminderMail
      {...longVisit}
      due="$13,710.06"
      paid={null}
      day="today"
      time="12:00 PM"
      choices={null}
    />
  ),
  "review-invitation": (
    <reviews.ReviewInvitationMail
      {...letters}
      first_name="Ada"
      service="Regular Cleaning"
      day="Tuesday, November 24"
    />
  ),
  "crew-moved": (
    <crew.CrewVisitMail
      {...{ ...visit, change: "moved", crew: "Birch crew", before: "Monday, November 23, 2026, 8:00 AM" }}
    />
  ),
  "crew-cancelled": (
    <crew.CrewVisitMail {...{ ...visit, change: "cancelled", crew: "Birch crew", before: visit.when }} />
  ),
  verification: <account.VerificationMail {...person} />,
  "password-reset": <account.PasswordResetMail {...person} />,
  "account-exists": <account.AccountExistsMail {...person} first_name={null} />,
  "new-sign-in": (
    <security.NewSignInMail {...person} when="Nov 22, 2026, 4:30 PM" device="Firefox on Windows" />
  ),
  "password-changed": <security.PasswordChangedMail {...person} when="Nov 22, 2026, 4:30 PM" />,
  "two-factor-off": (
    <security.TwoFactorMail
      {...person}
      when="Nov 22, 2026, 4:30 PM"
      heading="Two-factor authentication is off"
      change="off"
    />
  ),
  "message-acknowledged": <messages.MessageAcknowledgedMail sender={sender} />,
  "message-notice": <messages.MessageNoticeMail sender={sender} message={message} />,
  "message-reply": (
    <messages.MessageReplyMail
      {...{
        sender,
        body: "Dear Grace,\n\nof course: it is on the van.\n\nThe office",
        written: "Sunday, November 22, 2026",
      }}
    />
  ),
  "application-notice": <careers.ApplicationMail {...{ sender, name: "Linus Pauling", application }} />,
  "application-acknowledged": (
    <careers.ApplicationAcknowledgedMail
      sender={sender}
      position="Residential Cleaner"
      location="Pittsfield, NH"
    />
  ),
  interview: <interview.InterviewMail {...meeting} state="invited" />,
  "interview-cancelled": <interview.InterviewMail {...meeting} state="cancelled" />,
  "applicant-letter": (
    <interview.ApplicantMail
      {...{
        sender,
        subject: "Your application as Residential Cleaner",
        body: "Dear Linus,\n\nthank you for coming by.",
      }}
    />
  ),
  "newsletter-confirm": <newsletter.NewsletterConfirmMail {...news} />,
  "newsletter-welcome": <newsletter.NewsletterWelcomeMail {...letters} />,
  "newsletter-already": <newsletter.NewsletterAlreadyMail {...letters} />,
  "plan-started": (
    <plans.PlanStartedMail
      {...plan}
      receipt={planReceipt}
      visits={days}
      next_charge="Dec 18, 2026"
      open={1}
    />
  ),
  "plan-charge": <plans.PlanChargeMail {...plan} date="Friday, December 18, 2026" skip_url={plan.url} />,
  "plan-receipt": <planPayment.PlanReceiptMail {...plan} receipt={planReceipt} />,
  "plan-refund": (
    <planPayment.PlanRefundMail
      {...plan}
      amount="$100.00"
      receipt={{ ...planReceipt, balance: "$189.00" }}
      instead={null}
    />
  ),
  "plan-payment-processing": <plans.PlanPaymentProcessingMail {...plan} />,
  "plan-payment-failed": (
    <plans.PlanPaymentFailedMail {...plan} pay_url={SITE} pay_by="Wednesday, November 25, 2026" />
  ),
  "plan-ended": <plans.PlanEndedMail {...plan} why="as asked" days={[]} again_url={SITE} />,
  "plan-changed": (
    <plans.PlanChangedMail
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
    <plans.PlanVisitMovedMail
      {...plan}
      own="Tue, Nov 24, 10:00 AM"
      now="Wednesday, November 25, 2026, 8:00 AM"
      move_url={SITE}
    />
  ),
  "storm-offer": <storm.StormOfferMail {...storming} />,
  "storm-over": <storm.StormOverMail {...storming} />,
  "office-notice": (
    <notices.OfficeNoticeMail
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
  "daily-summary": (
    <notices.DailySummaryMail
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
