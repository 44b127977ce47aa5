import { z } from "zod";
import { emailField, nameField } from "~/lib/form-fields";
import { cleanBlock } from "~/lib/text";
import { MESSAGE_LENGTH } from "./gift-card";

const text = z.string().default("");

/** The form that buys a gift card. Amount and day are decided with the company's day. */
export const giftSchema = z.object({
  choice: text,
  amount: text,
  recipient_name: nameField,
  recipient_email: emailField,
  message: z
    .string()
    .default("")
    .overwrite(cleanBlock)
    .refine(
      (value) => value.length <= MESSAGE_LENGTH,
      `Message can have at most ${MESSAGE_LENGTH} characters`,
    ),
  send_on: text,
  buyer_name: nameField,
  buyer_email: emailField,
});

export type GiftForm = z.output<typeof giftSchema>;
