import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { z } from "zod";
import type { SecurityIntent } from "~/features/identity/security/forms";
import { Button } from "~/ui/action/button";
import type { ButtonLook } from "~/ui/action/button-look";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";

type Props = {
  id: string;
  heading: string;
  badge?: ReactNode;
  /** Whether it replaces the submitted form. It then takes the focus. */
  replacesForm?: boolean;
  children: ReactNode;
};

export function SecurityCard({ id, heading, badge, replacesForm = false, children }: Props) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!replacesForm) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView();
  }, [replacesForm]);
  return (
    <section
      ref={section}
      aria-labelledby={id}
      tabIndex={replacesForm ? -1 : undefined}
      className="scroll-mt-24 outline-none"
    >
      <Card className="grid gap-5 p-5 sm:p-7">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={id} className="text-heading">
            {heading}
          </h2>
          {badge}
        </div>
        {children}
      </Card>
    </section>
  );
}

type Values = Record<string, string>;

type SecurityFormProps<Fields extends Values> = {
  intent: SecurityIntent;
  schema: z.ZodType<Fields, Fields>;
  /** Server's answer to this form. */
  result: SubmissionResult<string[]> | undefined;
  submit: string;
  variant?: ButtonLook["variant"];
  aside?: ReactNode;
  children: (fields: Record<keyof Fields, FieldMetadata<string>>) => ReactNode;
};

/** Submits to the current page, with or without JavaScript. The server never sends typed values back. */
export function SecurityForm<Fields extends Values>({
  intent,
  schema,
  result,
  submit,
  variant,
  aside,
  children,
}: SecurityFormProps<Fields>) {
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

/** Props of a Conform text field besides its `key`. The first field with an error gets the focus. */
export function control({ id, name, errors }: FieldMetadata<string>, first = true) {
  return { id, name, error: errors, required: true, autoFocus: first && errors !== undefined };
}
