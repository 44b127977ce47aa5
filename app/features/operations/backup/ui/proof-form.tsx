import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { type ProofForm as Fields, proofSchema } from "~/features/operations/backup/backup";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { controlOf } from "~/ui/form/conform-control";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";
import { IdentityField } from "./identity-field";

type Props = {
  intent: "restore" | "reset";
  /** Id of the backup, if the action is about one. */
  id?: string;
  word: string;
  /** Whether the backup is encrypted. */
  encrypted?: boolean;
  email: string;
  result: SubmissionResult<string[]> | undefined;
  action: { label: string; pending: string };
  back: string;
  children: ReactNode;
};

/** Confirms an irreversible action with a typed word and the password. */
export function ProofForm({
  intent,
  id,
  word,
  encrypted = false,
  email,
  result,
  action,
  back,
  children,
}: Props) {
  const navigation = useNavigation();
  const [form, { confirm, password, identity_key }] = useForm<Fields>({
    id: `confirm-${intent}`,
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: proofSchema(word) }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value={intent} />
      {id && <input type="hidden" name="id" value={id} />}
      <input type="email" value={email} readOnly autoComplete="username" hidden />
      <div className="text-pretty">{children}</div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          key={confirm.key}
          {...controlOf(confirm)}
          label={`Type ${word} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          autoFocus
          required
        />
        <PasswordField
          key={password.key}
          {...controlOf(password)}
          label="Your password"
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.max}
          required
        />
      </div>
      {encrypted && <IdentityField key={identity_key.key} {...controlOf(identity_key)} />}
      {form.errors && <Notice tone="error">{form.errors[0]}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={navigation.formData?.get("intent") === intent}
          pendingLabel={action.pending}
        >
          {action.label}
        </Button>
        <Link to={back} preventScrollReset className={buttonLook({ variant: "ghost", size: "small" })}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}
