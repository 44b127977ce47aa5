import { z } from "zod";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { cleanLine } from "~/lib/text";

export const LIMITS = { name: 80, email: 254, phone: 40, code: 40 } as const;

const email = line("Email", LIMITS.email)
  .overwrite((text) => text.toLowerCase())
  .refine((text) => z.regexes.email.test(text), "Please enter a valid email address");

/** For existing passwords. Only the length is checked; the strength rules apply to new passwords. */
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

/** Confirms a sensitive change with the current password. */
export const passwordSchema = z.object({ password: knownPassword });

/** HTML `pattern` that accepts the same codes as `codeSchema`, spaces included. */
export const CODE_PATTERN = String.raw`\s*(?:\d\s*){6}`;

/** Six digits from an authenticator app. Spaces are removed. */
export const codeSchema = z.object({
  code: line("Code", LIMITS.code)
    .overwrite((text) => text.replaceAll(" ", ""))
    .regex(/^\d{6}$/, { error: "Code must be the 6 digits from your authenticator app." }),
});

/** Recovery code: twice five characters. The dash is optional and spaces are removed. */
export const recoveryCodeSchema = z.object({ code: recoveryCode("Recovery code") });

/** Password plus an authenticator or recovery code. Required to weaken two-factor authentication. */
export const proofSchema = z.object({ password: knownPassword, code: recoveryCode("Code") });

/** Editable fields of a profile (spec section 2). An empty field clears the value. */
export const profileSchema = z.object({
  first_name: optionalLine("First name", LIMITS.name),
  last_name: optionalLine("Last name", LIMITS.name),
  phone: optionalLine("Phone", LIMITS.phone),
  /** `updated_at` of the profile that the form shows. Detects changes made in another window. */
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
