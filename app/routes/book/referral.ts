import { redirect } from "react-router";
import { isReferralCode } from "~/features/customers/referrals/referral";
import type { Route } from "./+types/referral";

/** `GET /r/CODE`: a customer's referral link leads to the booking page, which keeps the code. A wrong one just leads there. */
export function loader({ params: { code } }: Route.LoaderArgs) {
  const query = isReferralCode(code) ? `?${new URLSearchParams({ ref: code })}` : "";
  return redirect(`/book${query}`, { headers: { "Cache-Control": "no-store" } });
}
