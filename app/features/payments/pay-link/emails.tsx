import {
  EmailFacts,
  EmailGreeting,
  EmailPrice,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

export type PayEmail = {
  sender: Sender;
  customer_name: string | null;
  /** "Regular Cleaning, Wednesday, June 10, 2026". */
  of: string;
  /** "#1042". */
  number: string;
  lines: { label: string; amount: string }[];
  url: string;
};

/** 'You can pay online': what is due, and the link to pay it. */
export function PayLinkEmail({ due, ...email }: PayEmail & { due: string }) {
  return (
    <EmailTemplate
      sender={email.sender}
      preview={`${due} is due for ${email.of}`}
      heading={`${due} is due`}
      action={{ label: `Pay ${due}`, url: email.url }}
    >
      <EmailGreeting name={email.customer_name} />
      <EmailText>
        This is what is still to be paid for {email.of}. The button leads to a secure page where you pay by
        card.
      </EmailText>
      <EmailPrice lines={email.lines} total={{ label: "Due", amount: due }} />
      <EmailText>
        Order {email.number}. Is something not right? Reply to this email or call {email.sender.phone}.
      </EmailText>
    </EmailTemplate>
  );
}

type Received = PayEmail & { amount: string; tip: string | null; due: string | null; on: string };

/** 'We received your payment', with what is still due. */
export function PaymentReceivedEmail({ amount, tip, due, on, ...email }: Received) {
  return (
    <EmailTemplate
      sender={email.sender}
      preview={`${amount} for ${email.of}`}
      heading={tip ? "Thank you, also from your crew" : "Thank you for your payment"}
      action={{ label: due ? `Pay ${due}` : "See the order", url: email.url }}
    >
      <EmailGreeting name={email.customer_name} />
      <EmailText>
        We received {amount} for {email.of}.
      </EmailText>
      <EmailFacts
        facts={[
          { label: "Paid", value: amount },
          ...(tip ? [{ label: "Of it, tip", value: tip }] : []),
          { label: "On", value: on },
          { label: "Order", value: email.number },
          { label: "Still due", value: due ?? "Nothing" },
        ]}
      />
      <EmailText>Questions? Reply to this email or call {email.sender.phone}.</EmailText>
    </EmailTemplate>
  );
}
