import { z } from "zod";
import { cleanBlock, cleanLine } from "~/lib/text";

/** The contact form (spec section 5). */
export const messageSchema = z.object({
  name: z
    .string("Name must be at least 2 characters")
    .overwrite(cleanLine)
    .max(100, { error: "Name can have at most 100 characters", abort: true })
    .min(2, "Name must be at least 2 characters"),
  email: z
    .string("Please enter a valid email address")
    .overwrite((text) => cleanLine(text).toLowerCase())
    .max(254, { error: "Email can have at most 254 characters", abort: true })
    .refine((text) => z.regexes.email.test(text), "Please enter a valid email address"),
  phone: z
    .string()
    .overwrite(cleanLine)
    .max(40, { error: "Phone can have at most 40 characters", abort: true })
    .optional(),
  message: z
    .string("Message must be at least 10 characters")
    .overwrite(cleanBlock)
    .max(5000, { error: "Message can have at most 5,000 characters", abort: true })
    .min(10, "Message must be at least 10 characters"),
});

export type MessageForm = z.output<typeof messageSchema>;
