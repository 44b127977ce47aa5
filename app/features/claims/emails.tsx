import {
  EmailFacts,
  EmailGreeting,
  EmailLines,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

/** A claim in an email: finished strings. What the customer typed is not repeated to them. */
export type ClaimEmail = {
  sender: Sender;
  customer_name: string | null;
  /** "#1042". */
  number: string;
  service: string;
  day: string;
  /** By when the office answers. */
  due: string;
  /** The visit's page. */
  url: string;
};

/** 'We have your claim', to the customer. */
export function ClaimReceivedEmail({ sender, customer_name, number, service, day, due, url }: ClaimEmail) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`We’ll answer by ${due}`}
      heading="We have your claim"
      action={{ label: "See your claim", url }}
    >
      <EmailGreeting name={customer_name} />
      <EmailText>
        Thank you for telling us. We’re sorry that something wasn’t right. We’re looking into it, and you’ll
        have our answer by {due}.
      </EmailText>
      <EmailFacts facts={factsOf({ number, service, day })} />
    </EmailTemplate>
  );
}

type Answered = ClaimEmail & {
  decision: string;
  /** Staff's words; null without any. */
  answer: string | null;
  /** Whether a crew comes again: `url` is then that visit's page. */
  again: boolean;
};

/** What the office decided, to the customer. */
export function ClaimAnsweredEmail({
  sender,
  customer_name,
  decision,
  answer,
  again,
  url,
  ...visit
}: Answered) {
  return (
    <EmailTemplate
      sender={sender}
      preview={decision}
      heading="Our answer to your claim"
      action={{ label: again ? "See the new visit" : "See your visit", url }}
    >
      <EmailGreeting name={customer_name} />
      <EmailText>{decision}</EmailText>
      {answer && <EmailLines>{answer}</EmailLines>}
      <EmailFacts facts={factsOf(visit)} />
      <EmailText>Questions? Reply to this email or call {sender.phone}.</EmailText>
    </EmailTemplate>
  );
}

type Notice = {
  sender: Sender;
  customer: string;
  number: string;
  service: string;
  day: string;
  room: string;
  words: string;
  pictures: number;
  due: string;
  url: string;
};

/** Tells the office of a new claim. */
export function ClaimNoticeEmail({ sender, customer, room, words, pictures, due, url, ...visit }: Notice) {
  const facts = [
    { label: "Customer", value: customer },
    ...factsOf(visit),
    { label: "Room", value: room },
    ...(pictures > 0 ? [{ label: "Photos", value: String(pictures) }] : []),
    { label: "Answer by", value: due },
  ];
  return (
    <EmailTemplate
      sender={sender}
      preview={words.slice(0, 120)}
      heading="New claim"
      action={{ label: "Answer the claim", url }}
    >
      <EmailFacts facts={facts} />
      <EmailLines>{words}</EmailLines>
    </EmailTemplate>
  );
}

function factsOf({ number, service, day }: Pick<ClaimEmail, "number" | "service" | "day">) {
  return [
    { label: "Visit", value: number },
    { label: "Service", value: service },
    { label: "Day", value: day },
  ];
}
