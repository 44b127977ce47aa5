import { z } from "zod";
import { HOUR_OPTIONS } from "~/features/booking/limits";
import { SERVICE_TYPES } from "~/features/catalog/service";
import { isMonth } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { orList } from "~/lib/text";

export const servicesQuery = z.object({
  type: z.enum(SERVICE_TYPES, `type must be ${orList(SERVICE_TYPES)}.`).optional(),
});

export const availabilityQuery = z.object({
  service: z.string("service is required.").min(1, "service is required."),
  month: z.string("month is required.").refine(isMonth, "month must be written as yyyy-MM, like 2026-11."),
  hours: z
    .enum(HOUR_OPTIONS.map(String), `hours must be ${orList(HOUR_OPTIONS)}.`)
    .transform(Number)
    .optional(),
  draft: z.string().refine(isUuid, "draft must be a UUID.").optional(),
});

type Query<Schema extends z.ZodType> =
  | { ok: true; query: z.output<Schema> }
  | { ok: false; problem: { message: string; field?: string } };

/** The query of a call, or what is wrong with it first. */
export function readQuery<Schema extends z.ZodType>(url: string, schema: Schema): Query<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(new URL(url).searchParams));
  if (parsed.success) return { ok: true, query: parsed.data };
  const [issue] = parsed.error.issues;
  const message = issue?.message ?? "The request is not valid.";
  return { ok: false, problem: { message, field: issue?.path.join(".") } };
}
