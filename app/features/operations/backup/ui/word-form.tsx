import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { type WordForm as Fields, wordSchema } from "~/features/operations/backup/backup";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { controlOf } from "~/ui/form/conform-control";
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
  result: SubmissionResult<string[]> | undefined;
  action: { label: string; pending: string };
  back: string;
  children: ReactNode;
};

/** Confirms an irreversible action with a typed word. */
export function WordForm({ intent, id, word, encrypted = false, result, action, back, children }: Props) {
  const navigation = useNavigation();
  const [form, { confirm, identity_key }] = useForm<Fields>({
    id: `confirm-${intent}`,
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: wordSchema(word) }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value={intent} />
      {id && <input type="hidden" name="id" value={id} />}
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
