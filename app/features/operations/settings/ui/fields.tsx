import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { z } from "zod";
import { FORMS, type SettingsTab } from "~/features/operations/settings/forms";
import type { Choices } from "~/features/operations/settings/settings";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { PasswordField } from "~/ui/form/password-field";
import { Notice } from "~/ui/page/notice";

/** Options of a long list, the likely ones first. */
export function Options({ choices, nearLabel }: { choices: Choices | null; nearLabel: string }) {
  if (!choices) return null;
  const options = (list: Choices["near"]) =>
    list.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
  return (
    <>
      <optgroup label={nearLabel}>{options(choices.near)}</optgroup>
      <optgroup label="Other">{options(choices.others)}</optgroup>
    </>
  );
}

type Props = { field: FieldMetadata<string>; label: string; children: ReactNode };

export function SwitchRow({ field, label, children }: Props) {
  return (
    <CheckboxField
      key={field.key}
      id={field.id}
      name={field.name}
      defaultChecked={field.initialValue === "on"}
      label={
        <>
          <span className="block font-semibold">{label}</span>
          <span className="block text-moss">{children}</span>
        </>
      }
    />
  );
}

type SecretFieldProps = {
  tab: string;
  field: FieldMetadata<string>;
  label: string;
  hint?: string;
  state: { set_on: string; opens: boolean } | null | undefined;
  /** Name of the field that is being replaced. */
  replacing: string | null;
};

/** Shows when a secret was set, and the actions to replace or remove it. Never shows the secret. */
export function SecretField({ tab, field, label, hint, state, replacing }: SecretFieldProps) {
  const open = !state?.opens || replacing === field.name || field.errors !== undefined;
  const page = `/admin/settings?tab=${tab}`;
  if (open) {
    return (
      <div className="grid gap-3">
        {state && !state.opens && (
          <Notice tone="error">
            It was stored under a different APP_SECRET and can't be used. Please enter it again.
          </Notice>
        )}
        <PasswordField
          key={field.key}
          id={field.id}
          name={field.name}
          error={field.errors}
          label={state ? `New ${label.toLowerCase()}` : label}
          hint={hint}
          optional={!state}
          autoComplete="off"
          autoFocus={replacing === field.name}
          maxLength={255}
        />
        {state?.opens && (
          <Link
            to={page}
            preventScrollReset
            replace
            className="w-fit font-medium text-evergreen-700 underline"
          >
            Leave empty to keep the current one
          </Link>
        )}
      </div>
    );
  }
  return (
    <div>
      <p className="mb-1.5 font-semibold text-[0.9375rem]/5">{label}</p>
      <div className="flex flex-wrap items-center gap-2 rounded-control border border-line bg-paper py-1.5 pr-2 pl-3.5">
        <p className="min-w-0 flex-1 text-[0.9375rem]">
          <span aria-hidden className="mr-2 tracking-widest">
            ••••
          </span>
          <span className="text-moss">set on {state.set_on}</span>
        </p>
        <Link
          to={`${page}&replace=${field.name}`}
          preventScrollReset
          replace
          aria-label={`Replace: ${label}`}
          className={buttonLook({ variant: "ghost", size: "small" })}
        >
          Replace
        </Link>
        <Button
          type="submit"
          form={removeFormId(field.name)}
          variant="ghost"
          size="small"
          aria-label={`Remove: ${label}`}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}

/** Id of the separate form that removes a secret. */
export function removeFormId(name: string): string {
  return `remove-${name}`;
}

export type SettingsFormProps = {
  tab: SettingsTab;
  values: Record<string, string>;
  result: SubmissionResult<string[]> | undefined;
  /** Values that the rejected form started with, as JSON. */
  seen: string | null;
  /** Label of the submit button. */
  save: string;
  children: (field: (name: string) => FieldMetadata<string>) => ReactNode;
};

/** Form of a tab. Works without JavaScript. */
export function SettingsForm({ tab, values, result, seen, save, children }: SettingsFormProps) {
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
