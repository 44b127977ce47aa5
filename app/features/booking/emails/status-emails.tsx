import { MailFacts, MailGreeting, MailTemplate, MailText } from "~/features/notifications/email/template";
import { type BookingMail, factsOf } from "./emails";

/** 'Your cleaning is complete': the office has completed the booking. */
export function BookingDoneMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`Thank you for choosing us: ${booking.service}`}
      heading="Your cleaning is complete"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        Thank you for choosing us! If anything isn’t right, tell us within 24 hours: reply to this email or
        call {booking.sender.phone}.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
    </MailTemplate>
  );
}

/** 'Your cleaning is not confirmed yet': the office has set the booking back. */
export function BookingWaitsMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your cleaning is not confirmed yet"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        We’re looking into your visit and will contact you shortly. Questions? Reply to this email or call{" "}
        {booking.sender.phone}.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
    </MailTemplate>
  );
}
