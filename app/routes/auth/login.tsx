import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { signInSchema } from "~/features/identity/sign-in/forms";
import { maySignIn } from "~/features/identity/sign-in/limits.server";
import { redirectOf, withRedirect } from "~/features/identity/sign-in/rules";
import { signIn } from "~/features/identity/sign-in/sign-in.server";
import {
  orFailure,
  pageThatWaits,
  readSubmission,
  refused,
  refusedForSeconds,
} from "~/features/identity/sign-in/submit.server";
import { AuthLoginForm } from "~/features/identity/sign-in/ui/login-form";
import { AuthFoot, AuthPage, AuthSocial, authLink } from "~/features/identity/sign-in/ui/page";
import { AuthPasskeyForm } from "~/features/identity/sign-in/ui/passkey-form";
import { authContext, limitsContext, requestContext } from "~/platform/context.server";
import { redirectTo, takeToast } from "~/platform/request/flash.server";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Login", "Log in to see your cleanings, properties and reviews.", { noindex: true });

export const headers: Route.HeadersFunction = pageThatWaits;

const FAILED = "Login failed";
const INVALID = "Invalid credentials. Please try again.";
/** Holds for everybody: a new password makes this browser a known device. */
const ADVICE = "You can also set a new password with “Forgot password?” and log in here right away.";
const UNVERIFIED = "Please verify your email first. We just sent you a new link.";

/** Toasts by Better Auth's error code after a failed sign-in with Google or Facebook. */
const SOCIAL_ERRORS: Record<string, string | undefined> = {
  account_not_linked:
    "You already have an account with this email. Please log in with your password and verify your email first.",
  unable_to_create_user: "We’re not opening new accounts right now.",
  other: "We couldn’t log you in with Google or Facebook. Please try again, or use your email and password.",
};

/** Pages that guests reach through links in emails. */
const CUSTOMER_PAGES = /^\/(profile|bookings|plans|mails)(\/|\?|$)/;

/** Where the demo's bar leads. */
const OWN_COMPANY = "/admin/own";

/** Redirects signed-in users. `?error=` reports a failed sign-in with Google or Facebook. */
export function loader({ request, context }: Route.LoaderArgs) {
  const path = redirectOf(request.url);
  if (requestContext(context).actor.kind === "user") {
    throw redirectTo(context, path, { toast: takeToast(request, context) ?? undefined });
  }
  return {
    redirect: path,
    socialError: new URL(request.url).searchParams.get("error"),
    providers: context.get(authContext).providers,
    isForCustomers: CUSTOMER_PAGES.test(path),
    endsDemo: path === OWN_COMPANY,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const path = redirectOf(request.url);
  const submission = await readSubmission(request, signInSchema);
  if (submission.status !== "success") return data(refused(submission), 400);
  return orFailure(context, submission, FAILED, async () => {
    const form = submission.value;
    const [ctx, auth] = [requestContext(context), context.get(authContext)];
    const tried = await maySignIn(ctx, auth, context.get(limitsContext), form.email);
    if (!tried.ok) return refusedForSeconds(submission, FAILED, tried.seconds, ADVICE);
    const outcome = await signIn(ctx, auth, form);
    if (!outcome.ok) {
      const description = outcome.reason === "unverified" ? UNVERIFIED : INVALID;
      return data(refused(submission, { toast: { title: FAILED, description } }), 401);
    }
    if (outcome.next === "two-factor") return redirectTo(context, withRedirect("/two-factor", path));
    const toast = { title: "Login successful!", description: "Welcome back!" };
    return redirectTo(context, path, { toast, reload: true });
  });
}

export default function Login({ loaderData, actionData, matches }: Route.ComponentProps) {
  return (
    <AuthPage
      heading="Login"
      lead="Welcome back. Your cleanings, homes and reviews are right where you left them."
      scene="home-tips"
      toast={actionData?.toast}
    >
      {loaderData.socialError !== null && !actionData && (
        <Notice tone="error" title={FAILED} className="mt-6">
          {SOCIAL_ERRORS[loaderData.socialError] ?? SOCIAL_ERRORS.other}
        </Notice>
      )}
      {loaderData.isForCustomers && (
        <Notice title="Booked without an account?" className="mt-6">
          Use the link in your confirmation email to see, reschedule or cancel. You don’t need an account for
          that.
        </Notice>
      )}
      {loaderData.endsDemo && matches[0].loaderData.company.is_demo && (
        <Notice title="Log in as the demo’s administrator" className="mt-6">
          The email and password were printed where the site was started. They are also in the file
          demo-logins.json in its data folder.
        </Notice>
      )}
      <AuthLoginForm answer={actionData} />
      <AuthPasskeyForm redirect={loaderData.redirect} />
      <AuthSocial redirect={loaderData.redirect} only={loaderData.providers} />
      <AuthFoot>
        New here?{" "}
        <a href={withRedirect("/signup", loaderData.redirect)} className={authLink}>
          Sign up
        </a>
      </AuthFoot>
    </AuthPage>
  );
}
