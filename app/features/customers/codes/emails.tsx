import {
  EmailGreeting,
  EmailLink,
  EmailSmallPrint,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

type Props = {
  sender: Sender;
  first_name: string | null;
  /** Who looked at the codes, by first name. */
  who: string;
  /** "Nov 24, 2026, 7:58 AM". */
  when: string;
  /** "#1042". */
  number: string;
  /** The page that lists everybody who saw the codes. */
  url: string;
  /** Where the customer chooses which emails they get. */
  choices: string;
};

/** Says who of a crew looked at the entry codes of a home, and never which they are. */
export function CodesShownEmail({ sender, first_name, who, when, number, url, choices }: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`For booking ${number}, ${when}`}
      heading={`${who} looked at your entry codes`}
      action={{ label: "See who looked", url }}
      after={
        <EmailSmallPrint>
          You asked us to tell you. <EmailLink href={choices}>Choose which emails you get</EmailLink>
        </EmailSmallPrint>
      }
    >
      <EmailGreeting name={first_name} />
      <EmailText>
        {who} of your crew opened the entry codes of your home for booking {number} on {when}. Crews see them
        from two hours before a visit until two hours after it.
      </EmailText>
      <EmailText>Not expected? Reply to this email or call {sender.phone}.</EmailText>
    </EmailTemplate>
  );
}
