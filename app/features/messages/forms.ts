import { z } from "zod";
import { emailField, nameField, optionalLine } from "~/lib/form-fields";
import { cleanBlock } from "~/lib/text";

/** The contact form (spec section 5). */
export const messageSchema = z.object({
  name: nameField,
  email: emailField,
  phone: optionalLine("Phone", 40),
  message: z
    .string("Message must be at least 10 characters")
    .overwrite(cleanBlock)
    .max(5000, { error: "Message can have at most 5,000 characters", abort: true })
    .min(10, "Message must be at least 10 characters"),
});

export type MessageForm = z.output<typeof messageSchema>;
