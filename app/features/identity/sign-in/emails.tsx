import type { PasskeyChange, TwoFactorChange } from "~/features/identity/security/forms";
import {
  EmailFacts,
  EmailGreeting,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

type Props = { sender: Sender; first_name: string | null; url: string };

/** Sent after sign-up. The button on the linked page verifies the email. */
export function VerificationEmail({ sender, first_name, url }: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview="Confirm your email to finish setting up your account"
      heading="Verify your email"
      action={{ label: "Verify my email", url }}
    >
      <EmailGreeting name={first_name} />
      <EmailText>
        Thanks for creating an account. Please verify your email address. Any bookings you already made with
        it will then show up in your profile. The link expires in 24 hours.
      </EmailText>
      <EmailText>If you didn’t create this account, you can ignore this email.</EmailText>
    </EmailTemplate>
  );
}

/** Sent after a password link was requested. */
export function PasswordResetEmail({ sender, first_name, url }: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview="Choose a new password"
      heading="Reset your password"
      action={{ label: "Set a new password", url }}
    >
      <EmailGreeting name={first_name} />
      <EmailText>
        We received a request to reset the password for your account. The link works once and expires in one
        hour. Setting a new password signs you out on your other devices.
      </EmailText>
      <EmailText>If this wasn’t you, you can ignore this email. Your password hasn’t changed.</EmailText>
    </EmailTemplate>
  );
}

/** Sent when somebody signs up with an address that has an account already, to nobody but its owner. */
export function AccountExistsEmail({ sender, first_name, url }: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview="Log in, or reset your password"
      heading="You already have an account"
      action={{ label: "Log in", url }}
    >
      <EmailGreeting name={first_name} />
      <EmailText>
        Someone tried to create an account with this email address, but you already have one. If it was you,
        just log in, or reset your password from the login page.
      </EmailText>
      <EmailText>If it wasn’t you, you can ignore this email. Nothing has changed.</EmailText>
    </EmailTemplate>
  );
}

type NewsProps = Props & { when: string };

/** Sent when somebody signs in with a browser that the account hasn't seen. */
export function NewSignInEmail({ sender, first_name, when, device, url }: NewsProps & { device: string }) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`${device}, ${when}`}
      heading="New sign-in to your account"
      action={{ label: "Check your account", url }}
    >
      <EmailGreeting name={first_name} />
      <EmailText>Someone signed in to your account from a browser we haven’t seen before.</EmailText>
      <EmailFacts
        facts={[
          { label: "When", value: when },
          { label: "Browser", value: device },
        ]}
      />
      <EmailText>
        If this was you, there’s nothing to do. If it wasn’t, use the button to sign out everywhere else and
        change your password.
      </EmailText>
    </EmailTemplate>
  );
}

/** Sent after a password was changed or reset. */
export function PasswordChangedEmail({ sender, first_name, when, url }: NewsProps) {
  return (
    <EmailTemplate
      sender={sender}
      preview={when}
      heading="Your password was changed"
      action={{ label: "Set a new password", url }}
    >
      <EmailGreeting name={first_name} />
      <EmailText>
        The password for your account was changed on {when}, and all other devices were signed out.
      </EmailText>
      <EmailText>
        If this was you, there’s nothing to do. If it wasn’t, set a new password right away or call{" "}
        {sender.phone}.
      </EmailText>
    </EmailTemplate>
  );
}

const TWO_FACTOR_CHANGES = {
  on: "Signing in now asks for a code from your authenticator app.",
  off: "Signing in no longer asks for a code, so your password alone opens your account.",
  codes: "You have new recovery codes. The old ones no longer work.",
  reset:
    "One of the owners or managers removed two-factor authentication and all passkeys from your account. You are signed out everywhere. Log in with your password and set them up anew.",
} as const satisfies Record<TwoFactorChange, string>;

type ChangeProps = NewsProps & { heading: string; change: string; advice: string };

/** What was changed about an account and when, and what to do if it was somebody else. */
function ChangeEmail({ sender, first_name, when, url, heading, change, advice }: ChangeProps) {
  return (
    <EmailTemplate
      sender={sender}
      preview={when}
      heading={heading}
      action={{ label: "Check your account", url }}
    >
      <EmailGreeting name={first_name} />
      <EmailText>
        {change} This was changed on {when}.
      </EmailText>
      <EmailText>
        {advice}, or call {sender.phone}.
      </EmailText>
    </EmailTemplate>
  );
}

const IF_NOT_YOU = "If this was you, there’s nothing to do. If it wasn’t, use the button to";

/** Sent after two-factor authentication was turned on or off, or its recovery codes were made new. */
export function TwoFactorEmail({
  change,
  ...news
}: NewsProps & { heading: string; change: TwoFactorChange }) {
  const advice = `${IF_NOT_YOU} sign out everywhere else and change your password`;
  return <ChangeEmail {...news} change={TWO_FACTOR_CHANGES[change]} advice={advice} />;
}

const PASSKEY_CHANGES = {
  added: "A passkey was added to your account. It signs you in without your password.",
  removed: "A passkey was removed from your account. It no longer signs you in.",
} as const satisfies Record<PasskeyChange, string>;

/** Sent after a passkey was added or removed. */
export function PasskeyEmail({ change, ...news }: NewsProps & { heading: string; change: PasskeyChange }) {
  const advice = `${IF_NOT_YOU} remove passkeys you don’t know, sign out everywhere else and change your password`;
  return <ChangeEmail {...news} change={PASSKEY_CHANGES[change]} advice={advice} />;
}

/** Sent to a person whose role was changed, and to all owners. */
export function RoleEmail(news: NewsProps & { heading: string; change: string }) {
  const advice = "If you expected this, there’s nothing to do. If you didn’t, ask an owner";
  return <ChangeEmail {...news} advice={advice} />;
}
