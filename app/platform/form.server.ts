import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { isUuid } from "~/lib/ids";

/** What a form posted, by name. */
export type Fields = Record<string, string>;

/** The text fields of a posted form, of each name the last; null when the body is no form. Files are left out. */
export async function readForm(request: Request): Promise<Fields | null> {
  try {
    const fields = await request.formData();
    return Object.fromEntries(
      [...fields].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  } catch {
    return null;
  }
}

/** The number that the form was shown with, which tells that it was sent twice; one of its own when it had none. */
export function formIdOf({ form_id = "" }: Fields): string {
  return isUuid(form_id) ? form_id.toLowerCase() : randomUUID();
}

/**
 * Checks a form with Conform, which is given the schema's own fields and nothing else: out of a name like `a[9999999]`
 * it would make a list of that length, and `__intent__` it would obey. A body that is no form counts as an empty one.
 */
export function checkForm<Schema extends z.ZodType>(
  fields: Fields | null,
  schema: Schema,
  options: { disableAutoCoercion?: boolean } = {},
) {
  const shape = shapeOf(schema);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (Object.hasOwn(shape, name)) form.set(name, value);
  }
  return parseWithZod<Schema>(form, { schema, ...options });
}

/** The first thing that is wrong with each field of a form that was checked. */
export function firstErrors(
  error: Record<string, readonly string[] | null> | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(error ?? {}).flatMap(([name, wrong]) => (wrong?.[0] ? [[name, wrong[0]]] : [])),
  );
}

/** Of an object of fields, with or without a step before it. */
function shapeOf(schema: unknown): object {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodPipe) return shapeOf(schema.out);
  throw new TypeError("The schema of a form is an object of fields.");
}
