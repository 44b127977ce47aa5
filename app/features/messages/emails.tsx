import {
  EmailFacts,
  EmailGreeting,
  EmailLines,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

/** Sent to the sender of the contact form. */
export function MessageAcknowledgedEmail({ sender }: { sender: Sender }) {
  return (
    <EmailTemplate sender={sender} preview="We received your message" heading="We received your message">
      <EmailGreeting name={null} />
      <EmailText>
        Thanks for writing. Someone on our team reads every message, and if yours is about a visit, we check
        with the crew as well. We’ll reply by email, or by phone if you left your number and a call is
        quicker. Expect an answer the same day, or on Monday if you wrote on a weekend.
      </EmailText>
      <EmailText>If your visit is within the next 24 hours, please call {sender.phone} instead.</EmailText>
      <EmailText>If you didn’t write to us, you can ignore this email.</EmailText>
    </EmailTemplate>
  );
}

type Message = { name: string; email: string; phone: string | null; message: string };

/** Sent to the office when a message has come in. */
export function MessageNoticeEmail({ sender, message }: { sender: Sender; message: Message }) {
  const facts = [
    { label: "Name", value: message.name },
    { label: "Email", value: message.email },
    ...(message.phone ? [{ label: "Phone", value: message.phone }] : []),
  ];
  return (
    <EmailTemplate sender={sender} preview={message.message.slice(0, 120)} heading="New message">
      <EmailFacts facts={facts} />
      <EmailLines>{message.message}</EmailLines>
      <EmailText>Reply to this email to write to {message.name}.</EmailText>
    </EmailTemplate>
  );
}

type Reply = { sender: Sender; body: string; written: string };

/** What staff answer. The message itself is left out: its address may be somebody else's than its writer's. */
export function MessageReplyEmail({ sender, body, written }: Reply) {
  return (
    <EmailTemplate sender={sender} preview={body.slice(0, 120)} heading="Our reply to your message">
      <EmailLines>{body}</EmailLines>
      <EmailText>Anything to add? Just reply to this email.</EmailText>
      <EmailText>This is our reply to the message you sent us on {written}.</EmailText>
    </EmailTemplate>
  );
}
