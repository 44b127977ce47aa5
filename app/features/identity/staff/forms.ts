import { z } from "zod";
import { passwordSchema, signInSchema } from "~/features/identity/sign-in/forms";

/** Account to make an administrator, and the acting administrator's password. */
export const grantSchema = z.object({
  email: signInSchema.shape.email,
  password: passwordSchema.shape.password,
});

/** Acting administrator's password, which confirms a revocation. */
export const confirmSchema = passwordSchema;
