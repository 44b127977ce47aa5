import {
  MailFacts,
  MailGreeting,
  MailTemplate,
  MailText,
  type Sender,
} from "~/features/notifications/email/template";
import type { TwoFactorChange } from "./forms";

type Props = { sender: Sender; first_name: string | null; when: string; url: string };

/** Sent when somebody signs in with a browser that the account hasn't seen. */
export function NewSignInMail({ sender, first_name, when, device, url }: Props & { device: string }) {
  return (
    <MailTemplate
      sender={sender}
      preview={`${device}, ${when}`}
      heading="New sign-in to your account"
      action={{ label: "Check your account", url }}
    >
      <MailGreeting name={first_name} />
      <MailText>Someone signed in to your account from a browser we haven’t seen before.</MailText>
      <MailFacts
        facts={[
          { label: "When", value: when },
          { label: "Browser", value: device },
        ]}
      />
      <MailText>
        If this was you, there’s nothing to do. If it wasn’t, use the button to sign out everywhere else and
        change your password.
      </MailText>
    </MailTemplate>
  );
}

/** Sent after a password was changed, or set anew with the link of a mail. */
export function PasswordChangedMail({ sender, first_name, when, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview={when}
      heading="Your password was changed"
      action={{ label: "Set a new password", url }}
    >
      <MailGreeting name={first_name} />
      <MailText>
        The password for your account was changed on {when}, and all other devices were signed out.
      </MailText>
      <MailText>
        If this was you, there’s nothing to do. If it wasn’t, set a new password right away or call{" "}
        {sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

const TWO_FACTOR_CHANGES = {
  on: "Signing in now asks for a code from your authenticator app.",
  off: "Signing in no longer asks for a code, so your password alone opens your account.",
  codes: "You have new recovery codes. The old ones no longer work.",
} as const satisfies Record<TwoFactorChange, string>;

/** Sent after two-factor authentication was turned on or off, or its recovery codes were made new. */
export function TwoFactorMail({
  sender,
  first_name,
  when,
  url,
  heading,
  change,
}: Props & { heading: string; change: TwoFactorChange }) {
  return (
    <MailTemplate
      sender={sender}
      preview={when}
      heading={heading}
      action={{ label: "Check your account", url }}
    >
      <MailGreeting name={first_name} />
      <MailText>
        {TWO_FACTOR_CHANGES[change]} This was changed on {when}.
      </MailText>
      <MailText>
        If this was you, there’s nothing to do. If it wasn’t, use the button to sign out everywhere else and
        change your password, or call {sender.phone}.
      </MailText>
    </MailTemplate>
  );
}
