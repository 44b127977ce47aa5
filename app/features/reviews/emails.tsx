import { MailLink, MailSmallPrint, MailTemplate, MailText, type Sender } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";

type Props = {
  sender: Sender;
  first_name: string | null;
  service: string;
  day: string;
  /** Where the review is written, after signing in. */
  url: string;
  unsubscribe: string;
};

/** 'How was your cleaning?', the day after. */
export function ReviewInvitationMail({ sender, first_name, service, day, url, unsubscribe }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview={`${service} on ${day}`}
      heading="How was your cleaning?"
      action={{ label: "Write a review", url }}
      after={
        <MailSmallPrint>
          Would rather not be asked?{" "}
          <MailLink href={unsubscribe}>Unsubscribe from these invitations</MailLink>
        </MailSmallPrint>
      }
    >
      <MailText>
        {greeting(first_name)} we cleaned for you on {day} ({service}). A few stars and a line tell your crew
        what was right, and us what to do better. It takes a minute.
      </MailText>
      <MailText>
        Something was not as it should be? Answer this mail or call {sender.phone}, and we put it right.
      </MailText>
    </MailTemplate>
  );
}
