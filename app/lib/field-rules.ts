import { z } from "zod";

/** A schema's rules for one text field, as attributes of its control. app/ui/live/live-forms.ts reads them. */
export type FieldRules = {
  required?: true;
  minLength?: number;
  /** The message for an empty or invalid field; without one the browser does not check the field. */
  "data-message"?: string;
  /** The message for an invalid field, if it differs from that for an empty one. */
  "data-wrong"?: string;
  "data-max"?: number;
  "data-too-long"?: string;
};

/**
 * The rules of all text fields of a form, so that browser and server check the same with the same messages: `<TextField
 * name="email" {...rules.email} />`.
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
