import { MailFacts, MailTemplate, MailText, type Sender } from "~/features/notifications/email/template";

type Fact = { label: string; value: string };

type NoticeMail = {
  sender: Sender;
  heading: string;
  /** A sentence before the facts. */
  text: string;
  facts: Fact[];
  action: { label: string; url: string };
};

/** A notice to the office: one thing that has happened, and where to see to it. */
export function OfficeNoticeMail({ sender, heading, text, facts, action }: NoticeMail) {
  return (
    <MailTemplate sender={sender} preview={text} heading={heading} action={action}>
      <MailText>{text}</MailText>
      <MailFacts facts={facts} />
    </MailTemplate>
  );
}

type SummaryMail = {
  sender: Sender;
  day: string;
  facts: Fact[];
  next: "today" | "tomorrow";
  /** The next day's visits: when, and what and who comes. No customer is named: the mail stays when they go. */
  visits: Fact[];
  url: string;
};

/** 'Your day', at its end. */
export function DailySummaryMail({ sender, day, facts, next, visits, url }: SummaryMail) {
  return (
    <MailTemplate
      sender={sender}
      preview={day}
      heading="Daily summary"
      action={{ label: "Open the admin panel", url }}
    >
      <MailText>{day}</MailText>
      <MailFacts facts={facts} />
      <MailText>
        {visits.length > 0 ? `${next === "today" ? "Today" : "Tomorrow"}:` : `No visits ${next}.`}
      </MailText>
      {visits.length > 0 && <MailFacts facts={visits} />}
    </MailTemplate>
  );
}
