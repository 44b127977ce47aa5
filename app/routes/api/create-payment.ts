import { createPaymentSchema, fieldErrors } from "~/features/booking/forms";
import { createPayment } from "~/features/payments/create-payment.server";
import { allowContext, requestContext } from "~/platform/context.server";
import { readJson } from "~/platform/json.server";
import type { Route } from "./+types/create-payment";

const KEY = /^[\w-]{8,100}$/;

/**
 * `POST /api/create-payment` (spec section 7): holds a slot, opens a checkout and answers `{url}`.
 * 400 malformed, 404 unknown service, 409 slot taken or visits of a plan in the way, 413/415 not a small JSON, 422 not bookable, 429 too often,
 * 503 no checkout to be had (the hold is kept):
 * `{error: {message, field?, fields?, slots?, clashes?}}`.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse(405, { message: "Use POST." }, { Allow: "POST" });
  const ctx = requestContext(context);
  const allow = context.get(allowContext);
  if (!(await allow("create-payment"))) {
    return refuse(
      429,
      { message: "Too many tries. Please wait a minute and try again." },
      { "Retry-After": "60" },
    );
  }
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !KEY.test(key)) {
    return refuse(400, {
      field: "Idempotency-Key",
      message: "Idempotency-Key must be 8 to 100 letters, digits, - or _.",
    });
  }
  const body = await readJson(request);
  if (!body.ok) return refuse(body.status, { message: body.message });
  const parsed = createPaymentSchema.safeParse(body.value);
  if (!parsed.success) {
    const fields = fieldErrors(parsed.error);
    return refuse(400, {
      message: fields[0]?.message ?? "The request is not valid.",
      field: fields[0]?.field,
      fields,
    });
  }
  const outcome = await createPayment(ctx, { request: parsed.data, draft_id: key });
  if (!outcome.ok) {
    const { status, message, field, slots, clashes } = outcome;
    return refuse(status, { message, field, slots, clashes });
  }
  return Response.json({ url: outcome.url }, { headers: { "Cache-Control": "no-store" } });
}

/** A GET has nothing to show here. */
export function loader() {
  return refuse(405, { message: "Use POST." }, { Allow: "POST" });
}

function refuse(
  status: number,
  error: { message: string } & Record<string, unknown>,
  headers: HeadersInit = {},
) {
  return Response.json({ error }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
