import { z } from "zod";
import { passwordSchema, signInSchema } from "~/features/identity/sign-in/forms";

/** Account to give a role, the role, and the actor's own password. Crews' roles have no pages yet and can't be given. */
export const grantSchema = z.object({
  email: signInSchema.shape.email,
  role: z.enum(["owner", "manager", "dispatcher", "bookkeeper"], { error: "Choose a role" }),
  password: passwordSchema.shape.password,
});

/** The actor's own password, which confirms a revocation. */
export const confirmSchema = passwordSchema;
