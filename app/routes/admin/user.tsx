import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { confirmSchema } from "~/features/identity/staff/forms";
import { readAccount } from "~/features/identity/staff/queries.server";
import { revokeRole } from "~/features/identity/staff/roles.server";
import { endSessions } from "~/features/identity/staff/sessions.server";
import { AccountPanel } from "~/features/identity/staff/ui/account-panel";
import { isUuid } from "~/lib/ids";
import { allowContext, authContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/user";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const account = isUuid(id) ? await readAccount(ctx, id) : null;
  return data({ account }, account ? 200 : 404);
}

type Answer = { result?: SubmissionResult<string[]> };

/** Ends sessions, or takes the role away. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const account = isUuid(id) ? await readAccount(ctx, id) : null;
  if (!account) return data<Answer>({}, 404);
  if (account.may_become.length === 0 && !account.is_you) throw data(null, { status: 403 });
  const back = (title: string) => redirectTo(context, `/admin/users/${id}`, { toast: { title } });

  if (fields.intent === "end-sessions") {
    const session_id = fields.session || undefined;
    if (session_id !== undefined && !isUuid(session_id)) return data<Answer>({}, 404);
    const { ended } = await endSessions(ctx, { user_id: id, session_id });
    return back(ended === 0 ? "Nothing to end" : ended === 1 ? "Session ended" : `${ended} sessions ended`);
  }
  if (fields.intent !== "revoke") return data<Answer>({}, 400);

  const submission = checkForm(fields, confirmSchema);
  const refuse = (status: number, errors: Parameters<typeof submission.reply>[0] = {}) =>
    data<Answer>({ result: submission.reply({ ...errors, hideFields: ["password"] }) }, status);
  if (submission.status !== "success") return refuse(400);
  if (!(await context.get(allowContext)("account-change", ctx.actor.id))) {
    return refuse(429, { formErrors: ["Too many attempts. Please wait 15 minutes and try again."] });
  }
  const outcome = await revokeRole(ctx, context.get(authContext), {
    user_id: id,
    ...submission.value,
  });
  if (!outcome.ok && outcome.reason === "wrong") {
    return refuse(400, { fieldErrors: { [outcome.field]: [outcome.message] } });
  }
  if (!outcome.ok && outcome.reason === "last") {
    return refuse(409, { formErrors: ["The last owner can't be removed."] });
  }
  if (!outcome.ok && outcome.reason === "no role") return back("This person no longer has a role");
  if (!outcome.ok && outcome.reason === "not allowed") throw data(null, { status: 403 });
  if (!outcome.ok || id === ctx.actor.id) {
    return redirectTo(context, "/", {
      toast: { title: "You no longer have access to the admin panel" },
      reload: true,
    });
  }
  return back("Access removed");
}

export default function UserRoute({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <SidePanel title={account?.name || "Account"} closeHref="/admin/users">
      {account ? (
        <AccountPanel account={account} result={answer?.result} />
      ) : (
        <p className="text-moss">We can't find this account. It may have been deleted.</p>
      )}
    </SidePanel>
  );
}
