import { MailFacts, MailLines, MailTemplate, MailText, type Sender } from "~/features/mail/template";
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
      preview={`${name} would like to work with us`}
      heading={`${name} would like to work with us`}
      action={resume ? { label: `Open the resume at ${new URL(resume).host}`, url: resume } : undefined}
    >
      <MailFacts facts={facts} />
      <MailLines>{application.cover_letter}</MailLines>
      <MailText>Your answer to this mail goes to {name}.</MailText>
    </MailTemplate>
  );
}

type Acknowledged = { sender: Sender; position: string; location: string };

/** Sent to whoever applied. */
export function ApplicationAcknowledgedMail({ sender, position, location }: Acknowledged) {
  return (
    <MailTemplate
      sender={sender}
      preview="Your application has reached us"
      heading="Your application has reached us"
    >
      <MailText>
        Hello, thank you for applying as {position} in {location}. A person reads every application and, if it
        looks like a match, calls you for a short talk about the job and your schedule.
      </MailText>
      <MailText>If you would like to add something, just answer this mail.</MailText>
      <MailText>If you did not apply with us, you can ignore this mail.</MailText>
    </MailTemplate>
  );
}
