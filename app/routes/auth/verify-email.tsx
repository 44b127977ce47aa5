import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { passwordSchema } from "~/features/identity/sign-in/forms";
import { maySignIn } from "~/features/identity/sign-in/limits.server";
import { tooManyTries, withRedirect } from "~/features/identity/sign-in/rules";
import {
  pageThatWaits,
  retryAfter,
  SERVER_ERROR,
  TOO_MANY_TRIES,
} from "~/features/identity/sign-in/submit.server";
import { NO_ANSWER } from "~/features/identity/sign-in/ui/fields";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { resendVerification, verifyEmail } from "~/features/identity/sign-in/verify.server";
import { fieldRules } from "~/lib/field-rules";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, authContext, limitsContext, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { type Fields, readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { PasswordField } from "~/ui/form/password-field";
import { LiveForm } from "~/ui/live/live-form";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/verify-email";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Verify your email", "Confirm that the address is yours.", { noindex: true });

export const headers: Route.HeadersFunction = pageThatWaits;

const FAILED = "Email not verified";
const FORM = "verify-email";
const rules = fieldRules(passwordSchema);

/** Opening the link from the email changes nothing, because mail scanners open links. The button verifies. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor } = requestContext(context);
  const token = tokenOf(request);
  const claims = await context.get(authContext).readVerification(token);
  return {
    token: token !== "",
    /** Email whose password is asked for, if another browser is signed in to the account. */
    prove: claims.ok && !(actor.kind === "user" && actor.id === claims.user_id) ? claims.email : null,
    user: actor.kind === "user" ? { email: actor.email, verified: actor.email_verified } : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = (await readForm(request)) ?? {};
  const verb = fields.intent === "resend" ? resend : verify;
  const { log } = requestContext(context);
  return orElse(
    log,
    FAILED,
    () => verb(request, context, fields),
    () => data(refusal(SERVER_ERROR), 503),
  );
}

async function verify(request: Request, context: Route.ActionArgs["context"], fields: Fields) {
  const allow = context.get(allowContext);
  if (!(await allow("account-change"))) return data(refusal(TOO_MANY_TRIES), 429);
  const [ctx, auth] = [requestContext(context), context.get(authContext)];
  const token = tokenOf(request);
  const claims = await auth.readVerification(token);
  const tried = await maySignIn(ctx, auth, context.get(limitsContext), claims.ok ? claims.email : "");
  if (!tried.ok) return data(refusal(tooManyTries(tried.seconds)), retryAfter(tried.seconds));
  const password = (fields.password ?? "").slice(0, PASSWORD_LENGTH.max);
  const outcome = await verifyEmail(ctx, auth, { token, password });
  if (!outcome.ok && outcome.reason === "proof") {
    const wrong = password ? "Incorrect password" : "Password is required";
    return data({ toast: undefined, over: false, wrong }, 400);
  }
  if (!outcome.ok) {
    const description =
      outcome.reason === "expired"
        ? "This link is more than 24 hours old."
        : "This link is incomplete or isn’t one of ours.";
    return data({ ...refusal(description), over: true }, 410);
  }
  const toast = { title: "Email verified", description: "Thank you! Your account is ready." };
  if (outcome.next === "two-factor")
    return redirectTo(context, withRedirect("/two-factor", "/profile"), { toast });
  return redirectTo(context, "/profile", { toast, reload: true });
}

async function resend(request: Request, context: Route.ActionArgs["context"]) {
  const ctx = requireUser(request, context);
  const allow = context.get(allowContext);
  const allowed = (await allow("account-mail", ctx.actor.email)) && (await allow("account-mail-any"));
  if (!allowed) return data(refusal(TOO_MANY_TRIES), 429);
  const { ok } = await resendVerification(ctx);
  const toast = ok
    ? { title: "Check your email", description: "A new link is on its way." }
    : { title: "Email verified", description: "Your address was already verified." };
  return redirectTo(context, ok ? "/verify-email" : "/profile", { toast, reload: true });
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

type Refused = { toast: ToastMessage | undefined; over: boolean; wrong?: string };

function refusal(description: string): Refused {
  return { toast: { title: FAILED, description, destructive: true }, over: false };
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, prove, user } = loaderData;
  if (token && !actionData?.over)
    return <Ask toast={actionData?.toast} prove={prove} wrong={actionData?.wrong} />;
  if (user?.verified) return <Done email={user.email} />;
  return <Missing token={token} email={user?.email} toast={actionData?.toast} />;
}

type WithToast = { toast: ToastMessage | undefined };

function Ask({ toast, prove, wrong }: WithToast & { prove: string | null; wrong: string | undefined }) {
  return (
    <AuthPage
      heading="Is this your address?"
      lead="Press the button and your account is ready. Cleanings you already booked with this address will show up in your profile."
      scene="supplies"
      toast={toast}
    >
      <LiveForm id={FORM} failed={{ title: FAILED, description: NO_ANSWER }} className="mt-7 grid gap-5">
        <Refusal toast={toast} inline />
        {prove && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            hint={`The password for ${prove}, since you’re not logged in here.`}
            error={wrong}
            {...rules.password}
            id={`${FORM}-password`}
            data-kept=""
          />
        )}
        <Button type="submit" size="large" data-pending-text="Verifying...">
          Verify my email
        </Button>
      </LiveForm>
    </AuthPage>
  );
}

function Done({ email }: { email: string }) {
  return (
    <AuthPage
      heading="All done"
      lead={<Address before="Your address " email={email} after=" is verified." />}
      scene="supplies"
      replacesForm={FORM}
    >
      <ButtonLink href="/profile" size="large" className="mt-7 w-full">
        My Profile
      </ButtonLink>
    </AuthPage>
  );
}

/** The link is missing or expired. A signed-in user can request a new one. */
function Missing({ token, email, toast }: WithToast & { token: boolean; email: string | undefined }) {
  return (
    <AuthPage
      heading={token ? "This link no longer works" : "Verify your email"}
      lead={
        email ? (
          <Address before="We’ll send a link to " email={email} after=". Open it and press the button." />
        ) : (
          "Please log in and we’ll send you a new link."
        )
      }
      scene="supplies"
      toast={toast}
      replacesForm={FORM}
    >
      {email ? (
        <LiveForm
          id="resend-verification"
          action="/verify-email"
          failed={{ title: "No link was sent", description: NO_ANSWER }}
          className="mt-7 grid gap-5"
        >
          <Refusal toast={toast} inline />
          <Button type="submit" name="intent" value="resend" size="large" data-pending-text="Sending...">
            Send me a new link
          </Button>
        </LiveForm>
      ) : (
        <>
          <Refusal toast={toast} inline className="mt-6" />
          <ButtonLink href="/login?redirect=%2Fverify-email" size="large" className="mt-7 w-full">
            Login
          </ButtonLink>
        </>
      )}
    </AuthPage>
  );
}

function Address({ before, email, after }: { before: string; email: string; after: string }) {
  return (
    <p className="wrap-anywhere">
      {before}
      <strong className="font-semibold text-ink">{email}</strong>
      {after}
    </p>
  );
}
