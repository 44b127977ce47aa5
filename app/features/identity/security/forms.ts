import { z } from "zod";
import { codeSchema, passwordSchema, proofSchema } from "~/features/identity/sign-in/forms";
import { cleanLine } from "~/lib/text";

/** Values of `intent` on the security page. */
export const SECURITY_INTENTS = [
  "change-password",
  "reset-mail",
  "begin-two-factor",
  "confirm-two-factor",
  "turn-off-two-factor",
  "recovery-codes",
  "begin-passkey",
  "add-passkey",
  "remove-passkey",
  "end-session",
  "end-sessions",
] as const;

export type SecurityIntent = (typeof SECURITY_INTENTS)[number];

/** Values of `?do=`: which form is open. */
export const SECURITY_STEPS = [
  "set-up",
  "recovery-codes",
  "turn-off",
  "add-passkey",
  "remove-passkey",
] as const;

export type SecurityStep = (typeof SECURITY_STEPS)[number];

/** Two-factor changes that the account's owner gets an email about. */
export const TWO_FACTOR_CHANGES = ["on", "off", "codes", "reset"] as const;

export type TwoFactorChange = (typeof TWO_FACTOR_CHANGES)[number];

/** First code from an authenticator app. The form repeats the secret, so that an error page can show it again. */
export const firstCodeSchema = codeSchema.extend({ secret: z.string().regex(/^[A-Z2-7]{16,128}$/) });

/** Which other session to end. */
export const endSessionSchema = z.object({ session: z.uuid() });

/** Passkey changes that the account's owner gets an email about. */
export const PASSKEY_CHANGES = ["added", "removed"] as const;

export type PasskeyChange = (typeof PASSKEY_CHANGES)[number];

export const PASSKEY_NAME_LENGTH = 60;

/** What a browser made with a passkey, as JSON text with base64url values. Better Auth checks their content. */
const answerOf = <Shape extends z.ZodRawShape>(response: z.ZodObject<Shape>) =>
  z
    .string()
    .max(20_000)
    .transform((text, ctx) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        ctx.addIssue({ code: "custom", message: "This is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(
      z.object({
        id: z.string().min(1).max(1400),
        rawId: z.string(),
        type: z.literal("public-key"),
        response,
        clientExtensionResults: z.object({}),
      }),
    );

/** A sign-in with a passkey. */
export const passkeyAnswer = answerOf(
  z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
);

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A new passkey: the browser's answer, and what its owner calls it. */
export const newPasskeySchema = z.object({
  name: z.string().overwrite(cleanLine).max(PASSKEY_NAME_LENGTH).optional(),
  response: answerOf(
    z.object({
      clientDataJSON: z.string(),
      attestationObject: z.string(),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  ),
});

export type NewPasskey = z.output<typeof newPasskeySchema>;

const whichPasskey = { passkey: z.uuid() };

/** Removing a passkey takes the password, and a code when two-factor is on. */
export const removePasskeySchema = passwordSchema.extend(whichPasskey);
export const removePasskeyWithCodeSchema = proofSchema.extend(whichPasskey);
