import { MailTemplate, MailText, type Sender } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";

type Props = { sender: Sender; first_name: string | null; url: string };

/** Sent after signing up: the address becomes verified when its owner presses the button of the page it leads to. */
export function VerificationMail({ sender, first_name, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="One press and your account is complete"
      heading="Is this your address?"
      action={{ label: "Verify my email", url }}
    >
      <MailText>
        {greeting(first_name)} thank you for creating an account. Please verify your email address; bookings
        that you made with it before will then appear in your profile. The link is good for 24 hours.
      </MailText>
      <MailText>If you did not create this account, you can ignore this mail.</MailText>
    </MailTemplate>
  );
}

/** Sent when a new password was asked for. */
export function PasswordResetMail({ sender, first_name, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="Choose a new password"
      heading="Choose a new password"
      action={{ label: "Set a new password", url }}
    >
      <MailText>
        {greeting(first_name)} somebody asked for a new password for your account. The link works once and is
        good for one hour; signing in on other devices ends with it.
      </MailText>
      <MailText>If that was not you, nothing has changed and you can ignore this mail.</MailText>
    </MailTemplate>
  );
}

/** Sent when somebody signs up with an address that has an account already, to nobody but its owner. */
export function AccountExistsMail({ sender, first_name, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="Sign in, or reset your password"
      heading="You already have an account"
      action={{ label: "Log in", url }}
    >
      <MailText>
        {greeting(first_name)} somebody tried to sign up with this email address, which already has an
        account. If it was you, sign in, or use “Forgot password” on the login page to reset your password.
      </MailText>
      <MailText>If it was not you, nothing has changed and you can ignore this mail.</MailText>
    </MailTemplate>
  );
}
