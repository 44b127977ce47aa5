import { data } from "react-router";
import { endAddress } from "~/features/identity/security/calendar-address.server";
import { readAccount } from "~/features/identity/staff/queries.server";
import { revokeRole } from "~/features/identity/staff/roles.server";
import { endSessions, resetSecondFactor } from "~/features/identity/staff/sessions.server";
import { AccountPanel } from "~/features/identity/staff/ui/account-panel";
import { isUuid } from "~/lib/ids";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/user";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const account = isUuid(id) ? await readAccount(ctx, id) : null;
  return data({ account }, account ? 200 : 404);
}

type Answer = { refused?: string };

/** Ends sessions or a calendar address, or takes the role away. */
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
  if (fields.intent === "end-address") {
    const ended =
      isUuid(fields.address ?? "") && (await endAddress(ctx, { user_id: id, id: fields.address ?? "" }));
    return ended ? back("Calendar address ended") : data<Answer>({}, 404);
  }
  if (fields.intent === "reset-second-factor") {
    if (account.is_you || account.role === "user") throw data(null, { status: 403 });
    const { ok } = await resetSecondFactor(ctx, { user_id: id });
    return back(ok ? "Second factor reset" : "There was nothing to reset");
  }
  if (fields.intent !== "revoke") return data<Answer>({}, 400);

  const outcome = await revokeRole(ctx, { user_id: id });
  if (!outcome.ok && outcome.reason === "last")
    return data<Answer>({ refused: "The last owner can't be removed." }, 409);
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
        <AccountPanel account={account} refused={answer?.refused} />
      ) : (
        <p className="text-moss">We can't find this account. It may have been deleted.</p>
      )}
    </SidePanel>
  );
}
