import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { codeSchema, recoveryCodeSchema } from "~/features/identity/sign-in/forms";
import { mayAnswerChallenge } from "~/features/identity/sign-in/limits.server";
import { redirectOf, withRedirect } from "~/features/identity/sign-in/rules";
import { answerChallenge } from "~/features/identity/sign-in/sign-in.server";
import {
  orFailure,
  pageThatWaits,
  readSubmission,
  refused,
  refusedForSeconds,
} from "~/features/identity/sign-in/submit.server";
import { AuthCodeForm } from "~/features/identity/sign-in/ui/code-form";
import { AuthFoot, AuthPage, authLink } from "~/features/identity/sign-in/ui/page";
import { authContext, limitsContext, requestContext } from "~/platform/context.server";
import { redirectTo, takeToast } from "~/platform/request/flash.server";
import { cx } from "~/ui/cx";
import type { Route } from "./+types/two-factor";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Two-factor login", "Confirm that it’s you.", { noindex: true });

export const headers: Route.HeadersFunction = pageThatWaits;

const FAILED = "Login failed";
const EXPIRED = "This login has expired. Please log in again.";
const UNVERIFIED = "Please verify your email first. We just sent you a new link.";

const asksRecovery = (request: Request) => new URL(request.url).searchParams.has("recovery");

/** Second step of logging in. `?recovery` asks for a recovery code. */
export function loader({ request, context }: Route.LoaderArgs) {
  const path = redirectOf(request.url);
  if (requestContext(context).actor.kind === "user") {
    throw redirectTo(context, path, { toast: takeToast(request, context) ?? undefined });
  }
  if (!context.get(authContext).isChallenged()) throw backToLogin(context, path, EXPIRED);
  return { redirect: path, recovery: asksRecovery(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const path = redirectOf(request.url);
  const ctx = requestContext(context);
  if (ctx.actor.kind === "user") return redirectTo(context, path, { reload: true });
  const recovery = asksRecovery(request);
  const submission = await readSubmission(request, recovery ? recoveryCodeSchema : codeSchema);
  if (submission.status !== "success") return data(refused(submission), 400);
  return orFailure(context, submission, FAILED, async () => {
    const auth = context.get(authContext);
    const kind = recovery ? "recovery" : "totp";
    const tried = await mayAnswerChallenge(ctx, auth, context.get(limitsContext), kind);
    if (!tried.ok) return refusedForSeconds(submission, FAILED, tried.seconds);
    const outcome = await answerChallenge(ctx, auth, { kind, code: submission.value.code });
    if (outcome.ok) {
      const toast = { title: "Login successful!", description: "Welcome back!" };
      return redirectTo(context, path, { toast, reload: true });
    }
    if (outcome.reason === "expired") return backToLogin(context, path, EXPIRED);
    if (outcome.reason === "unverified") return backToLogin(context, path, UNVERIFIED);
    const message = recovery
      ? "Recovery code is incorrect or was already used."
      : "Code is incorrect. Please enter the one showing now.";
    return data(refused(submission, { fieldErrors: { code: [message] } }), 400);
  });
}

function backToLogin(context: Route.ActionArgs["context"], path: string, description: string) {
  const toast = { title: FAILED, description, destructive: true };
  return redirectTo(context, withRedirect("/login", path), { toast });
}

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { recovery, redirect } = loaderData;
  const here = withRedirect("/two-factor", redirect);
  const other = recovery ? here : `${here}${redirect === "/" ? "?" : "&"}recovery`;
  return (
    <AuthPage
      heading="One more step"
      lead={
        recovery
          ? "Enter one of your recovery codes. Each one works once."
          : "Enter the 6-digit code from your authenticator app."
      }
      scene="service-exterior"
      toast={actionData?.toast}
    >
      <AuthCodeForm recovery={recovery} answer={actionData} />
      <AuthFoot>
        <span className="flex flex-wrap justify-center gap-x-6">
          <a href={other} className={cx(authLink, "inline-flex min-h-11 items-center")}>
            {recovery ? "Use the authenticator app" : "Use a recovery code"}
          </a>
          <a
            href={withRedirect("/login", redirect)}
            className={cx(authLink, "inline-flex min-h-11 items-center")}
          >
            Back to login
          </a>
        </span>
      </AuthFoot>
    </AuthPage>
  );
}
