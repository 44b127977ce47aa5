import type { SubmissionResult } from "@conform-to/react";
import { data, Outlet, useMatches } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { nameOfRole } from "~/features/identity/staff/account";
import { grantSchema } from "~/features/identity/staff/forms";
import { readStaff } from "~/features/identity/staff/queries.server";
import { grantRole } from "~/features/identity/staff/roles.server";
import { GrantCard } from "~/features/identity/staff/ui/roles";
import { StaffTable } from "~/features/identity/staff/ui/staff-table";
import { rolesBelow } from "~/platform/auth/roles";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/users";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Staff", "Who has access to the admin panel, and what they may do."),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { staff: await readStaff(ctx), may_give: rolesBelow(ctx.actor.role) };
}

/** Gives an account a role. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const submission = checkForm(form, grantSchema);
  const refuse = (status: number, errors: Parameters<typeof submission.reply>[0] = {}) => {
    const result: SubmissionResult<string[]> = submission.reply(errors);
    return data({ result }, status);
  };
  if (submission.status !== "success") return refuse(400);
  const outcome = await grantRole(ctx, submission.value);
  if (outcome.ok) {
    const { email, role } = submission.value;
    const toast = { title: "Role given", description: `${email} is ${nameOfRole(role)} now.` };
    return redirectTo(context, `/admin/users/${outcome.user_id}`, { toast });
  }
  if (outcome.reason === "wrong") return refuse(400, { fieldErrors: { [outcome.field]: [outcome.message] } });
  if (outcome.reason === "last")
    return refuse(409, { fieldErrors: { role: ["The last owner stays owner"] } });
  throw data(null, { status: 403 });
}

export default function Users({ loaderData: { staff, may_give }, actionData }: Route.ComponentProps) {
  const open = useMatches().at(-1)?.params.id;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to="/admin/settings?tab=users" label="Settings" />
        <h1 className="text-title">Staff</h1>
      </div>
      <StaffTable staff={staff} open={open} />
      <GrantCard may_give={may_give} result={actionData?.result} />
      <Outlet />
    </div>
  );
}
