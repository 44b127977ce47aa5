import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { orFailure, refused, refusedByRateLimit } from "~/features/identity/sign-in/submit.server";
import { acceptInvitation, joinAsInvited, readInvitation } from "~/features/identity/staff/accept.server";
import { joinSchema } from "~/features/identity/staff/forms";
import { invitationPath } from "~/features/identity/staff/invitation";
import { Invitation } from "~/features/identity/staff/ui/invitation";
import { readCompany } from "~/features/operations/settings/queries.server";
import { allowContext, authContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/invitation";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Invitation", "Join the team.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const FAILED = "You haven’t joined yet";
const CHANGED = "The invitation has changed meanwhile. Please see below.";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Opening the link changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const token = tokenOf(request);
  const [page, { company_name }] = await Promise.all([readInvitation(ctx, token), readCompany(ctx)]);
  const status = page.state === "missing" ? 404 : "email" in page || page.state === "yours" ? 200 : 410;
  return data({ page, token, company: company_name }, status);
}

/** Accepts as the signed-in account; without one, opens an account first. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const allow = context.get(allowContext);
  const token = tokenOf(request);
  const submission = checkForm(await readForm(request), joinSchema);
  const changed = () =>
    data(refused(submission, { toast: { title: FAILED, description: CHANGED }, inline: true }), 409);
  const welcome = () =>
    redirectTo(context, "/admin", {
      toast: { title: "Welcome to the team", description: "The office is open to you now." },
      reload: true,
    });
  const { actor } = ctx;
  if (actor.kind === "user") {
    return orFailure(context, submission, FAILED, async () => {
      const outcome = await acceptInvitation({ ...ctx, actor }, token);
      if (outcome.ok) return welcome();
      if (outcome.reason === "changed") return changed();
      const proof = new URLSearchParams({ to: invitationPath(token) });
      return redirectTo(context, `/proof?${proof}`, { reload: true });
    });
  }
  if ((await readInvitation(ctx, token)).state !== "new account") return changed();
  if (submission.status !== "success") return data(refused(submission), 400);
  return orFailure(context, submission, FAILED, async () => {
    if (!(await allow("sign-up"))) return data(refusedByRateLimit(submission, FAILED), 429);
    const outcome = await joinAsInvited(ctx, context.get(authContext), { ...submission.value, token });
    if (outcome.ok) return welcome();
    if (outcome.reason === "changed") return changed();
    return data(refused(submission, { fieldErrors: { [outcome.field]: [outcome.message] } }), 400);
  });
}

export default function InvitationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <Invitation {...loaderData} answer={actionData} />;
}
