import type { Refused } from "~/features/identity/sign-in/rules";
import type { FieldRules } from "~/lib/field-rules";

/** They are never sent back to the page (submission.server.ts), so the browser keeps what was typed. */
const SECRETS = ["password", "code"];

/** What each field of a sign-in form needs, by its name: its rules, what was typed, and what is wrong with it. */
export function authFields<Name extends string>(
  form: string,
  rules: Record<Name, FieldRules>,
  answer: Refused | undefined,
) {
  const errors = answer?.result.error ?? {};
  const firstWrong = Object.keys(errors).find((name) => errors[name]);
  return (name: Name) => ({
    ...rules[name],
    id: `${form}-${name}`,
    name,
    error: errors[name],
    defaultValue: textOf(answer?.result.initialValue?.[name]),
    autoFocus: name === firstWrong || undefined,
    "data-kept": SECRETS.includes(name) ? "" : undefined,
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What a toast says beside its title when no answer came. */
export const NO_ANSWER = "We couldn’t reach the site. Please try again.";
