import {
  EmailFacts,
  EmailGreeting,
  EmailLines,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";
import { resumeLink } from "./application";

type Application = {
  position: string;
  location: string;
  email: string;
  phone: string;
  experience: string | null;
  availability: string | null;
  resume_url: string | null;
  cover_letter: string;
};

/** Sent to the company when somebody has applied. */
export function ApplicationEmail({
  sender,
  name,
  application,
}: {
  sender: Sender;
  name: string;
  application: Application;
}) {
  const resume = resumeLink(application.resume_url);
  const facts = [
    { label: "Position", value: `${application.position}, ${application.location}` },
    { label: "Name", value: name },
    { label: "Email", value: application.email },
    { label: "Phone", value: application.phone },
    { label: "Experience", value: application.experience },
    { label: "Availability", value: application.availability },
    { label: "Resume", value: application.resume_url ?? "No resume attached" },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return (
    <EmailTemplate
      sender={sender}
      preview={`New application from ${name}`}
      heading={`New application from ${name}`}
      action={resume ? { label: `View resume at ${new URL(resume).host}`, url: resume } : undefined}
    >
      <EmailFacts facts={facts} />
      <EmailLines>{application.cover_letter}</EmailLines>
      <EmailText>Reply to this email to write to {name}.</EmailText>
    </EmailTemplate>
  );
}

type Acknowledged = { sender: Sender; position: string; location: string };

/** Sent to the applicant. */
export function ApplicationAcknowledgedEmail({ sender, position, location }: Acknowledged) {
  return (
    <EmailTemplate
      sender={sender}
      preview="We received your application"
      heading="We received your application"
    >
      <EmailGreeting name={null} />
      <EmailText>
        Thank you for applying for {position} in {location}. We read every application. If it looks like a
        match, we’ll call you for a short conversation about the job and your schedule.
      </EmailText>
      <EmailText>Anything to add? Just reply to this email.</EmailText>
      <EmailText>If you didn’t apply with us, you can ignore this email.</EmailText>
    </EmailTemplate>
  );
}

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
export function InterviewEmail({ sender, state, first_name, message, ...plan }: Invitation) {
  const { heading, text } = WORDS[state];
  const facts = [
    { label: "Position", value: plan.position },
    { label: "When", value: plan.when },
    { label: "Duration", value: `${plan.minutes} minutes` },
    { label: "Where", value: plan.place },
  ];
  return (
    <EmailTemplate sender={sender} preview={`${heading}: ${plan.when}`} heading={heading}>
      <EmailGreeting name={first_name} />
      <EmailText>{text}</EmailText>
      <EmailFacts facts={facts} />
      {state !== "cancelled" && message && <EmailLines>{message}</EmailLines>}
      {state !== "cancelled" && (
        <EmailText>
          If the time doesn’t work for you, just reply to this email or call {sender.phone}.
        </EmailText>
      )}
    </EmailTemplate>
  );
}

type Written = { sender: Sender; subject: string; body: string };

/** What staff wrote to an applicant. */
export function ApplicantEmail({ sender, subject, body }: Written) {
  return (
    <EmailTemplate sender={sender} preview={body.slice(0, 120)} heading={subject}>
      <EmailLines>{body}</EmailLines>
    </EmailTemplate>
  );
}
