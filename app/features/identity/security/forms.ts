import { z } from "zod";
import { codeSchema } from "~/features/identity/sign-in/forms";

/** What the forms of 'Password and security' ask for. */
export const SECURITY_INTENTS = [
  "change-password",
  "reset-mail",
  "begin-two-factor",
  "confirm-two-factor",
  "turn-off-two-factor",
  "recovery-codes",
  "end-sessions",
] as const;

export type SecurityIntent = (typeof SECURITY_INTENTS)[number];

/** Which form of the two-factor card is open, in the address (`?do=`). */
export const SECURITY_STEPS = ["set-up", "recovery-codes", "turn-off"] as const;

export type SecurityStep = (typeof SECURITY_STEPS)[number];

/** What the account's mail tells of. */
export const TWO_FACTOR_CHANGES = ["on", "off", "codes"] as const;

export type TwoFactorChange = (typeof TWO_FACTOR_CHANGES)[number];

/** The first code of an authenticator app; the secret comes along, so that it can be shown again. */
export const firstCodeSchema = codeSchema.extend({ secret: z.string().regex(/^[A-Z2-7]{16,128}$/) });
