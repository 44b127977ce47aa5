import { Badge } from "~/ui/list/badge";

/** Beside money that was paid at the test checkout. Nothing unless it `is` such money. */
export function TestMark({ is, className }: { is: boolean; className?: string }) {
  if (!is) return null;
  return (
    <Badge tone="amber" className={className}>
      Test payment
    </Badge>
  );
}
