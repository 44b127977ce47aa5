import { Form, useNavigation } from "react-router";
import { labelOfRole } from "~/features/identity/staff/account";
import type { InvitationRow } from "~/features/identity/staff/invitation";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

/** Invitations that nobody has accepted yet. Each can be sent again or withdrawn. */
export function InvitationsCard({ invitations }: { invitations: InvitationRow[] }) {
  return (
    <Card className="grid gap-3 p-5 sm:p-6">
      <h2 className="text-heading">Invitations</h2>
      <ul className="divide-y divide-line border-line border-t">
        {invitations.map((invitation) => (
          <InvitationItem key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationItem({ invitation }: { invitation: InvitationRow }) {
  const { id, email, role, by, until, expired, hands_over } = invitation;
  const { formData } = useNavigation();
  const posted = formData?.get("invitation") === id ? formData.get("intent") : null;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-semibold">{email}</span>
          <Badge>{labelOfRole(role)}</Badge>
          {expired && <Badge tone="amber">Expired</Badge>}
        </p>
        <p className="mt-1 text-[0.9375rem] text-moss">
          Invited by {by}. {expired ? "It could be accepted until" : "Good until"}{" "}
          <span className="tabular-nums">{until}</span>.{hands_over && ` ${by} then becomes manager.`}
        </p>
      </div>
      <Form method="post" action="/admin/users" preventScrollReset className="flex flex-wrap gap-2.5">
        <input type="hidden" name="invitation" value={id} />
        <Button
          type="submit"
          name="intent"
          value="send-again"
          variant="secondary"
          size="small"
          aria-label={`Send again: ${email}`}
          pending={posted === "send-again"}
        >
          Send again
        </Button>
        <Button
          type="submit"
          name="intent"
          value="withdraw"
          variant="ghost"
          size="small"
          aria-label={`Withdraw: ${email}`}
          pending={posted === "withdraw"}
        >
          Withdraw
        </Button>
      </Form>
    </li>
  );
}
