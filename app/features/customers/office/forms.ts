import { z } from "zod";
import { e164Of } from "~/features/customers/records/contact";
import { cleanBlock, cleanLine } from "~/lib/text";
import { LANGUAGES, SOURCES } from "./customer";

export const NOTE_MAX = 2000;

export const noteSchema = z.object({
  body: z
    .string("Please write something")
    .overwrite(cleanBlock)
    .min(1, { error: "Please write something", abort: true })
    .max(NOTE_MAX, "A note can have at most 2,000 characters"),
  /** Id chosen when the form was rendered. Submitting it twice saves one note. */
  note_id: z.uuid().optional(),
});

/** Maximum lengths in characters, and how many emails, phones and tags a customer can have. */
export const LIMITS = {
  name: 80,
  company: 120,
  email: 254,
  phone: 40,
  label: 40,
  tag: 30,
  tags: 10,
  contacts: 5,
} as const;

/** A customer as staff enter it. The first email and phone are the ones to use. */
export type CustomerForm = {
  kind: "person" | "company";
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  emails: string[];
  /** E.164. */
  phones: string[];
  /** What an email or phone is for, such as "work", by its value. */
  labels: Record<string, string>;
  language: string;
  tags: string[];
  source: string | null;
};

type Checked = { ok: true; value: CustomerForm } | { ok: false; errors: Record<string, string> };

const email = z.email();
const isEmail = (text: string) => text.length <= LIMITS.email && email.safeParse(text).success;

/** Checks the form for a customer. Names of errors are names of fields; `email_0` is the first email. */
export function checkCustomerForm(fields: Record<string, string>): Checked {
  const errors: Record<string, string> = {};
  const line = (name: string, label: string, max: number) => {
    const text = cleanLine(fields[name] ?? "");
    if (text.length > max) errors[name] = `${label} can have at most ${max} characters.`;
    return text || null;
  };
  const labels: Record<string, string> = {};
  const several = (kind: string, read: (text: string) => string | null, message: string) => {
    const found = Array.from({ length: LIMITS.contacts }, (_, place) => {
      const text = cleanLine(fields[`${kind}_${place}`] ?? "");
      const value = text && read(text);
      if (text && !value) errors[`${kind}_${place}`] = message;
      const label = line(`${kind}_${place}_label`, "What it is for", LIMITS.label);
      if (value && label) labels[value] = label;
      return value || [];
    });
    return [...new Set(found.flat())];
  };
  const kind = fields.kind === "company" ? "company" : "person";
  const first_name = line("first_name", "First name", LIMITS.name);
  const last_name = line("last_name", "Last name", LIMITS.name);
  const company = line("company_name", "Company", LIMITS.company);
  const phones = several("phone", e164Of, "Enter the number with its area code, such as (603) 555-0142.");
  const emails = several(
    "email",
    (text) => (isEmail(text) ? text.toLowerCase() : null),
    "Enter an email address such as ada@mail.example.",
  );
  const tags = readTags(fields.tags ?? "");
  if (kind === "company" && !company) errors.company_name = "Enter the name of the company.";
  if (kind === "person" && !first_name && !last_name) errors.first_name = "Enter a name.";
  if (tags.length > LIMITS.tags) errors.tags = `A customer can have at most ${LIMITS.tags} tags.`;
  else if (tags.some((tag) => tag.length > LIMITS.tag))
    errors.tags = `A tag can have at most ${LIMITS.tag} characters.`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const language = Object.hasOwn(LANGUAGES, fields.language ?? "") ? (fields.language ?? "en") : "en";
  const source = Object.hasOwn(SOURCES, fields.source ?? "") ? (fields.source ?? null) : null;
  const company_name = kind === "company" ? company : null;
  return {
    ok: true,
    value: { kind, first_name, last_name, company_name, emails, phones, labels, language, tags, source },
  };
}

/** Tags between commas, in lower case, each once. */
function readTags(text: string): string[] {
  const tags = text.split(",").map((tag) => cleanLine(tag).toLowerCase());
  return [...new Set(tags.filter(Boolean))];
}
