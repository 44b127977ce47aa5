import { decideTip, TIP_PERCENTS, type TipDecision } from "~/features/payments/orders/tip";
import { type Cents, parseCents } from "~/lib/money";

/** What a visitor chose as the form names it: a percentage, "other" with an amount as it was typed, or nothing. */
export type TipChoice = { tip?: string; tip_amount?: string };

export function isTipChoice(text: string): boolean {
  return text === "other" || TIP_PERCENTS.some((percent) => String(percent) === text);
}

/** A tip as a request names it. `amount` in cents; -1 for one that can't be read, which is refused. */
export type TipRequest = { percent?: (typeof TIP_PERCENTS)[number]; amount?: Cents };

/** The tip that a form or a draft asks for; undefined for none. */
export function tipRequest({ tip, tip_amount = "" }: TipChoice): TipRequest | undefined {
  if (tip !== "other") {
    const percent = TIP_PERCENTS.find((one) => String(one) === tip);
    return percent && { percent };
  }
  const amount = parseCents(tip_amount) ?? -1;
  return amount === 0 ? undefined : { amount };
}

/** The tip of a request for a visit, or why there can be none. `price`: before tax, in cents. */
export function decideFirstTip(request: TipRequest | undefined, price: Cents): TipDecision {
  if (!request) return { ok: true, tip: 0 };
  const { percent, amount = null } = request;
  return decideTip({ choice: percent ? String(percent) : "other", amount }, price);
}

export const NOT_WITH_A_PLAN = "A tip is for a single visit, not for a plan. Choose no tip to go on.";

/** Why no tip can be added where not all is paid now. */
export const TIP_LATER = "You can tip your crew after the visit. Choose no tip to book it.";
