import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { isResetToken, resetPassword } from "~/features/identity/security/passwords.server";
import { resetPasswordSchema } from "~/features/identity/sign-in/forms";
import {
  orFailure,
  readSubmission,
  refused,
  refusedByRateLimit,
} from "~/features/identity/sign-in/submit.server";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { AuthResetForm, RESET_FORM } from "~/features/identity/sign-in/ui/password-forms";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, authContext, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { ButtonLink } from "~/ui/action/button-link";
import type { Route } from "./+types/reset-password";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "New password", "Choose a new password.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const FAILED = "Your password wasn’t changed";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Opening the link from the email does not use it up. If the token can't be checked, the form is shown. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const isGood = () => isResetToken(ctx, tokenOf(request));
  const good = await orElse(ctx.log, "a token could not be looked up", isGood, () => true);
  return good ? { good } : data({ good }, 410);
}

export async function action({ request, context }: Route.ActionArgs) {
  const allow = context.get(allowContext);
  const submission = await readSubmission(request, resetPasswordSchema);
  if (submission.status !== "success") return data(refused(submission), 400);
  return orFailure(context, submission, FAILED, async () => {
    if (!(await allow("account-change"))) return data(refusedByRateLimit(submission, FAILED), 429);
    const form = { token: tokenOf(request), password: submission.value.password };
    const outcome = await resetPassword(requestContext(context), context.get(authContext), form);
    if (outcome.ok) {
      const toast = { title: "Password changed", description: "Please log in with your new password." };
      return redirectTo(context, "/login", { toast, reload: true });
    }
    if (outcome.reason === "token") {
      const toast = { title: FAILED, description: "This link no longer works." };
      return data(refused(submission, { toast }), 410);
    }
    return data(refused(submission, { fieldErrors: { [outcome.field]: [outcome.message] } }), 400);
  });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.good) return <Over toast={actionData?.toast} />;
  return (
    <AuthPage
      heading="New password"
      lead="It replaces your old password and logs you out on all your devices."
      scene="service-move"
      toast={actionData?.toast}
    >
      <AuthResetForm answer={actionData} />
    </AuthPage>
  );
}

function Over({ toast }: { toast: ToastMessage | null | undefined }) {
  return (
    <AuthPage
      heading="This link no longer works"
      lead="It was already used, is more than an hour old, or is incomplete. Your password hasn’t changed."
      scene="service-move"
      toast={toast}
      replacesForm={RESET_FORM}
    >
      <div className="mt-7 grid gap-3">
        <ButtonLink href="/forgot-password" size="large">
          Send me a new link
        </ButtonLink>
        <ButtonLink href="/login" size="large" variant="ghost">
          Back to login
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
