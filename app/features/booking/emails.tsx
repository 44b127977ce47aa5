import { MailFacts, MailTemplate, MailText, type Sender } from "~/features/mail/template";

export type BookingMail = {
  sender: Sender;
  customer_name: string | null;
  service: string;
  when: string;
  duration: string;
  where: string;
  total: string;
  url: string;
};

/** 'Your cleaning is booked', sent once the payment has arrived. */
export function BookingConfirmedMail({ sender, ...booking }: BookingMail) {
  return (
    <MailTemplate
      sender={sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your cleaning is booked"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} thank you. Your payment has arrived and your crew is reserved.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>
        Plans change: cancel 24 hours or more ahead for a full refund; later, half the price is kept. Just
        answer this mail or call {sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

/** Paid, but the visit can't be promised: a person will get in touch. */
export function BookingFlaggedMail({ sender, ...booking }: BookingMail) {
  return (
    <MailTemplate
      sender={sender}
      preview="We have your payment and will call you about the time"
      heading="We need to find you a new time"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} your payment has arrived, but we could not keep this time for you.
        We will get in touch shortly with other times; if none suits you, you get everything back.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>You can also call us right away: {sender.phone}.</MailText>
    </MailTemplate>
  );
}

function greeting(name: string | null): string {
  return name ? `Hello ${name},` : "Hello,";
}

function factsOf({ service, when, duration, where, total }: Omit<BookingMail, "sender">) {
  return [
    { label: "Service", value: service },
    { label: "When", value: when },
    { label: "How long", value: duration },
    { label: "Where", value: where },
    { label: "Paid", value: total },
  ];
}
