import { resetPasswordSchema } from "~/features/identity/sign-in/forms";
import type { Refused } from "~/features/identity/sign-in/refusal";
import { fieldRules } from "~/lib/field-rules";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Button } from "~/ui/button";
import { LiveForm } from "~/ui/live-form";
import { PasswordField } from "~/ui/password-field";
import { Refusal } from "~/ui/refusal";
import { authFields, NO_ANSWER } from "./fields";

/** The form's id, which the page that stands in its place says. */
export const RESET_FORM = "reset-password";

const rules = fieldRules(resetPasswordSchema);

/** The new password, typed once: it can be shown. */
export function AuthResetForm({ answer }: { answer: Refused | undefined }) {
  const field = authFields(RESET_FORM, rules, answer);
  return (
    <LiveForm
      id={RESET_FORM}
      failed={{ title: "Your password wasn’t changed", description: NO_ANSWER }}
      className="mt-7 grid gap-5"
    >
      <Refusal toast={answer?.toast} stays={answer?.stays} />
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
