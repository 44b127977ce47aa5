import { z } from "zod";
import { FREQUENCIES, type Frequency } from "~/features/catalog/frequency";
import { minimumCharge } from "~/features/catalog/pricing";
import { SERVICE_TYPES } from "~/features/catalog/service";
import { PAYS, readTerms, type Terms } from "~/features/catalog/terms";
import { formatCents, parseCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import { featuresOf, SERVICE_LIMITS } from "./service";

const MAX = SERVICE_LIMITS;

/** The service form. `isPicture` says whether a picture exists; a service needs none. Prices are in `currency`. */
export function serviceSchema(isPicture: (key: string) => boolean, currency = "USD") {
  const least = minimumCharge(currency);
  const fields = z.object({
    title: line("Title", MAX.title),
    description: line("Description", MAX.description),
    price: z.string("Price is required.").transform((text, context) => {
      const cents = parseCents(text);
      const payable = cents !== null && (cents === 0 || cents >= least);
      if (payable && cents <= MAX.price) return cents;
      const message =
        cents === null
          ? "Price must be an amount in dollars, like 53 or 52.50."
          : cents > MAX.price
            ? "Price can be at most $10,000."
            : `Price must be at least ${formatCents(least, currency)}, the minimum card charge. Enter 0 for 'Get Estimate'.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    subscription_type: z.enum(["one_time", "monthly"], "Choose how it's billed."),
    service_type: z.enum(SERVICE_TYPES, "Choose a type."),
    is_popular: z.boolean().default(false),
    is_active: z.boolean().default(false),
    features: z
      .string()
      .default("")
      .transform(featuresOf)
      .refine((lines) => lines.length <= MAX.features, `At most ${MAX.features} features.`)
      .refine(
        (lines) => lines.every((text) => text.length <= MAX.feature),
        `A feature can have at most ${MAX.feature} characters.`,
      ),
    visit_minutes: z
      .number("Length must be a number of minutes.")
      .int("Length must be a whole number of minutes.")
      .min(15, "A visit must be at least 15 minutes long.")
      .max(MAX.minutes, `A visit can be at most ${MAX.minutes} minutes long.`)
      .default(180),
    frequency: z.enum(FREQUENCIES, "Choose how often it comes."),
    image: z
      .string()
      .refine(isPicture, "Choose one of the pictures.")
      .transform((key): string | null => key)
      .nullish()
      .transform((key) => key ?? null),
    pay: z.enum(PAYS, "Choose when it is paid.").default("full"),
    deposit: z.string().default(""),
  });
  return fields.superRefine(({ pay, deposit }, context) => {
    const read = readTerms(pay, deposit, parseCents);
    if (!read.ok) context.addIssue({ code: "custom", path: ["deposit"], message: read.message });
  });
}

type ServiceFields = z.output<ReturnType<typeof serviceSchema>>;
export type ServiceForm = Omit<ServiceFields, "frequency" | "pay" | "deposit"> & {
  plan_frequencies: Frequency[];
  terms: Terms;
};

/** Converts validated fields to a service. */
export function toServiceForm({ frequency, pay, deposit, ...form }: ServiceFields): ServiceForm {
  const read = readTerms(pay, deposit, parseCents);
  return { ...form, plan_frequencies: [frequency], terms: read.ok ? read.terms : null };
}

function line(label: string, max: number) {
  return z
    .string(`${label} is required.`)
    .overwrite(cleanLine)
    .min(1, `${label} is required.`)
    .max(max, `${label} can have at most ${max} characters.`);
}
