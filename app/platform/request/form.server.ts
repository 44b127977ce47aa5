import { createHash, randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { isUuid } from "~/lib/ids";

/** The fields of a posted form, by name. */
export type Fields = Record<string, string>;

/**
 * The text fields of a posted form, files left out; of fields with the same name, the last. Null when the body is not a
 * form.
 */
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

/**
 * The id that the form was rendered with, by which a repeated submission is recognized; a new one when it has none. Where the
 * forms of a page share an id, `of` tells them apart.
 */
export function formIdOf({ form_id = "" }: Fields, of?: string): string {
  const id = isUuid(form_id) ? form_id.toLowerCase() : randomUUID();
  return of === undefined ? id : idFor(`${id} ${of}`);
}

/** Always the same UUID for a text. */
function idFor(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/**
 * Checks a form with Conform. Conform gets only the schema's own fields: it would make a list of that length from
 * `a[9999999]`, and would obey `__intent__`. A body that is not a form counts as empty.
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

/** The first error of each field of a checked form. */
export function firstErrors(
  error: Record<string, readonly string[] | null> | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(error ?? {}).flatMap(([name, wrong]) => (wrong?.[0] ? [[name, wrong[0]]] : [])),
  );
}

/** The fields of an object schema, also behind a preprocessing step. */
function shapeOf(schema: unknown): object {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodPipe) return shapeOf(schema.out);
  throw new TypeError("The schema of a form is an object of fields.");
}
