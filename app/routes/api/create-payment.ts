import { createPaymentSchema, fieldErrors } from "~/features/booking/checkout/forms";
import { TOO_MANY_CODES } from "~/features/booking/coupons/coupon";
import {
  admitCaller,
  draftKey,
  errorResponse,
  jsonResponse,
} from "~/features/integrations/api/respond.server";
import { referenceOf } from "~/features/integrations/api/status.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { ownOrderCookie } from "~/features/payments/checkout/queries.server";
import { allowContext } from "~/platform/context.server";
import { readJson } from "~/platform/request/json.server";
import type { Route } from "./+types/create-payment";

const KEY = /^[\w-]{8,100}$/;

/**
 * `POST /api/create-payment` (spec section 7): holds a slot, opens a checkout and returns `{url, reference}`. Errors are `{error:
 * {message, field?, fields?, slots?, clashes?, url?}}`: 400 malformed, 401 invalid key, 404 unknown service, 409 slot taken,
 * clashing visits of a plan or already paid, 413/415 not a small JSON body, 422 not bookable, 429 rate limit or too many unpaid
 * holds, 503 no checkout available (the hold is kept).
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return wrongMethod();
  const caller = await admitCaller(request, context, "create-payment");
  if (!caller.ok) return caller.refusal;
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !KEY.test(key)) {
    return errorResponse(400, {
      field: "Idempotency-Key",
      message: "Idempotency-Key must be 8 to 100 letters, digits, - or _.",
    });
  }
  const body = await readJson(request);
  if (!body.ok) return errorResponse(body.status, { message: body.message });
  const parsed = createPaymentSchema.safeParse(body.value);
  if (!parsed.success) {
    const fields = fieldErrors(parsed.error);
    return errorResponse(400, {
      message: fields[0]?.message ?? "The request is not valid.",
      field: fields[0]?.field,
      fields,
    });
  }
  const { ctx, api_key_id } = caller;
  if (parsed.data.coupon && !api_key_id && !(await context.get(allowContext)("coupon")))
    return errorResponse(429, { message: TOO_MANY_CODES, field: "coupon" });
  const outcome = await createPayment(ctx, {
    request: parsed.data,
    draft_id: draftKey(caller, key),
    via: api_key_id ? { api_key_id, reference: parsed.data.partnerReference ?? null } : null,
  });
  if (!outcome.ok) {
    const { status, message, field, slots, clashes, url, free_at } = outcome;
    const wait = free_at && Math.ceil(ctx.now.until(free_at).total("seconds"));
    const headers = wait ? { "Retry-After": String(wait) } : undefined;
    return errorResponse(status, { message, field, slots, clashes, url }, headers);
  }
  const { url, order_id } = outcome;
  return jsonResponse(
    { url, reference: referenceOf(ctx, order_id) },
    api_key_id ? {} : { "Set-Cookie": ownOrderCookie(ctx, order_id) },
  );
}

/** GET is not supported. */
export function loader() {
  return wrongMethod();
}

function wrongMethod() {
  return errorResponse(405, { message: "Use POST." }, { Allow: "POST" });
}
