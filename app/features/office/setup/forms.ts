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
