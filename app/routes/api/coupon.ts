import { EMPTY_DRAFT } from "~/features/booking/checkout/draft";
import { readPageCoupon } from "~/features/booking/checkout/queries.server";
import { TOO_MANY_CODES } from "~/features/booking/coupons/coupon";
import { LIMITS } from "~/features/booking/limits";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { cleanLine } from "~/lib/text";
import { allowContext, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/coupon";

/**
 * `GET /api/coupon?code=&service=&draft=`: the `discount` of a code for a service, or the `error` why it can't be used. 400 without
 * a code, 429 after too many tries. Counts nothing; a use of `draft` itself is not in its way.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { searchParams } = new URL(request.url);
  const textOf = (name: string) => cleanLine(searchParams.get(name) ?? "");
  const coupon = textOf("code");
  if (!coupon || coupon.length > LIMITS.coupon)
    return refuse(400, `code must have 1 to ${LIMITS.coupon} characters.`);
  if (!(await context.get(allowContext)("coupon"))) return refuse(429, TOO_MANY_CODES);
  const { timezone } = await readCompany(ctx);
  const id = isUuid(textOf("draft")) ? textOf("draft") : "";
  const asked = { id, coupon, service: textOf("service"), address: EMPTY_DRAFT.address };
  const today = companyToday(ctx.now, timezone);
  const found = await readPageCoupon(ctx, asked, { today, is_referred: false });
  if (!found) return refuse(400, "code must have letters or digits.");
  if (!found.discount) return refuse(200, found.error);
  return Response.json({ discount: found.discount }, { headers: NO_STORE });
}

const NO_STORE = { "Cache-Control": "no-store" };

function refuse(status: number, message: string) {
  return Response.json({ error: { field: "coupon", message } }, { status, headers: NO_STORE });
}
