import {
  EmailFacts,
  EmailGreeting,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

type GiftEmail = { sender: Sender; amount: string };

type Received = GiftEmail & {
  to: string | null;
  from: string;
  code: string;
  url: string;
};

/** 'You have a gift card', with its code: the only place where it stands. */
export function GiftCardEmail({ sender, amount, to, from, code, url }: Received) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`${amount} for a clean home, from ${from}`}
      heading={`A gift card of ${amount}`}
      action={{ label: "Redeem the gift card", url }}
    >
      <EmailGreeting name={to} />
      <EmailText>
        {from} gives you {amount} for a cleaning by {sender.company_name}. Their message is on the card, which
        is attached as a picture and to print.
      </EmailText>
      <EmailFacts facts={[{ label: "Code", value: code }]} />
      <EmailText>
        Log in or create an account and enter the code. It becomes your credit, which pays for your visits and
        does not expire. Keep this email until then: whoever has the code can redeem it.
      </EmailText>
      <EmailText>Questions? Reply to this email or call {sender.phone}.</EmailText>
    </EmailTemplate>
  );
}

type Bought = GiftEmail & {
  buyer: string | null;
  recipient: string;
  sent_on: string;
  paid_on: string;
  number: string;
  url: string;
};

/** 'Thank you', to whoever bought a gift card. */
export function GiftCardReceiptEmail({
  sender,
  amount,
  buyer,
  recipient,
  sent_on,
  paid_on,
  number,
  url,
}: Bought) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`Your gift card of ${amount}`}
      heading="Thank you for your gift"
      action={{ label: "Give another one", url }}
    >
      <EmailGreeting name={buyer} />
      <EmailText>We email your gift card with its code to {recipient}.</EmailText>
      <EmailFacts
        facts={[
          { label: "Gift card", value: number },
          { label: "Sent on", value: sent_on },
          { label: "Paid", value: `${amount} on ${paid_on}` },
        ]}
      />
      <EmailText>Is something not right? Reply to this email or call {sender.phone}.</EmailText>
    </EmailTemplate>
  );
}

/** 'We have refunded your gift card', to whoever bought it. */
export function GiftCardRefundEmail({
  sender,
  amount,
  buyer,
  number,
  url,
}: GiftEmail & { buyer: string | null; number: string; url: string }) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`Your gift card of ${amount} is refunded`}
      heading={`We’ve refunded ${amount}`}
      action={{ label: "See our gift cards", url }}
    >
      <EmailGreeting name={buyer} />
      <EmailText>
        Gift card {number} is refunded to the card you paid with, and its code no longer works. It can take 5
        to 10 business days to show up on your statement.
      </EmailText>
      <EmailText>Questions? Reply to this email or call {sender.phone}.</EmailText>
    </EmailTemplate>
  );
}
