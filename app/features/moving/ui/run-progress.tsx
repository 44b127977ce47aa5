import { type ReactNode, useEffect } from "react";
import { useNavigation, useRevalidator } from "react-router";
import type { ImportView } from "~/features/moving/import";
import { formatCount } from "~/lib/number";
import { IntentButton } from "~/ui/action/intent-button";
import { Card } from "~/ui/page/card";
import { ProgressBar } from "~/ui/page/progress-bar";

const POLL_MS = 2_000;

/** Looks again and again how far the import is. */
function usePolling() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), POLL_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
}

type Props = { title: string; line: number; row_count: number; children?: ReactNode };

/** The line that work on an import has reached. Without script, the browser loads the page again. */
function Progress({ title, line, row_count, children }: Props) {
  const done = Math.max(0, line - 1);
  usePolling();
  return (
    <Card className="grid gap-3 p-5 sm:p-6">
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
      <h2 className="text-heading">{title}</h2>
      <ProgressBar label="Rows that are done" value={done} max={row_count} />
      <p role="status" className="text-moss tabular-nums">
        {formatCount(done)} of {formatCount(row_count)} rows. This page renews itself; you can leave it.
      </p>
      {children}
    </Card>
  );
}

/** How far the dry run or the import is. */
export function RunProgress({ state, cursor, row_count }: ImportView) {
  const { formData } = useNavigation();
  return (
    <Progress
      title={state === "checking" ? "The dry run is running" : "The import is running"}
      line={cursor}
      row_count={row_count}
    >
      {state === "committing" && (
        <IntentButton
          intent="cancel"
          pending={formData?.get("intent") === "cancel"}
          pendingLabel="Stopping..."
        >
          Stop the import
        </IntentButton>
      )}
    </Progress>
  );
}

/** How far Stripe was asked about the IDs of a file, which need not be waited for. */
export function StripeProgress({ stripe_line, row_count }: Pick<ImportView, "stripe_line" | "row_count">) {
  const { formData } = useNavigation();
  if (stripe_line === null) return null;
  return (
    <Progress title="Stripe is asked about the customer IDs" line={stripe_line} row_count={row_count}>
      <p className="text-moss">
        IDs that aren’t the customer’s are noted at their rows. You can import before: they are asked about
        again.
      </p>
      <IntentButton
        intent="stop-stripe"
        pending={formData?.get("intent") === "stop-stripe"}
        pendingLabel="Stopping..."
      >
        Stop asking
      </IntentButton>
    </Progress>
  );
}
