import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { z } from "zod";
import type { SecurityIntent } from "~/features/identity/security/forms";
import { Button } from "~/ui/button";
import type { ButtonLook } from "~/ui/button-look";
import { Notice } from "~/ui/notice";

type Values = Record<string, string>;

type Props<Fields extends Values> = {
  intent: SecurityIntent;
  schema: z.ZodType<Fields, Fields>;
  /** What the server said of this form, if it was sent. */
  result: SubmissionResult<string[]> | undefined;
  submit: string;
  variant?: ButtonLook["variant"];
  /** Stands beside the button. */
  aside?: ReactNode;
  children: (fields: Record<keyof Fields, FieldMetadata<string>>) => ReactNode;
};

/** A form that posts to the page it is on, with and without script. What was typed never comes back from the server. */
export function SecurityForm<Fields extends Values>({
  intent,
  schema,
  result,
  submit,
  variant,
  aside,
  children,
}: Props<Fields>) {
  const navigation = useNavigation();
  const [form, fields] = useForm<Fields>({
    id: intent,
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
      {children(fields as unknown as Record<keyof Fields, FieldMetadata<string>>)}
      {form.errors && <Notice tone="error">{form.errors[0]}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          name="intent"
          value={intent}
          variant={variant}
          pending={navigation.formData?.get("intent") === intent}
        >
          {submit}
        </Button>
        {aside}
      </div>
    </Form>
  );
}

/** What a text field needs of Conform, beside its `key`. The first wrong one of an answered form has the focus. */
export function control({ id, name, errors }: FieldMetadata<string>, first = true) {
  return { id, name, error: errors, required: true, autoFocus: first && errors !== undefined };
}
