import type { CodeKind } from "~/features/customers/codes/codes";
import type { Row, RowHome } from "./row";

/** Fields of a customer and of a home in which one value replaces another. */
export const PERSON_FIELDS = ["first_name", "last_name", "company_name"] as const;
export const HOME_FIELDS = [
  "bedrooms",
  "bathrooms",
  "half_baths",
  "square_footage",
  "special_instructions",
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];
export type HomeField = (typeof HOME_FIELDS)[number];

export const FIELD_LABELS: Record<PersonField | HomeField, string> = {
  first_name: "First name",
  last_name: "Last name",
  company_name: "Company",
  bedrooms: "Bedrooms",
  bathrooms: "Bathrooms",
  half_baths: "Half baths",
  square_footage: "Square feet",
  special_instructions: "Instructions",
};

/** What tells one person of a file from another, best first. `id` counts for its program only. */
export function personKey(row: Row): string {
  const name = [row.company_name, row.first_name, row.last_name].join(" ").toLowerCase();
  if (row.external_id) return `id ${row.external_id.toLowerCase()}`;
  if (row.emails[0]) return `email ${row.emails[0]} ${name}`; // a family may share one
  if (row.phones[0]) return `phone ${row.phones[0]} ${name}`;
  return `name ${name} ${homeKey(row.home)}`;
}

/** What tells one home from another; empty without one. */
export function homeKey(home: Pick<RowHome, "address_line1" | "address_line2" | "zip_code"> | null): string {
  if (!home) return "";
  const { address_line1, address_line2, zip_code } = home;
  return [address_line1, address_line2 ?? "", zip_code.slice(0, 5)].join("|").toLowerCase();
}

/** The values of a row by field, as texts. */
export function valuesOf(row: Row): Partial<Record<PersonField | HomeField, string>> {
  const fields = [
    ...PERSON_FIELDS.map((field) => [field, row[field]] as const),
    ...(row.home ? HOME_FIELDS.map((field) => [field, row.home?.[field] ?? null] as const) : []),
  ];
  return Object.fromEntries(
    fields.flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])),
  );
}

/** What a row may add, each with the text that its digest is made of. */
export type Addition =
  | { of: "email" | "phone" | "tag" | "note"; value: string }
  | { of: "code"; kind: CodeKind; label: string; value: string };

export function additionsOf(row: Row): Addition[] {
  return [
    ...row.emails.map((value) => ({ of: "email" as const, value })),
    ...row.phones.map((value) => ({ of: "phone" as const, value })),
    ...row.tags.map((value) => ({ of: "tag" as const, value })),
    ...(row.note ? [{ of: "note" as const, value: row.note }] : []),
    ...row.codes.map((code) => ({ of: "code" as const, ...code })),
  ];
}

/** What a row says in fields whose changes are decided in files of their own. */
export const OWN_FIELDS = { credit: "Credit", stripe_customer: "Stripe customer ID" } as const;
export const isOwnField = (field: string): field is keyof typeof OWN_FIELDS =>
  Object.hasOwn(OWN_FIELDS, field);

/** Everything that a row says, by field, as it is remembered. */
export function saidBy(row: Row): Record<string, string> {
  const { credit, stripe_customer } = row;
  return {
    ...(valuesOf(row) as Record<string, string>),
    ...(credit !== null && { credit: String(credit) }),
    ...(stripe_customer !== null && { stripe_customer }),
  };
}
