import {
  MailFacts,
  MailGreeting,
  MailLines,
  MailTemplate,
  MailText,
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
export function ApplicationMail({
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
    <MailTemplate
      sender={sender}
      preview={`New application from ${name}`}
      heading={`New application from ${name}`}
      action={resume ? { label: `View resume at ${new URL(resume).host}`, url: resume } : undefined}
    >
      <MailFacts facts={facts} />
      <MailLines>{application.cover_letter}</MailLines>
      <MailText>Reply to this email to write to {name}.</MailText>
    </MailTemplate>
  );
}

type Acknowledged = { sender: Sender; position: string; location: string };

/** Sent to whoever applied. */
export function ApplicationAcknowledgedMail({ sender, position, location }: Acknowledged) {
  return (
    <MailTemplate
      sender={sender}
      preview="We received your application"
      heading="We received your application"
    >
      <MailGreeting name={null} />
      <MailText>
        Thank you for applying for {position} in {location}. We read every application. If it looks like a
        match, we’ll call you for a short conversation about the job and your schedule.
      </MailText>
      <MailText>Anything to add? Just reply to this email.</MailText>
      <MailText>If you didn’t apply with us, you can ignore this email.</MailText>
    </MailTemplate>
  );
}
