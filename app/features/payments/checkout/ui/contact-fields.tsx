import type { SubmissionResult } from "@conform-to/react";
import type { FieldRules } from "~/lib/field-rules";
import { TextField } from "~/ui/text-field";

type Name = "name" | "email" | "phone";

type Props = {
  /** The id of the form, which the ids of its fields begin with. */
  form: string;
  rules: Record<Name, FieldRules>;
  /** What is filled in at first. */
  known: Partial<Record<Name, string | null>>;
  result: SubmissionResult<string[]> | undefined;
};

/** Who books: name, email and phone. */
export function ContactFields({ form, rules, known, result }: Props) {
  const errors = result?.error ?? {};
  const values = result?.initialValue ?? known;
  const field = (name: Name) => ({
    ...rules[name],
    id: `${form}-${name}`,
    name,
    error: errors[name],
    defaultValue: textOf(values[name]),
  });
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-display text-heading [font-weight:560]">Your details</legend>
      <TextField {...field("name")} label="Name" autoComplete="name" maxLength={120} />
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" maxLength={254} />
      <TextField {...field("phone")} label="Phone" type="tel" autoComplete="tel" maxLength={40} />
    </fieldset>
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
