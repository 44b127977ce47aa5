import { MailFacts, MailLines, MailTemplate, MailText, type Sender } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";

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
    heading: "We would like to meet you",
    text: "thank you for applying. We would like to get to know you.",
  },
  moved: {
    heading: "Your interview has changed",
    text: "please note what has changed about your interview.",
  },
  cancelled: {
    heading: "Your interview is cancelled",
    text: "we are sorry: the interview below will not take place.",
  },
};

/** Invites to an interview, tells what changed about it, or calls it off. */
export function InterviewMail({ sender, state, first_name, message, ...plan }: Invitation) {
  const { heading, text } = WORDS[state];
  const facts = [
    { label: "Position", value: plan.position },
    { label: "When", value: plan.when },
    { label: "How long", value: `${plan.minutes} minutes` },
    { label: "Where", value: plan.place },
  ];
  return (
    <MailTemplate sender={sender} preview={`${heading}: ${plan.when}`} heading={heading}>
      <MailText>
        {greeting(first_name)} {text}
      </MailText>
      <MailFacts facts={facts} />
      {state !== "cancelled" && message && <MailLines>{message}</MailLines>}
      {state !== "cancelled" && (
        <MailText>If the time does not suit you, just answer this mail or call {sender.phone}.</MailText>
      )}
    </MailTemplate>
  );
}

type Letter = { sender: Sender; subject: string; body: string };

/** What staff wrote to an applicant. */
export function ApplicantLetterMail({ sender, subject, body }: Letter) {
  return (
    <MailTemplate sender={sender} preview={body.slice(0, 120)} heading={subject}>
      <MailLines>{body}</MailLines>
    </MailTemplate>
  );
}
