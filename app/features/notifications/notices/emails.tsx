import { EmailFacts, EmailTemplate, EmailText, type Sender } from "~/features/notifications/email/template";

type Fact = { label: string; value: string };

type NoticeEmail = {
  sender: Sender;
  heading: string;
  text: string;
  facts: Fact[];
  action: { label: string; url: string };
};

/** A notice to the office about one event, with a link to act on it. */
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
  /** The next day's visits: time, service and crew. Names no customer, because the email outlives an erasure. */
  visits: Fact[];
  url: string;
};

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
