import { EmailFacts, EmailTemplate, EmailText, type Sender } from "~/features/notifications/email/template";

type Fact = { label: string; value: string };

type NoticeEmail = {
  sender: Sender;
  heading: string;
  /** A sentence before the facts. */
  text: string;
  facts: Fact[];
  action: { label: string; url: string };
};

/** A notice to the office: one thing that has happened, and where to see to it. */
export function OfficeNoticeEmail({ sender, heading, text, facts, action }: NoticeEmail) {
  return (
    <EmailTemplate sender={sender} preview={text} heading={heading} action={action}>
      <EmailText>{text}</EmailText>
      <EmailFacts facts={facts} />
    </EmailTemplate>
  );
}

type SummaryEmail = {
  sender: Sender;
  day: string;
  facts: Fact[];
  next: "today" | "tomorrow";
  /** The next day's visits: when, and what and who comes. No customer is named: the mail stays when they go. */
  visits: Fact[];
  url: string;
};

/** 'Your day', at its end. */
export function DailySummaryEmail({ sender, day, facts, next, visits, url }: SummaryEmail) {
  return (
    <EmailTemplate
      sender={sender}
      preview={day}
      heading="Daily summary"
      action={{ label: "Open the admin panel", url }}
    >
      <EmailText>{day}</EmailText>
      <EmailFacts facts={facts} />
      <EmailText>
        {visits.length > 0 ? `${next === "today" ? "Today" : "Tomorrow"}:` : `No visits ${next}.`}
      </EmailText>
      {visits.length > 0 && <EmailFacts facts={visits} />}
    </EmailTemplate>
  );
}
