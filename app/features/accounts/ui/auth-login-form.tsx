import { getFormProps } from "@conform-to/react";
import { useEffect } from "react";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { cx } from "~/ui/cx";
import { PasswordField } from "~/ui/password-field";
import { Refusal } from "~/ui/refusal";
import { TextField } from "~/ui/text-field";
import { signInSchema } from "../forms";
import type { Refused } from "../refusal";
import { useAuthForm } from "./auth-form";
import { authLink } from "./auth-page";

/** E-mail and password. When they are wrong the e-mail stays, and the password is typed anew. */
export function AuthLoginForm({ answer }: { answer: Refused | undefined }) {
  const { form, fields, control, pending } = useAuthForm("login", signInSchema, answer);
  const { email, password } = fields;
  const wrong = answer?.toast && !answer.stays ? answer : undefined;
  useEffect(() => {
    const field = document.getElementById(password.id);
    if (!wrong || !(field instanceof HTMLInputElement)) return;
    field.value = "";
    field.focus();
  }, [wrong, password.id]);
  return (
    <Form method="post" {...getFormProps(form)} className="mt-7 grid gap-5">
      <Refusal toast={answer?.toast} stays={answer?.stays} />
      <TextField
        key={email.key}
        {...control(email)}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField
          key={password.key}
          {...control(password)}
          {...(wrong && { autoFocus: true })}
          label="Password"
          autoComplete="current-password"
        />
        <p className="mt-1 text-right text-[0.9375rem]">
          <a href="/forgot-password" className={cx(authLink, "inline-flex min-h-11 items-center")}>
            Forgot password?
          </a>
        </p>
      </div>
      <Button type="submit" size="large" pending={pending} pendingLabel="Logging in..." className="w-full">
        Login
      </Button>
    </Form>
  );
}
