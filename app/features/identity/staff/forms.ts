import { z } from "zod";
import { passwordSchema, signInSchema } from "~/features/identity/sign-in/forms";

/** Whom to give access to the office, with the password of who gives it. */
export const grantSchema = z.object({
  email: signInSchema.shape.email,
  password: passwordSchema.shape.password,
});

/** What matters as much as this is asked with the administrator's own password. */
export const confirmSchema = passwordSchema;
