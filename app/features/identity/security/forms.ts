import { z } from "zod";
import { codeSchema } from "~/features/identity/sign-in/forms";

/** Values of `intent` on the security page. */
export const SECURITY_INTENTS = [
  "change-password",
  "reset-mail",
  "begin-two-factor",
  "confirm-two-factor",
  "turn-off-two-factor",
  "recovery-codes",
  "end-session",
  "end-sessions",
] as const;

export type SecurityIntent = (typeof SECURITY_INTENTS)[number];

/** Values of `?do=`: which two-factor form is open. */
export const SECURITY_STEPS = ["set-up", "recovery-codes", "turn-off"] as const;

export type SecurityStep = (typeof SECURITY_STEPS)[number];

/** Two-factor changes that the account's owner gets an email about. */
export const TWO_FACTOR_CHANGES = ["on", "off", "codes"] as const;

export type TwoFactorChange = (typeof TWO_FACTOR_CHANGES)[number];

/** First code from an authenticator app. The form repeats the secret, so that an error page can show it again. */
export const firstCodeSchema = codeSchema.extend({ secret: z.string().regex(/^[A-Z2-7]{16,128}$/) });

/** Which other session to end. */
export const endSessionSchema = z.object({ session: z.uuid() });
