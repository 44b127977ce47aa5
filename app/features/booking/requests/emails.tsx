import {
  EmailFacts,
  EmailGreeting,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

/** Sent to whoever asked us to come to a ZIP code outside the service area. Repeats nothing that they typed but the code. */
export function RequestAcknowledgedEmail({ sender, zip }: { sender: Sender; zip: string }) {
  return (
    <EmailTemplate sender={sender} preview={`We are not in ${zip} yet`} heading="We received your request">
      <EmailGreeting name={null} />
      <EmailText>
        Thanks for asking us to come to {zip}. We are not there yet, so nothing is booked and you owe nothing.
        Someone on our team reads every request and writes to you when we can come.
      </EmailText>
      <EmailText>If you didn’t write to us, you can ignore this email.</EmailText>
    </EmailTemplate>
  );
}

type Request = {
  name: string;
  email: string;
  phone: string | null;
  zip_code: string;
  service: string | null;
  /** Formatted; null without a wish. */
  date: string | null;
};

/** Sent to the office when a request has come in. */
export function RequestNoticeEmail({ sender, request }: { sender: Sender; request: Request }) {
  const facts = [
    { label: "ZIP code", value: request.zip_code },
    { label: "Name", value: request.name },
    { label: "Email", value: request.email },
    { label: "Phone", value: request.phone },
    { label: "Service", value: request.service },
    { label: "Date", value: request.date },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return (
    <EmailTemplate
      sender={sender}
      preview={`${request.name} in ${request.zip_code}`}
      heading="New request from outside your area"
    >
      <EmailFacts facts={facts} />
      <EmailText>Reply to this email to write to {request.name}.</EmailText>
    </EmailTemplate>
  );
}
