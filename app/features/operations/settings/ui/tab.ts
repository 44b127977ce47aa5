import type { SubmissionResult } from "@conform-to/react";

/** Common props of the tabs. */
export type TabProps = {
  values: Record<string, string>;
  result: SubmissionResult<string[]> | undefined;
  /** Values that the rejected form started with, as JSON. */
  seen: string | null;
};

export type Secrets = Record<string, { set_on: string; opens: boolean } | null>;

/** Current payment method and the webhook URL to enter at Stripe. */
export type PaymentsInUse = { way: "stripe" | "test checkout" | "none"; webhook_url: string };
