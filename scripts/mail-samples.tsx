import type { ReactElement } from "react";
import * as account from "../app/features/accounts/emails";
import * as security from "../app/features/accounts/security-emails";
import * as crew from "../app/features/booking/crew-emails";
import * as booking from "../app/features/booking/emails";
import * as payment from "../app/features/booking/payment-emails";
import * as status from "../app/features/booking/status-emails";
import * as careers from "../app/features/careers/emails";
import * as interview from "../app/features/careers/office-emails";
import * as messages from "../app/features/messages/emails";
import * as newsletter from "../app/features/newsletter/emails";
import * as notices from "../app/features/notices/emails";
import * as plans from "../app/features/plans/emails";
import * as planPayment from "../app/features/plans/payment-emails";
import * as reminders from "../app/features/reminders/emails";
import * as reviews from "../app/features/reviews/emails";
import * as storm from "../app/features/storm/emails";

const SITE = "https://whitebirch.example";
const ID = "3f6f1c52-6a0e-4b0b-9a51-5a0b7a1f9e21";
const KEY = "?key=8Qm2vJx0bT5yLr7WcN4fUe1sHa6kPdG9";

const sender = {
  company_name: "White Birch Cleaning",
  contact_email: "hello@whitebirch.example",
  phone: "(603) 555-0142",
};
const longSender = {
  company_name: "White Birch Cleaning and Property Care of Central New Hampshire",
  contact_email: "customer.service.and.bookings@white-birch-cleaning-and-property-care.example",
  phone: "+1 (603) 555-0142 ext. 4417",
};

const lines = [{ label: "Regular Cleaning, 3 hours", amount: "$159.00" }];
const receipt = {
  number: "5A0B7A1F",
  paid_on: "Nov 18, 2026",
  how: null,
  lines,
  total: "$159.00",
  url: `${SITE}/bookings/${ID}/receipt${KEY}`,
};
const visit = {
  sender,
  customer_name: "Ada",
  service: "Regular Cleaning",
  when: "Tuesday, November 24, 2026, 10:00 AM",
  duration: "3 hours",
  where: "14 Barnstead Road, Pittsfield, NH 03263",
  paid: "$159.00",
  receipt,
  lines,
  due: null,
  of_plan: false,
  policy: { full_refund_hours: 24, late_fee_percent: 50 },
  late_fee_applies: false,
  url: `${SITE}/bookings/${ID}${KEY}`,
};
const longLines = [
  {
    label: "Move-in and Move-out Cleaning of a House with Outbuildings, 12 hours at $1,053.00",
    amount: "$12,636.00",
  },
  { label: "Tax (8.5 %)", amount: "$1,074.06" },
];
const longVisit = {
  ...visit,
  sender: longSender,
  customer_name: "Maximiliane-Charlotte von Hohenstein-Wintersfeld",
  service: "Move-in and Move-out Cleaning of a House with Outbuildings",
  when: "Wednesday, September 30, 2026, 12:00 PM",
  duration: "12 hours",
  where:
    "1482 Old North Barnstead and Catamount Mountain Road, Apartment 14B behind the sawmill, Pittsfield-on-Suncook, NH 03263-9999",
  paid: "$13,710.06",
  lines: longLines,
  receipt: { ...receipt, how: "by check", lines: longLines, total: "$13,710.06" },
};
const due = { ...visit, paid: null, receipt: null, due: "$159.00" };
const ofPlan = { ...visit, paid: null, receipt: null, of_plan: true };
const back = { amount: "$159.00", failed: false, method: null, processing: false };

const plan = {
  sender,
  customer_name: "Ada",
  service: "Monthly Home Care",
  when: "Every other Tuesday at 10:00 AM",
  where: visit.where,
  price: "$289.00",
  url: `${SITE}/plans/${ID}${KEY}`,
};
const planReceipt = {
  ...receipt,
  lines: [{ label: "Monthly Home Care, a month", amount: "$289.00" }],
  total: "$289.00",
  url: `${SITE}/plans/${ID}/receipt/${ID}${KEY}`,
};
const days = ["24", "8", "22", "5", "19", "2"].map((day, index) => {
  const month = ["November", "December", "December", "January", "January", "February"][index];
  return `Tuesday, ${month} ${day}, 10:00 AM`;
});

