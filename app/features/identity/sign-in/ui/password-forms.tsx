import { forgotPasswordSchema, resetPasswordSchema } from "~/features/identity/sign-in/forms";
import type { Refused } from "~/features/identity/sign-in/rules";
import { fieldRules } from "~/lib/field-rules";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Button } from "~/ui/action/button";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";
import { LiveForm } from "~/ui/live/live-form";
import { Refusal } from "~/ui/page/refusal";
import { authFields, NO_ANSWER } from "./fields";

const rules = fieldRules(forgotPasswordSchema);

/** Asks for the email to send a password link to. */
export function AuthForgotForm({ answer }: { answer: Refused | undefined }) {
  const field = authFields("forgot-password", rules, answer);
  return (
    <LiveForm
      id="forgot-password"
      action="/forgot-password"
      failed={{ title: "No link was sent", description: NO_ANSWER }}
      className="mt-7 grid gap-5"
    >
      <Refusal toast={answer?.toast} inline={answer?.inline} />
      <TextField
        {...field("email")}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" size="large" data-pending-text="Sending..." className="w-full">
        Send me a link
      </Button>
    </LiveForm>
  );
}

/** Form id. The page shown after submit repeats it. */
export const RESET_FORM = "reset-password";

const resetRules = fieldRules(resetPasswordSchema);

/** The new password is typed once; a button reveals it. */
export function AuthResetForm({ answer }: { answer: Refused | undefined }) {
  const field = authFields(RESET_FORM, resetRules, answer);
  return (
    <LiveForm
      id={RESET_FORM}
      failed={{ title: "Your password wasn’t changed", description: NO_ANSWER }}
      className="mt-7 grid gap-5"
    >
      <Refusal toast={answer?.toast} inline={answer?.inline} />
      <PasswordField
        {...field("password")}
        label="New password"
        autoComplete="new-password"
        minimum={PASSWORD_LENGTH.min}
      />
      <Button type="submit" size="large" data-pending-text="Saving..." className="w-full">
        Save new password
      </Button>
    </LiveForm>
  );
}
