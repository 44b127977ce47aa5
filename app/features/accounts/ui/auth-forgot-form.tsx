import { getFormProps } from "@conform-to/react";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Refusal } from "~/ui/refusal";
import { TextField } from "~/ui/text-field";
import { forgotPasswordSchema } from "../forms";
import type { Refused } from "../refusal";
import { useAuthForm } from "./auth-form";

/** The address that a link to a new password goes to. */
export function AuthForgotForm({ answer }: { answer: Refused | undefined }) {
  const { form, fields, control, pending } = useAuthForm("forgot-password", forgotPasswordSchema, answer);
  const { email } = fields;
  return (
    <Form method="post" action="/forgot-password" {...getFormProps(form)} className="mt-7 grid gap-5">
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
      <Button type="submit" size="large" pending={pending} pendingLabel="Sending..." className="w-full">
        Send me a link
      </Button>
    </Form>
  );
}
