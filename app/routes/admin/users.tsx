import type { SubmissionResult } from "@conform-to/react";
import { data, Outlet, useMatches } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { nameOfRole } from "~/features/identity/staff/account";
import { grantSchema } from "~/features/identity/staff/forms";
import { INVITATION_DAYS } from "~/features/identity/staff/invitation";
import {
  giveRole,
  readInvitations,
  resendInvitation,
  withdrawInvitation,
} from "~/features/identity/staff/invite.server";
import { readStaff } from "~/features/identity/staff/queries.server";
import { InvitationsCard } from "~/features/identity/staff/ui/invitations";
import { GrantCard } from "~/features/identity/staff/ui/roles";
import { StaffTable } from "~/features/identity/staff/ui/staff-table";
import { rolesBelow } from "~/platform/auth/roles";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/users";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Staff", "Who has access to the admin panel, and what they may do.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const [staff, invitations] = await Promise.all([readStaff(ctx), readInvitations(ctx)]);
  return { staff, invitations, may_give: rolesBelow(ctx.actor.role) };
}

/** Gives an account a role, or invites somebody to it; sends an invitation again, or withdraws it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const back = (toast: { title: string; description?: string }) =>
    redirectTo(context, "/admin/users", { toast });
  const id = form.invitation ?? "";
  if (form.intent === "withdraw")
    return back({ title: (await withdrawInvitation(ctx, { id })) ? "Invitation withdrawn" : NO_LONGER_OPEN });
  if (form.intent === "send-again") {
    if (!(await context.get(allowContext)("send-again", ctx.actor.id)))
      return back({ title: "Nothing was sent", description: TOO_MANY });
    const outcome = await resendInvitation(ctx, { id });
    if (outcome?.ok) return back({ title: "Invitation sent again", description: "The old link has ended." });
    if (outcome?.reason !== "wrong") return back({ title: NO_LONGER_OPEN });
    return back({ title: "Nothing was sent", description: outcome.message });
  }
  const submission = checkForm(form, grantSchema);
  const refuse = (status: number, errors: Parameters<typeof submission.reply>[0] = {}) => {
    const result: SubmissionResult<string[]> = submission.reply(errors);
    return data({ result }, status);
  };
  if (submission.status !== "success") return refuse(400);
  const { email, role, hands_over } = submission.value;
  const outcome = await giveRole(ctx, { email, role, hands_over: hands_over === "on" });
  if (outcome.ok && outcome.user_id === null) {
    const must = role === "owner" ? "They must accept" : "They can accept";
    const description = `${must} within ${INVITATION_DAYS} days. Until then nothing changes.`;
    return back({ title: `Invitation sent to ${email}`, description });
  }
  if (outcome.ok) {
    const toast = { title: "Role given", description: `${email} is ${nameOfRole(role)} now.` };
    return redirectTo(context, `/admin/users/${outcome.user_id}`, { toast });
  }
  if (outcome.reason === "wrong") return refuse(400, { fieldErrors: { [outcome.field]: [outcome.message] } });
  if (outcome.reason === "last")
    return refuse(409, { fieldErrors: { role: ["The last owner stays owner"] } });
  throw data(null, { status: 403 });
}

const TOO_MANY = "Too many emails were sent again in a short time. Please wait an hour.";
const NO_LONGER_OPEN = "This invitation is no longer open";

export default function Users({
  loaderData: { staff, invitations, may_give },
  actionData,
}: Route.ComponentProps) {
  const open = useMatches().at(-1)?.params.id;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to="/admin/settings?tab=users" label="Settings" />
        <h1 className="text-title">Staff</h1>
      </div>
      <StaffTable staff={staff} open={open} />
      {invitations.length > 0 && <InvitationsCard invitations={invitations} />}
      <GrantCard may_give={may_give} result={actionData?.result} />
      <Outlet />
    </div>
  );
}
