import type { ProofMeans } from "~/features/identity/security/rules";
import { proofSchema } from "~/features/identity/sign-in/forms";
import type { Refused } from "~/features/identity/sign-in/rules";
import { authFields } from "~/features/identity/sign-in/ui/fields";
import { authLink } from "~/features/identity/sign-in/ui/page";
import { fieldRules } from "~/lib/field-rules";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";

const rules = fieldRules(proofSchema);

type Props = { id: string; means: ProofMeans; email: string; answer: Refused | undefined };

/** The password, and the code if it is not enough. The email is for password managers. */
export function ProveFields({ id, means, email, answer }: Props) {
  const field = authFields(id, rules, answer);
  return (
    <>
      <input type="email" value={email} readOnly autoComplete="username" hidden />
      <PasswordField {...field("password")} label="Your password" autoComplete="current-password" />
      {means.code && (
        <TextField
          {...field("code")}
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </>
  );
}

/** For accounts from Google or Facebook that have neither a password nor a passkey. */
export function NoMeans() {
  return (
    <p>
      You have no password and no passkey yet.{" "}
      <a href="/profile/security" className={authLink}>
        Set a password
      </a>{" "}
      first.
    </p>
  );
}
