import { getFormProps } from "@conform-to/react";
import { Form } from "react-router";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Button } from "~/ui/button";
import { PasswordField } from "~/ui/password-field";
import { Refusal } from "~/ui/refusal";
import { resetPasswordSchema } from "../forms";
import type { Refused } from "../refusal";
import { useAuthForm } from "./auth-form";

/** The new password, typed once: it can be shown. */
export function AuthResetForm({ answer }: { answer: Refused | undefined }) {
  const { form, fields, control, pending } = useAuthForm("reset-password", resetPasswordSchema, answer);
  const { password } = fields;
  return (
    <Form method="post" {...getFormProps(form)} className="mt-7 grid gap-5">
      <Refusal toast={answer?.toast} stays={answer?.stays} />
      <PasswordField
        key={password.key}
        {...control(password)}
        label="New password"
        autoComplete="new-password"
        minimum={PASSWORD_LENGTH.min}
      />
      <Button type="submit" size="large" pending={pending} pendingLabel="Saving..." className="w-full">
        Save new password
      </Button>
    </Form>
  );
}
