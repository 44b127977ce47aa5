import { forgotPasswordSchema } from "~/features/identity/sign-in/forms";
import type { Refused } from "~/features/identity/sign-in/refusal";
import { fieldRules } from "~/lib/field-rules";
import { Button } from "~/ui/button";
import { LiveForm } from "~/ui/live-form";
import { Refusal } from "~/ui/refusal";
import { TextField } from "~/ui/text-field";
import { authFields, NO_ANSWER } from "./fields";

const rules = fieldRules(forgotPasswordSchema);

/** The address that a link to a new password goes to. */
export function AuthForgotForm({ answer }: { answer: Refused | undefined }) {
  const field = authFields("forgot-password", rules, answer);
  return (
    <LiveForm
      id="forgot-password"
      action="/forgot-password"
      failed={{ title: "No link was sent", description: NO_ANSWER }}
      className="mt-7 grid gap-5"
    >
      <Refusal toast={answer?.toast} stays={answer?.stays} />
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
