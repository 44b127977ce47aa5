import { Button } from "~/ui/button";

/** Where the browser goes once it is paid, and after how long. */
type LeadsOn = { to: string; afterMs: number };

/** 'Pay'. In the answer to a form that script has sent, with where that leads: card-masks.ts goes there. */
export function PayButton({ total, leadsOn }: { total: string; leadsOn?: LeadsOn | null }) {
  const way = leadsOn && {
    "data-leads-to": leadsOn.to,
    "data-after-ms": leadsOn.afterMs,
  };
  if (way) {
    return (
      <Button size="large" pending pendingLabel="Processing..." {...way}>
        Pay {total}
      </Button>
    );
  }
  return (
    <Button type="submit" name="intent" value="pay" size="large" data-pending-text="Processing...">
      Pay {total}
    </Button>
  );
}
