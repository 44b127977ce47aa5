import { z } from "zod";
import { LIMITS as ACCOUNT_LIMITS, signUpSchema } from "~/features/identity/sign-in/forms";
import { FORMS, LIMITS } from "~/features/operations/settings/forms";

/** Where somebody leaves the demo and begins a company of their own. */
export const OWN_PAGE = "/admin/own";

const { first_name, last_name, email, password } = signUpSchema.shape;
const { company_name } = FORMS.general.shape;

/** Who owns the new company. */
export const ownerSchema = z.object({ company_name, first_name, last_name, email, password });
export type OwnerForm = z.output<typeof ownerSchema>;

export const OWNER_LIMITS = { company: LIMITS.name, ...ACCOUNT_LIMITS } as const;

/** Colors to choose from; "" is the birch's green. */
export const ACCENTS = [
  { value: "", label: "Birch green" },
  { value: "#1d4ed8", label: "Blue" },
  { value: "#0e7490", label: "Lake" },
  { value: "#7c3aed", label: "Violet" },
  { value: "#be185d", label: "Raspberry" },
  { value: "#b45309", label: "Amber" },
  { value: "#475569", label: "Slate" },
] as const;

/** The chosen color: one of the list, or the one beside "Another color". Null when there is none. */
export function accentOf(form: Record<string, string>): string | null {
  const { accent, other = "" } = form;
  if (accent !== "other") return ACCENTS.find(({ value }) => value === accent)?.value ?? null;
  const hex = other.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : null;
}
