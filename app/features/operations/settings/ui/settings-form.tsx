import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { z } from "zod";
import { FORMS, type SettingsTab } from "~/features/operations/settings/forms";
import { Button } from "~/ui/button";

type Props = {
  tab: SettingsTab;
  values: Record<string, string>;
  result: SubmissionResult<string[]> | undefined;
  /** What a form that was refused began with. */
  seen: string | null;
  /** What the button says. */
  save: string;
  children: (field: (name: string) => FieldMetadata<string>) => ReactNode;
};

/** The form of one tab; it posts to its own page, with and without script. */
export function SettingsForm({ tab, values, result, seen, save, children }: Props) {
  const navigation = useNavigation();
  const schema: z.ZodType<Record<string, string | undefined>> = FORMS[tab];
  const [form, fields] = useForm<Record<string, string>>({
    id: `settings-${tab}`,
    defaultValue: values,
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema, disableAutoCoercion: true }) as never,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  const field = (name: string) => fields[name] as unknown as FieldMetadata<string>;
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid grid-cols-1 gap-6">
      <input type="hidden" name="tab" value={tab} />
      <input type="hidden" name="seen" value={seen ?? JSON.stringify(values)} />
      {children(field)}
      <div className="flex flex-wrap items-center gap-3 border-line border-t pt-5">
        <Button
          type="submit"
          name="intent"
          value="save"
          pending={navigation.formData?.get("intent") === "save"}
          pendingLabel="Saving..."
        >
          {save}
        </Button>
      </div>
    </Form>
  );
}
