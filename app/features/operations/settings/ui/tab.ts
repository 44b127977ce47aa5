import type { SubmissionResult } from "@conform-to/react";

/** What every tab is given: what its form begins with, and what the server said of it when it was sent. */
export type TabProps = {
  values: Record<string, string>;
  result: SubmissionResult<string[]> | undefined;
  /** What a form that was refused began with. */
  seen: string | null;
};

export type Secrets = Record<string, { set_on: string; opens: boolean } | null>;

/** How the site takes payment, and where Stripe is to send its events. */
export type PaymentsInUse = { way: "stripe" | "test checkout" | "none"; webhook_url: string };
