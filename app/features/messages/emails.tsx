import { MailFacts, MailLines, MailTemplate, MailText, type Sender } from "~/features/mail/template";

/** Sent to whoever wrote through the contact form. */
export function MessageAcknowledgedMail({ sender }: { sender: Sender }) {
  return (
    <MailTemplate sender={sender} preview="Your message has reached us" heading="Your message has reached us">
      <MailText>
        Hello, thank you for writing. Somebody from our support team reads every message; if yours concerns a
        visit, we ask the crew as well. You get an answer by email, or by phone if you left your number and a
        call is quicker. Usually that is the same day; a message sent on a weekend is answered on Monday.
      </MailText>
      <MailText>If your visit is within the next 24 hours, please call {sender.phone} instead.</MailText>
      <MailText>If you did not write to us, you can ignore this mail.</MailText>
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
    <MailTemplate sender={sender} preview={message.message.slice(0, 120)} heading="A new message">
      <MailFacts facts={facts} />
      <MailLines>{message.message}</MailLines>
      <MailText>Your answer to this mail goes to {message.name}.</MailText>
    </MailTemplate>
  );
}

type Reply = { sender: Sender; body: string; written: string };

/** What staff answer. The message itself is left out: its address may be somebody else's than its writer's. */
export function MessageReplyMail({ sender, body, written }: Reply) {
  return (
    <MailTemplate sender={sender} preview={body.slice(0, 120)} heading="Our answer to your message">
      <MailLines>{body}</MailLines>
      <MailText>If you would like to add something, just answer this mail.</MailText>
      <MailText>This answers the message that you sent us on {written}.</MailText>
    </MailTemplate>
  );
}
