import { z } from "zod";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { cleanLine } from "~/lib/text";

export const LIMITS = { name: 80, email: 254, phone: 40, code: 40 } as const;

const email = line("Email", LIMITS.email)
  .overwrite((text) => text.toLowerCase())
  .refine((text) => z.regexes.email.test(text), "Please enter a valid email address");

/** Of somebody who has one already: whatever it is, it is only compared. */
const knownPassword = password("Password");
const newPassword = password("Password").min(
  PASSWORD_LENGTH.min,
  `Password must be at least ${PASSWORD_LENGTH.min} characters`,
);

export const signInSchema = z.object({ email, password: knownPassword });

export const signUpSchema = z.object({
  first_name: line("First name", LIMITS.name),
  last_name: line("Last name", LIMITS.name),
  email,
  password: newPassword,
  terms: z.literal("on", "Please accept the terms to create an account"),
});

export const forgotPasswordSchema = z.object({ email });

export const resetPasswordSchema = z.object({ password: newPassword });

export const changePasswordSchema = z.object({
  current_password: password("Current password"),
  new_password: password("New password").min(
    PASSWORD_LENGTH.min,
    `New password must be at least ${PASSWORD_LENGTH.min} characters`,
  ),
});

/** Where the password is asked for again before something that matters. */
export const passwordSchema = z.object({ password: knownPassword });

/** What a browser may let through as such a code, spaces and all. */
export const CODE_PATTERN = String.raw`\s*(?:\d\s*){6}`;

/** Six digits of an authenticator app; spaces between them are forgiven. */
export const codeSchema = z.object({
  code: line("Code", LIMITS.code)
    .overwrite((text) => text.replaceAll(" ", ""))
    .regex(/^\d{6}$/, { error: "Code must be the 6 digits from your authenticator app." }),
});

/** Two times five characters; their dash may be left out, and spaces are forgiven. */
export const recoveryCodeSchema = z.object({ code: recoveryCode("Recovery code") });

/** What weakens two-factor asks for both: the password, and a code of the app or a recovery code. */
export const proofSchema = z.object({ password: knownPassword, code: recoveryCode("Code") });

/** The editable part of a profile (spec section 2); an empty field is cleared. */
export const profileSchema = z.object({
  first_name: optionalLine("First name", LIMITS.name),
  last_name: optionalLine("Last name", LIMITS.name),
  phone: optionalLine("Phone", LIMITS.phone),
  /** `updated_at` of the profile as it was read, so that two windows don't overwrite each other. */
  version: z.string().max(40).optional(),
});

export type SignIn = z.output<typeof signInSchema>;
export type SignUp = z.output<typeof signUpSchema>;
export type ProfileForm = z.output<typeof profileSchema>;

function line(label: string, max: number) {
  return optionalLine(label, max).min(1, { error: `${label} is required`, abort: true });
}

function optionalLine(label: string, max: number) {
  return z
    .string(`${label} is required`)
    .overwrite(cleanLine)
    .max(max, { error: `${label} can have at most ${max} characters`, abort: true });
}

function recoveryCode(label: string) {
  return line(label, LIMITS.code).overwrite((text) =>
    text.replaceAll(" ", "").replace(/^(\w{5})(\w{5})$/, "$1-$2"),
  );
}

function password(label: string) {
  return z
    .string(`${label} is required`)
    .min(1, { error: `${label} is required`, abort: true })
    .max(PASSWORD_LENGTH.max, {
      error: `${label} can have at most ${PASSWORD_LENGTH.max} characters`,
      abort: true,
    });
}
