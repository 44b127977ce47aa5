import { MailGreeting, MailTemplate, MailText, type Sender } from "~/features/notifications/email/template";

type Props = { sender: Sender; first_name: string | null; url: string };

/** Sent after signing up: the address becomes verified when its owner presses the button of the page it leads to. */
export function VerificationMail({ sender, first_name, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="Confirm your email to finish setting up your account"
      heading="Verify your email"
      action={{ label: "Verify my email", url }}
    >
      <MailGreeting name={first_name} />
      <MailText>
        Thanks for creating an account. Please verify your email address. Any bookings you already made with
        it will then show up in your profile. The link expires in 24 hours.
      </MailText>
      <MailText>If you didn’t create this account, you can ignore this email.</MailText>
    </MailTemplate>
  );
}

/** Sent when a new password was asked for. */
export function PasswordResetMail({ sender, first_name, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="Choose a new password"
      heading="Reset your password"
      action={{ label: "Set a new password", url }}
    >
      <MailGreeting name={first_name} />
      <MailText>
        We received a request to reset the password for your account. The link works once and expires in one
        hour. Setting a new password signs you out on your other devices.
      </MailText>
      <MailText>If this wasn’t you, you can ignore this email. Your password hasn’t changed.</MailText>
    </MailTemplate>
  );
}

/** Sent when somebody signs up with an address that has an account already, to nobody but its owner. */
export function AccountExistsMail({ sender, first_name, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="Log in, or reset your password"
      heading="You already have an account"
      action={{ label: "Log in", url }}
    >
      <MailGreeting name={first_name} />
      <MailText>
        Someone tried to create an account with this email address, but you already have one. If it was you,
        just log in, or reset your password from the login page.
      </MailText>
      <MailText>If it wasn’t you, you can ignore this email. Nothing has changed.</MailText>
    </MailTemplate>
  );
}
