import type { Language } from "~/features/fieldwork/messages/language";
import { EmailTemplate, EmailText, type Sender } from "~/features/notifications/email/template";

type Props = {
  sender: Sender;
  url: string;
  language: Language;
  subject: string;
  texts: string[];
  button: string;
};

/** Lets a member's phone in, in their language. */
export function CrewPhoneEmail({ sender, url, language, subject, texts, button }: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview={subject}
      heading={subject}
      lang={language}
      action={{ label: button, url }}
    >
      {texts.map((text) => (
        <EmailText key={text}>{text}</EmailText>
      ))}
    </EmailTemplate>
  );
}
