import { getFormProps } from "@conform-to/react";
import { Form } from "react-router";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Button } from "~/ui/button";
import { CheckboxField } from "~/ui/checkbox-field";
import { PasswordField } from "~/ui/password-field";
import { Refusal } from "~/ui/refusal";
import { TextField } from "~/ui/text-field";
import { signUpSchema } from "../forms";
import type { Refused } from "../refusal";
import { useAuthForm } from "./auth-form";
import { authLink } from "./auth-page";

/** Name, e-mail, password and the terms (spec section 2). */
export function AuthSignUpForm({ answer }: { answer: Refused | undefined }) {
  const { form, fields, control, pending } = useAuthForm("signup", signUpSchema, answer);
  const { first_name, last_name, email, password, terms } = fields;
  const { defaultValue: accepted, ...termsControl } = control(terms);
  return (
    <Form method="post" {...getFormProps(form)} className="mt-7 grid gap-5">
      <Refusal toast={answer?.toast} stays={answer?.stays} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField
          key={first_name.key}
          {...control(first_name)}
          label="First name"
          autoComplete="given-name"
        />
        <TextField key={last_name.key} {...control(last_name)} label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        key={email.key}
        {...control(email)}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        key={password.key}
        {...control(password)}
        label="Password"
        autoComplete="new-password"
        minimum={PASSWORD_LENGTH.min}
      />
      <CheckboxField
        key={terms.key}
        {...termsControl}
        value="on"
        defaultChecked={accepted === "on"}
        label={
          <>
            I agree to the <NewTab href="/terms">Terms of Service</NewTab> and the{" "}
            <NewTab href="/privacy">Privacy Policy</NewTab>
          </>
        }
      />
      <Button
        type="submit"
        size="large"
        pending={pending}
        pendingLabel="Creating account..."
        className="w-full"
      >
        Create Account
      </Button>
    </Form>
  );
}

/** What was typed stays where it is. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" className={authLink} rel="noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
