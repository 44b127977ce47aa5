import {
  MailFacts,
  MailGreeting,
  MailLines,
  MailTemplate,
  MailText,
  type Sender,
} from "~/features/notifications/email/template";

/** Sent to whoever wrote through the contact form. */
export function MessageAcknowledgedMail({ sender }: { sender: Sender }) {
  return (
    <MailTemplate sender={sender} preview="We received your message" heading="We received your message">
      <MailGreeting name={null} />
      <MailText>
        Thanks for writing. Someone on our team reads every message, and if yours is about a visit, we check
        with the crew as well. We’ll reply by email, or by phone if you left your number and a call is
        quicker. Expect an answer the same day, or on Monday if you wrote on a weekend.
      </MailText>
      <MailText>If your visit is within the next 24 hours, please call {sender.phone} instead.</MailText>
      <MailText>If you didn’t write to us, you can ignore this email.</MailText>
    </MailTemplate>
  );
}

type Message = { name: string; email: string; phone: string | null; message: string };

/** Sent to the office when a message has come in. */
export function MessageNoticeMail({ sender, message }: { sender: Sender; message: Message }) {
  const facts = [
    { label: "Name", value: message.name },
    { label: "Email", value: message.email },
    ...(message.phone ? [{ label: "Phone", value: message.phone }] : []),
  ];
  return (
    <MailTemplate sender={sender} preview={message.message.slice(0, 120)} heading="New message">
      <MailFacts facts={facts} />
      <MailLines>{message.message}</MailLines>
      <MailText>Reply to this email to write to {message.name}.</MailText>
    </MailTemplate>
  );
}

type Reply = { sender: Sender; body: string; written: string };

/** What staff answer. The message itself is left out: its address may be somebody else's than its writer's. */
export function MessageReplyMail({ sender, body, written }: Reply) {
  return (
    <MailTemplate sender={sender} preview={body.slice(0, 120)} heading="Our reply to your message">
      <MailLines>{body}</MailLines>
      <MailText>Anything to add? Just reply to this email.</MailText>
      <MailText>This is our reply to the message you sent us on {written}.</MailText>
    </MailTemplate>
  );
}
