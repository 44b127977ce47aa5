import { MailFacts, MailTemplate, MailText } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";
import { type BookingMail, factsOf } from "./emails";

/** 'Your cleaning is done': the office has completed the booking. */
export function BookingDoneMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`Thank you for having us: ${booking.service}`}
      heading="Your cleaning is done"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} thank you for having us. If anything is not as it should be, tell us
        within 24 hours: answer this mail or call {booking.sender.phone}.
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
      <MailText>
        {greeting(booking.customer_name)} we are looking into your visit and will get in touch shortly. Any
        questions? Answer this mail or call {booking.sender.phone}.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
    </MailTemplate>
  );
}
