import { z } from "zod";
import { emailField, nameField, optionalLine } from "~/lib/form-fields";
import { cleanLine } from "~/lib/text";

/** A request from outside the service area. Its fields stand in the booking form, so their names differ from the others there. */
export const requestSchema = z.object({
  request_name: nameField,
  request_email: emailField,
  request_phone: optionalLine("Phone", 40),
  zip: z
    .string("ZIP code is required.")
    .overwrite(cleanLine)
    .regex(/^\d{5}(-\d{4})?$/, "ZIP code must be 5 digits, like 03263 or 03263-1234."),
});

export type RequestForm = z.output<typeof requestSchema>;
