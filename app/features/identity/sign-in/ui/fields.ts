import type { Refused } from "~/features/identity/sign-in/rules";
import type { FieldRules } from "~/lib/field-rules";

/** The server never sends these back (submission.server.ts), so the browser keeps what was typed. */
const SECRETS = ["password", "code"];

/** Returns the props of a sign-in field by name: its rules, the submitted value and its error. */
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

/** Toast description for a request that got no answer. */
export const NO_ANSWER = "We couldn’t reach the site. Please try again.";
