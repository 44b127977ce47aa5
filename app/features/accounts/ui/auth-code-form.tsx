import { getFormProps } from "@conform-to/react";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Refusal } from "~/ui/refusal";
import { TextField } from "~/ui/text-field";
import { codeSchema, recoveryCodeSchema } from "../forms";
import type { Refused } from "../refusal";
import { useAuthForm } from "./auth-form";

type Props = { recovery: boolean; answer: Refused | undefined };

/** The second step of logging in: the code of the authenticator app, or one of the recovery codes. */
export function AuthCodeForm({ recovery, answer }: Props) {
  const schema = recovery ? recoveryCodeSchema : codeSchema;
  const { form, fields, control, pending } = useAuthForm("two-factor", schema, answer);
  const kind = recovery
    ? ({ label: "Recovery code", autoComplete: "off", placeholder: "a1B2c-d3E4f" } as const)
    : ({
        label: "Code",
        autoComplete: "one-time-code",
        inputMode: "numeric",
        placeholder: "123456",
      } as const);
  return (
    <Form method="post" {...getFormProps(form)} className="mt-7 grid gap-5">
      <Refusal toast={answer?.toast} stays={answer?.stays} />
      <TextField
        key={fields.code.key}
        {...control(fields.code)}
        {...kind}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputClassName="text-lg tabular-nums tracking-[0.18em] placeholder:tracking-[0.18em] placeholder:opacity-60"
      />
      <Button type="submit" size="large" pending={pending} pendingLabel="Checking..." className="w-full">
        Continue
      </Button>
    </Form>
  );
}
