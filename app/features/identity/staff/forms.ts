import { z } from "zod";
import { signInSchema, signUpSchema } from "~/features/identity/sign-in/forms";

/** Email to give a role, or to invite to it. Crews' roles have no pages yet and can't be given. */
export const grantSchema = z
  .object({
    email: signInSchema.shape.email,
    role: z.enum(["owner", "manager", "dispatcher", "bookkeeper"], { error: "Choose a role" }),
    /** Whether the giver, an owner, becomes manager once the new owner has accepted. */
    hands_over: z.literal("on", "Tick the box or leave it").optional(),
  })
  .refine(({ role, hands_over }) => !hands_over || role === "owner", {
    path: ["hands_over"],
    error: "The company is handed over to an owner: choose that role, or untick the box",
  });

/** What an invited person without an account fills in. The email is that of the invitation. */
export const joinSchema = signUpSchema.omit({ email: true });

export type JoinForm = z.output<typeof joinSchema>;
