import { Form, useNavigation } from "react-router";
import { type ApprovalView, KIND_LABELS } from "~/features/payments/approvals/rules";
import { Button } from "~/ui/action/button";
import { Allowed } from "~/ui/allowed";
import { Badge } from "~/ui/list/badge";

/** `left`: what can be given back, in cents, as the viewer sees it. */
type Props = { approvals: readonly ApprovalView[]; left: number };

const STATES = {
  open: { tone: "amber", label: "Waiting for approval" },
  approved: { tone: "green", label: "Approved" },
  refused: { tone: "berry", label: "Refused" },
  withdrawn: { tone: "neutral", label: "Withdrawn" },
} as const;

/** What was asked for above somebody's limit, and what the viewer can do about it. */
export function Approvals({ approvals, left }: Props) {
  if (approvals.length === 0) return null;
  return (
    <ul aria-label="Approvals" className="mb-5 grid gap-3">
      {approvals.map((approval) => (
        <Approval key={approval.id} approval={approval} left={left} />
      ))}
    </ul>
  );
}

function Approval({ approval, left }: { approval: ApprovalView; left: number }) {
  const { id, kind, amount, reason, status, asked, decided, may_decide, may_withdraw, why_not } = approval;
  const { tone, label } = STATES[status];
  return (
    <li className="rounded-control bg-paper px-3.5 py-3 text-[0.9375rem]/6 ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-semibold tabular-nums">
          {KIND_LABELS[kind]} of {amount}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-[0.8125rem]/5 text-moss">Asked by {asked}</p>
      {decided && (
        <p className="text-[0.8125rem]/5 text-moss">
          {label} by {decided}
        </p>
      )}
      <Allowed to="orders.refund">
        {why_not && <p className="mt-2 text-moss">{why_not}</p>}
        {(may_decide || may_withdraw) && (
          <div className="mt-2 flex flex-wrap gap-2">
            {may_decide && <Decide intent="approve" id={id} left={left} label={`Approve ${amount}`} />}
            {may_decide && <Decide intent="refuse" id={id} left={left} label="Refuse" />}
            {may_withdraw && <Decide intent="withdraw" id={id} left={left} label="Withdraw" />}
          </div>
        )}
      </Allowed>
    </li>
  );
}

type DecideProps = { intent: "approve" | "refuse" | "withdraw"; id: string; left: number; label: string };

function Decide({ intent, id, left, label }: DecideProps) {
  const posted = useNavigation().formData;
  const busy = posted?.get("intent") === intent && posted.get("approval_id") === id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="approval_id" value={id} />
      <input type="hidden" name="left" value={left} />
      <Button
        type="submit"
        variant={intent === "approve" ? "destructive" : "secondary"}
        size="small"
        pending={busy}
        pendingLabel="Saving..."
      >
        {label}
      </Button>
    </Form>
  );
}
