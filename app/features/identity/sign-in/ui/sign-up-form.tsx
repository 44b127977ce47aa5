import { signUpSchema } from "~/features/identity/sign-in/forms";
import type { Refused } from "~/features/identity/sign-in/rules";
import { fieldRules } from "~/lib/field-rules";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Button } from "~/ui/action/button";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";
import { LiveForm } from "~/ui/live/live-form";
import { Refusal } from "~/ui/page/refusal";
import { authFields, NO_ANSWER } from "./fields";
import { authLink } from "./page";

/** Form id. The page shown after submit repeats it. */
export const SIGN_UP_FORM = "signup";

const rules = fieldRules(signUpSchema);

type Props = {
  answer: Refused | undefined;
  /** The email of an invitation. It can't be changed. */
  invited?: string;
};

/** Fields of spec section 2. */
export function AuthSignUpForm({ answer, invited }: Props) {
  const field = authFields(SIGN_UP_FORM, rules, answer);
  const { defaultValue: accepted, ...terms } = field("terms");
  return (
    <LiveForm
      id={SIGN_UP_FORM}
      failed={{ title: "Signup failed", description: NO_ANSWER }}
      className="mt-7 grid gap-5"
    >
      <Refusal toast={answer?.toast} inline={answer?.inline} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField {...field("first_name")} label="First name" autoComplete="given-name" />
        <TextField {...field("last_name")} label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        {...field("email")}
        {...(invited !== undefined && {
          defaultValue: invited,
          readOnly: true,
          inputClassName: "bg-paper text-moss",
          hint: "From your invitation.",
        })}
        label="Email"
        type="email"
        autoComplete={invited === undefined ? "email" : "username"}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...field("password")}
        label="Password"
        autoComplete="new-password"
        minimum={PASSWORD_LENGTH.min}
      />
      <CheckboxField
        {...terms}
        value="on"
        defaultChecked={accepted === "on"}
        label={
          <>
            I agree to the <NewTab href="/terms">Terms of Service</NewTab> and the{" "}
            <NewTab href="/privacy">Privacy Policy</NewTab>
          </>
        }
      />
      <Button type="submit" size="large" data-pending-text="Creating account..." className="w-full">
        {invited === undefined ? "Create Account" : "Create Account and Join"}
      </Button>
    </LiveForm>
  );
}

/** Opens in a new tab, so that the form keeps what was typed. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" className={authLink} rel="noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
