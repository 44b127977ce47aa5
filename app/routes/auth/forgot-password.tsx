import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { requestPasswordReset } from "~/features/identity/security/passwords.server";
import { forgotPasswordSchema } from "~/features/identity/sign-in/forms";
import { mayRequestReset } from "~/features/identity/sign-in/limits.server";
import {
  orFailure,
  pageThatWaits,
  readSubmission,
  refused,
  refusedForSeconds,
} from "~/features/identity/sign-in/submit.server";
import { AuthFoot, AuthPage, authLink } from "~/features/identity/sign-in/ui/page";
import { AuthForgotForm } from "~/features/identity/sign-in/ui/password-forms";
import { authContext, limitsContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/forgot-password";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Forgot password", "Get a link to choose a new password.", { noindex: true });

export const headers: Route.HeadersFunction = pageThatWaits;

const FAILED = "No link was sent";
const ADVICE = "A link that you got within the last hour still works.";
const ON_ITS_WAY = "If there is an account for that address, a link is on its way.";

/** `?sent` shows the answer, which is the same whether or not an account has the email. */
export function loader({ request }: Route.LoaderArgs) {
  return { sent: new URL(request.url).searchParams.has("sent") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, forgotPasswordSchema);
  if (submission.status !== "success") return data(refused(submission), 400);
  return orFailure(context, submission, FAILED, async () => {
    const { email } = submission.value;
    const ctx = requestContext(context);
    const tried = await mayRequestReset(ctx, context.get(authContext), context.get(limitsContext), email);
    if (!tried.ok) return refusedForSeconds(submission, FAILED, tried.seconds, ADVICE);
    await requestPasswordReset(ctx, email);
    return redirectTo(context, "/forgot-password?sent", {
      toast: { title: "Check your email", description: ON_ITS_WAY },
    });
  });
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.sent && !actionData) return <Sent />;
  return (
    <AuthPage
      heading="Forgot password"
      lead="Enter your email address and we’ll send you a link to choose a new password."
      scene="service-move"
      toast={actionData?.toast}
    >
      <AuthForgotForm answer={actionData} />
      <AuthFoot>
        Remembered it?{" "}
        <a href="/login" className={authLink}>
          Login
        </a>
      </AuthFoot>
    </AuthPage>
  );
}

function Sent() {
  return (
    <AuthPage
      heading="Check your email"
      lead="The link works once and expires in one hour. If you don’t see it, check your spam folder."
      scene="service-move"
    >
      <Notice tone="success" className="mt-6">
        {ON_ITS_WAY}
      </Notice>
      <div className="mt-7 grid gap-3">
        <ButtonLink href="/login" size="large">
          Back to login
        </ButtonLink>
        <ButtonLink href="/forgot-password" size="large" variant="ghost">
          Try another address
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
