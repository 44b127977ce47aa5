import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { signUpSchema } from "~/features/identity/sign-in/forms";
import { redirectOf, requiresLogin, withRedirect } from "~/features/identity/sign-in/rules";
import { signUp } from "~/features/identity/sign-in/sign-up.server";
import {
  orFailure,
  readSubmission,
  refused,
  refusedByRateLimit,
} from "~/features/identity/sign-in/submit.server";
import { AuthFoot, AuthPage, AuthSocial, authLink } from "~/features/identity/sign-in/ui/page";
import { AuthSignUpForm, SIGN_UP_FORM } from "~/features/identity/sign-in/ui/sign-up-form";
import { readSettings } from "~/features/operations/settings/queries.server";
import { allowContext, authContext, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo, takeToast } from "~/platform/request/flash.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/signup";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Sign up", "Create an account to save your homes, see your cleanings and review them.", {
    noindex: true,
  });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const FAILED = "Signup failed";
const CLOSED = "We’re not opening new accounts right now.";

/** Redirects signed-in users. Shows no form while sign-up is closed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const path = redirectOf(request.url);
  if (ctx.actor.kind === "user") {
    throw redirectTo(context, path, { toast: takeToast(request, context) ?? undefined });
  }
  const isOpen = async () => (await readSettings(ctx))["users.allow_user_registration"];
  return { redirect: path, open: await orElse(ctx.log, "settings could not be read", isOpen, () => true) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const path = redirectOf(request.url);
  const allow = context.get(allowContext);
  const submission = await readSubmission(request, signUpSchema);
  if (submission.status !== "success") return data(refused(submission), 400);
  return orFailure(context, submission, FAILED, async () => {
    const { email } = submission.value;
    if (!((await allow("sign-up")) && (await allow("sign-up-everywhere", email))))
      return data(refusedByRateLimit(submission, FAILED), 429);
    const outcome = await signUp(requestContext(context), context.get(authContext), submission.value);
    if (outcome.ok) {
      const target = requiresLogin(path) ? withRedirect("/login", path) : path;
      const description = "Please check your email to verify your account.";
      return redirectTo(context, target, { toast: { title: "Account created!", description }, reload: true });
    }
    if (outcome.reason === "weak password") {
      return data(refused(submission, { fieldErrors: { [outcome.field]: [outcome.message] } }), 400);
    }
    return data(refused(submission, { toast: { title: FAILED, description: CLOSED } }), 403);
  });
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const login = withRedirect("/login", loaderData.redirect);
  if (!loaderData.open) return <Closed login={login} answer={actionData} />;
  return (
    <AuthPage
      heading="Sign up"
      lead="Save your homes, see what’s coming up, and book again in a minute."
      scene="service-regular"
      toast={actionData?.toast}
    >
      <AuthSignUpForm answer={actionData} />
      <AuthSocial redirect={loaderData.redirect} />
      <AuthFoot>
        Already have an account?{" "}
        <a href={login} className={authLink}>
          Login
        </a>
      </AuthFoot>
    </AuthPage>
  );
}

function Closed({ login, answer }: { login: string; answer: Route.ComponentProps["actionData"] }) {
  return (
    <AuthPage
      heading="Sign-up is closed"
      lead={`${CLOSED} You can still book a cleaning; we’ll email you everything you need.`}
      scene="service-regular"
      toast={answer?.toast}
      replacesForm={SIGN_UP_FORM}
    >
      <Refusal toast={answer?.toast} className="mt-6" />
      <div className="mt-7 grid gap-3">
        <ButtonLink href="/book" size="large">
          Book a Cleaning
        </ButtonLink>
        <ButtonLink href={login} size="large" variant="secondary">
          Login
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
