import { z } from "zod";
import { signInSchema } from "~/features/identity/sign-in/forms";

/** Account to give a role, and the role. Crews' roles have no pages yet and can't be given. */
export const grantSchema = z.object({
  email: signInSchema.shape.email,
  role: z.enum(["owner", "manager", "dispatcher", "bookkeeper"], { error: "Choose a role" }),
});
