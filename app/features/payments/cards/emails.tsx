import { EmailGreeting, EmailPrice, EmailTemplate, EmailText } from "~/features/notifications/email/template";
import type { PayEmail } from "~/features/payments/pay-link/emails";

type Declined = PayEmail & { due: string; card: string; next: string | null };

/** 'Your card was declined': what is due, how to pay it in another way, and when the card is tried again. */
export function CardDeclinedEmail({ due, card, next, ...email }: Declined) {
  return (
    <EmailTemplate
      sender={email.sender}
      preview={`${due} for ${email.of} could not be charged`}
      heading="Your card was declined"
      action={{ label: `Pay ${due}`, url: email.url }}
    >
      <EmailGreeting name={email.customer_name} />
      <EmailText>
        We tried to charge {due} to your {card} for {email.of}, and your bank said no. The button leads to a
        page where you pay with another card, or save a new one.
      </EmailText>
      <EmailPrice lines={email.lines} total={{ label: "Due", amount: due }} />
      <EmailText>
        {next
          ? `If it isn’t paid by then, we try the same card again on ${next}.`
          : "We don’t try this card again."}{" "}
        Questions? Reply to this email or call {email.sender.phone}.
      </EmailText>
    </EmailTemplate>
  );
}

/** 'Save a card for your visit': staff booked a visit that is charged to a card. */
export function CardLinkEmail({ due, ...email }: PayEmail & { due: string }) {
  return (
    <EmailTemplate
      sender={email.sender}
      preview={`Save a card for ${email.of}`}
      heading="Please save a card"
      action={{ label: "Save a card", url: email.url }}
    >
      <EmailGreeting name={email.customer_name} />
      <EmailText>
        Your visit is booked: {email.of}. We charge {due} to your card after it. The button leads to a secure
        page where you save the card. Nothing is charged now.
      </EmailText>
      <EmailPrice lines={email.lines} total={{ label: "Charged after your visit", amount: due }} />
      <EmailText>
        Order {email.number}. Questions? Reply to this email or call {email.sender.phone}.
      </EmailText>
    </EmailTemplate>
  );
}
