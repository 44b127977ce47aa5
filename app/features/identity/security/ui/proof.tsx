import type { FieldMetadata } from "@conform-to/react";
import { Link } from "react-router";
import { LIMITS } from "~/features/identity/sign-in/forms";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { buttonLook } from "~/ui/action/button-look";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";
import { control } from "./card";

/** The fields that prove who makes a change, and the way back. */
export function PasswordInput({ password }: { password: FieldMetadata<string> }) {
  return (
    <PasswordField
      {...control(password)}
      autoFocus
      label="Your password"
      autoComplete="current-password"
      maxLength={PASSWORD_LENGTH.max}
    />
  );
}

export function CodeInput({ code }: { code: FieldMetadata<string> }) {
  return (
    <TextField
      {...control(code, false)}
      label="Code"
      hint="From your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LIMITS.code}
    />
  );
}

export function CancelLink({ to = "/profile/security" }: { to?: string }) {
  return (
    <Link to={to} preventScrollReset className={buttonLook({ variant: "ghost" })}>
      Cancel
    </Link>
  );
}
