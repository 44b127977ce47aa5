import { z } from "zod";
import { cleanBlock, cleanLine } from "~/lib/text";

/** The application form (spec section 5). `resume` is kept as it was typed, whatever it is. */
export const applicationSchema = z.object({
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

function optionalLine(label: string, max: number) {
  return z
    .string()
    .overwrite(cleanLine)
    .max(max, { error: `${label} can have at most ${max} characters`, abort: true })
    .optional();
}