const person = { sender, first_name: "Ada", url: `${SITE}/verify-email?token=8Qm2vJx0bT5yLr7W` };
const news = { sender, url: `${SITE}/newsletter/confirm${KEY}` };
const letters = { ...news, unsubscribe: `${SITE}/newsletter/unsubscribe${KEY}` };

const message = {
  name: "Grace Hopper",
  email: "grace@mail.example",
  phone: "(603) 555-0188",
  message:
    "Hello,\n\nthe crew was lovely, thank you. Could they bring the long ladder next time? The windows above the stairs need it.\n\nGrace",
};
const application = {
  position: "Residential Cleaner",
  location: "Pittsfield, NH",
  email: "linus@mail.example",
  phone: "(603) 555-0121",
  experience: "2 to 4 years",
  availability: "Weekdays, mornings",
  resume_url: "https://www.linkedin.com/in/linus-pauling-of-pittsfield-new-hampshire-0123456789",
  cover_letter:
    "Dear team,\n\nI have cleaned houses around Concord for three years, and I like to see a room turn out well.",
};
const meeting = {
  sender,
  first_name: "Linus",
  position: "Residential Cleaner, Pittsfield, NH",
  when: "Thursday, November 26, 2026, 9:30 AM",
  minutes: 45,
  place: "At the office, 12 Main Street, Pittsfield",
  message: "Please bring two references.\nParking is behind the house.",
};
const storming = {
  sender,
  customer_name: "Ada",
  service: "Regular Cleaning",
  day: "Tuesday, November 24, 2026",
  time: "10:00 AM",
  where: visit.where,
  proposal: "Thursday, November 26, 2026, 10:00 AM",
  refund: "$159.00",
  urls: { answer: `${SITE}/a`, choose: `${SITE}/b`, skip: `${SITE}/c`, visit: visit.url },
};

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
  "booking-flagged": <booking.BookingFlaggedMail {...visit} />,
  "booking-done": <status.BookingDoneMail {...visit} />,
  "booking-waits": <status.BookingWaitsMail {...visit} />,
  "payment-processing": <payment.PaymentProcessingMail {...due} kept />,
  "payment-processing-gone": <payment.PaymentProcessingMail {...longVisit} kept={false} />,
  "payment-failed": <payment.PaymentFailedMail {...due} again={`${SITE}/book`} />,
  receipt: <payment.PaymentReceiptMail {...visit} receipt={{ ...receipt, how: "in cash" }} />,
  "receipt-long": <payment.PaymentReceiptMail {...longVisit} />,
  refund: <payment.RefundSentMail {...visit} amount="$50.00" method={null} left="$109.00" />,
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
  "message-acknowledged": <messages.MessageAcknowledgedMail sender={sender} />,
  "message-notice": <messages.MessageNoticeMail sender={sender} message={message} />,
  "message-reply": (
    <messages.MessageReplyMail
      {...{
        sender,
        body: "Dear Grace,\n\nof course: it is on the van.\n\nThe office",
        written: "Sunday, November 22, 2026",
      }}
      message={message.message}
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
    <interview.ApplicantLetterMail
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
    <planPayment.PlanRefundMail {...plan} amount="$100.00" receipt={{ ...planReceipt, balance: "$189.00" }} />
  ),
  "plan-payment-processing": <plans.PlanPaymentProcessingMail {...plan} />,
  "plan-payment-failed": (
    <plans.PlanPaymentFailedMail {...plan} pay_url={SITE} pay_by="Wednesday, November 25, 2026" />
  ),
  "plan-ended": <plans.PlanEndedMail {...plan} why="as asked" again_url={SITE} />,
  "plan-changed": (
    <plans.PlanChangedMail
      {...plan}
      news={{
        heading: "Your plan goes on",
        text: "your plan goes on. These are your next visits.",
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
        { label: "2:00 PM", value: "Window Cleaning, no crew yet" },
      ]}
      url={SITE}
    />
  ),
};
