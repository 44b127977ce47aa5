import { z } from "zod";

/** What a schema asks of one text field, as attributes of its control (app/ui/live-forms.ts reads them). */
export type FieldRules = {
  required?: true;
  minLength?: number;
  /** When nothing is filled in, or what is wrong; without one the browser leaves the field alone. */
  "data-message"?: string;
  /** When something else is said about what is wrong than about nothing. */
  "data-wrong"?: string;
  "data-max"?: number;
  "data-too-long"?: string;
};

/**
 * The rules of every text field of a form, so that the browser asks for what the server asks for, in the same words:
 * `<TextField name="email" {...rules.email} />`.
 */
export function fieldRules<Shape extends Record<string, z.ZodType>>(
  schema: z.ZodObject<Shape>,
): Record<keyof Shape, FieldRules> {
  const entries = Object.entries(schema.shape).map(([name, field]) => [name, rulesOf(field)]);
  return Object.fromEntries(entries);
}

function rulesOf(field: z.ZodType): FieldRules {
  const text = field instanceof z.ZodOptional ? field.unwrap() : field;
  const { minLength, maxLength } = text instanceof z.ZodString ? text : { minLength: null, maxLength: null };
  const empty = messageFor(field, "");
  const wrong = messageFor(field, "x".repeat(Math.max(1, (minLength ?? 1) - 1)));
  const tooLong = maxLength ? messageFor(field, "x".repeat(maxLength + 1)) : undefined;
  return {
    ...(empty && { required: true }),
    ...(minLength && minLength > 1 && { minLength }),
    ...(maxLength && { "data-max": maxLength, "data-too-long": tooLong }),
    ...(wrong && empty && wrong !== empty && { "data-wrong": wrong }),
    "data-message": empty ?? wrong ?? tooLong,
  };
}

function messageFor(field: z.ZodType, value: string): string | undefined {
  return field.safeParse(value).error?.issues[0]?.message;
}
