import { z } from "zod";
import { emailField, nameField, optionalLine } from "~/lib/form-fields";
import { cleanBlock, cleanLine } from "~/lib/text";

/** The application form (spec section 5). `resume` is stored as typed. */
export const applicationSchema = z.object({
  name: nameField,
  email: emailField,
  phone: z
    .string("Please enter a valid phone number")
    .overwrite(cleanLine)
    .max(40, { error: "Phone number can have at most 40 characters", abort: true })
    .min(10, "Please enter a valid phone number"),
  resume: optionalLine("Resume or LinkedIn URL", 500),
  experience: optionalLine("Experience", 200),
  availability: optionalLine("Availability", 200),
  coverLetter: z
    .string("Cover letter must be at least 30 characters")
    .overwrite(cleanBlock)
    .max(10_000, { error: "Cover letter can have at most 10,000 characters", abort: true })
    .min(30, "Cover letter must be at least 30 characters"),
});

export type ApplicationForm = z.output<typeof applicationSchema>;
