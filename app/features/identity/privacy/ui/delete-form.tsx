import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "react-router";
import { ERASE_WORD, type EraseForm, eraseSchema, PASSWORD_MAX } from "~/features/identity/privacy/forms";
import { Button } from "~/ui/action/button";
import { controlOf } from "~/ui/form/conform-control";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";

type Props = { email: string; has_password: boolean; result: SubmissionResult<string[]> | undefined };

/** Asks for the password, or for a typed word if there is none. */
export function DeleteForm({ email, has_password, result }: Props) {
  const navigation = useNavigation();
  const [form, { password, confirm }] = useForm<EraseForm>({
    id: "delete-account",
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: eraseSchema({ has_password }) }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  const failed = result?.status === "error";
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
      <p className="font-semibold">This takes effect right away and can’t be undone.</p>
      {has_password ? (
        <>
          <input type="email" value={email} readOnly autoComplete="username" hidden />
          <PasswordField
            key={password.key}
            {...controlOf(password)}
            label="Your password"
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            autoFocus={failed}
            required
            className="max-w-sm"
          />
        </>
      ) : (
        <TextField
          key={confirm.key}
          {...controlOf(confirm)}
          label={`Type ${ERASE_WORD} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          autoFocus={failed}
          required
          className="max-w-sm"
        />
      )}
      {form.errors && <Notice tone="error">{form.errors[0]}</Notice>}
      <div>
        <Button
          type="submit"
          variant="destructive"
          pending={navigation.formAction === "/profile/privacy"}
          pendingLabel="Deleting..."
        >
          Delete my account
        </Button>
      </div>
    </Form>
  );
}
