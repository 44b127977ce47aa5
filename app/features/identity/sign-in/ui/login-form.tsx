import { signInSchema } from "~/features/identity/sign-in/forms";
import type { Refused } from "~/features/identity/sign-in/rules";
import { fieldRules } from "~/lib/field-rules";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";
import { LiveForm } from "~/ui/live/live-form";
import { Refusal } from "~/ui/page/refusal";
import { authFields, NO_ANSWER } from "./fields";
import { authLink } from "./page";

const rules = fieldRules(signInSchema);

/** After wrong credentials the email is kept and the password is cleared. */
export function AuthLoginForm({ answer }: { answer: Refused | undefined }) {
  const field = authFields("login", rules, answer);
  const isWrong = answer?.toast && !answer.inline;
  return (
    <LiveForm
      id="login"
      failed={{ title: "Login failed", description: NO_ANSWER }}
      className="mt-7 grid gap-5"
    >
      <Refusal toast={answer?.toast} inline={answer?.inline} />
      <TextField
        {...field("email")}
        label="Email"
        type="email"
        autoComplete="email webauthn"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField
          {...field("password")}
          {...(isWrong && { autoFocus: true, "data-kept": undefined, "data-anew": "" })}
          label="Password"
          autoComplete="current-password"
        />
        <p className="mt-1 text-right text-[0.9375rem]">
          <a href="/forgot-password" className={cx(authLink, "inline-flex min-h-11 items-center")}>
            Forgot password?
          </a>
        </p>
      </div>
      <Button type="submit" size="large" data-pending-text="Logging in..." className="w-full">
        Login
      </Button>
    </LiveForm>
  );
}
