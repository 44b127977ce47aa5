import { z } from "zod";
import { MOST_TIP, NO_AMOUNT, TIP_PERCENTS, TOO_MUCH } from "~/features/payments/orders/tip";
import { orList } from "~/lib/text";

const NOT_ONE = "Tip must have a percent or an amount, not both.";

/** A tip in the body of create-payment: percent of the price before tax, or cents. */
export const tipSchema = z
  .object(
    {
      percent: z.literal(TIP_PERCENTS, `Percent must be ${orList(TIP_PERCENTS)}.`).optional(),
      amount: z.int(NO_AMOUNT).min(1, NO_AMOUNT).max(MOST_TIP, TOO_MUCH).optional(),
    },
    "Tip must be a JSON object.",
  )
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), { error: NOT_ONE });

/** The same as fields of a form, which `tipRequest` reads. */
export const tipFields = {
  tip: z.string().optional().catch(undefined),
  tip_amount: z.string().optional().catch(undefined),
};
