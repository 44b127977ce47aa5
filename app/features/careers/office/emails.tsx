import {
  MailFacts,
  MailGreeting,
  MailLines,
  MailTemplate,
  MailText,
  type Sender,
} from "~/features/notifications/email/template";

type Invitation = {
  sender: Sender;
  state: "invited" | "moved" | "cancelled";
  first_name: string;
  position: string;
  when: string;
  minutes: number;
  place: string;
  message: string;
};

const WORDS = {
  invited: {
    heading: "You’re invited to an interview",
    text: "Thank you for applying. We’d like to meet you for an interview.",
  },
  moved: {
    heading: "Your interview has changed",
    text: "Your interview details have changed. Here is the latest.",
  },
  cancelled: {
    heading: "Your interview is cancelled",
    text: "We’re sorry, but we have to cancel the interview below.",
  },
};

/** Invites to an interview, tells what changed about it, or calls it off. */
export function InterviewMail({ sender, state, first_name, message, ...plan }: Invitation) {
  const { heading, text } = WORDS[state];
  const facts = [
    { label: "Position", value: plan.position },
    { label: "When", value: plan.when },
    { label: "Duration", value: `${plan.minutes} minutes` },
    { label: "Where", value: plan.place },
  ];
  return (
    <MailTemplate sender={sender} preview={`${heading}: ${plan.when}`} heading={heading}>
      <MailGreeting name={first_name} />
      <MailText>{text}</MailText>
      <MailFacts facts={facts} />
      {state !== "cancelled" && message && <MailLines>{message}</MailLines>}
      {state !== "cancelled" && (
        <MailText>
          If the time doesn’t work for you, just reply to this email or call {sender.phone}.
        </MailText>
      )}
    </MailTemplate>
  );
}

type Letter = { sender: Sender; subject: string; body: string };

/** What staff wrote to an applicant. */
export function ApplicantMail({ sender, subject, body }: Letter) {
  return (
    <MailTemplate sender={sender} preview={body.slice(0, 120)} heading={subject}>
      <MailLines>{body}</MailLines>
    </MailTemplate>
  );
}
