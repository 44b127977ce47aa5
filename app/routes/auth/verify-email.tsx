import { data, Form, useNavigation } from "react-router";
import { TOO_MANY_TRIES } from "~/features/accounts/submission.server";
import { AuthPage } from "~/features/accounts/ui/auth-page";
import { resendVerification, verifyEmail } from "~/features/accounts/verify.server";
import { pageMeta } from "~/features/site/page-meta";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, authContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import { requireUser } from "~/platform/gate.server";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { Refusal } from "~/ui/refusal";
import type { Route } from "./+types/verify-email";

export const handle = { hydrate: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Verify your email", "Confirm that the address is yours."),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const FAILED = "Email not verified";

/** The page of the link in the mail. Mail scanners open links, so opening it changes nothing; the button does. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { actor } = requestContext(context);
  return {
    token: Boolean(tokenOf(request)),
    user: actor.kind === "user" ? { email: actor.email, verified: actor.email_verified } : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const allow = context.get(allowContext);
  const fields = await readForm(request);
  if (fields?.intent === "resend") return resend(request, context);
  if (!(await allow("account-change"))) return data(refusal(TOO_MANY_TRIES), 429);
  const outcome = await verifyEmail(context.get(authContext), tokenOf(request));
  if (!outcome.ok) {
    const description =
      outcome.reason === "expired"
        ? "This link is more than 24 hours old."
        : "This link was not copied whole, or is not one of ours.";
    return data({ ...refusal(description), over: true }, 410);
  }
  const signedIn = requestContext(context).actor.kind === "user";
  const description = signedIn ? "Thank you. Your account is complete." : "Thank you. You can log in now.";
  return redirectTo(context, signedIn ? "/profile" : "/login", {
    toast: { title: "Email verified", description },
    reload: true,
  });
}

async function resend(request: Request, context: Route.ActionArgs["context"]) {
  const ctx = requireUser(request, context);
  const allow = context.get(allowContext);
  const allowed = (await allow("account-mail", ctx.actor.email)) && (await allow("account-mail-any"));
  if (!allowed) return data(refusal(TOO_MANY_TRIES), 429);
  const { ok } = await resendVerification(ctx);
  const toast = ok
    ? { title: "Check your email", description: "A new link is on its way." }
    : { title: "Email verified", description: "Your address was verified before." };
  return redirectTo(context, ok ? "/verify-email" : "/profile", { toast });
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

function refusal(description: string): { toast: ToastMessage; over: boolean } {
  return { toast: { title: FAILED, description, destructive: true }, over: false };
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, user } = loaderData;
  if (token && !actionData?.over) return <Ask toast={actionData?.toast} />;
  if (user?.verified) return <Done email={user.email} />;
  return <Missing token={token} email={user?.email} toast={actionData?.toast} />;
}

type Told = { toast: ToastMessage | undefined };

function Ask({ toast }: Told) {
  const pending = useNavigation().state !== "idle";
  return (
    <AuthPage
      heading="Is this your address?"
      lead="One press, and your account is complete. Cleanings that you booked with this address before then appear in your profile."
      scene="supplies"
    >
      <Form method="post" className="mt-7 grid gap-5">
        <Refusal toast={toast} stays />
        <Button type="submit" size="large" pending={pending} pendingLabel="Verifying...">
          Verify my email
        </Button>
      </Form>
    </AuthPage>
  );
}

function Done({ email }: { email: string }) {
  return (
    <AuthPage
      heading="All done"
      lead={<Address before="Your address " email={email} after=" is verified." />}
      scene="supplies"
    >
      <ButtonLink href="/profile" size="large" className="mt-7 w-full">
        My Profile
      </ButtonLink>
    </AuthPage>
  );
}

/** No link, or one that is over: whoever has signed in gets a new one with a press. */
function Missing({ token, email, toast }: Told & { token: boolean; email: string | undefined }) {
  const pending = useNavigation().state !== "idle";
  return (
    <AuthPage
      heading={token ? "This link does not work any more" : "Verify your email"}
      lead={
        email ? (
          <Address before="We send a link to " email={email} after=". Open it, and press the button there." />
        ) : (
          "Please log in, and we send you a new link."
        )
      }
      scene="supplies"
    >
      <Refusal toast={toast} stays className="mt-6" />
      {email ? (
        <Form method="post" action="/verify-email" className="mt-7 grid">
          <Button
            type="submit"
            name="intent"
            value="resend"
            size="large"
            pending={pending}
            pendingLabel="Sending..."
          >
            Send me a new link
          </Button>
        </Form>
      ) : (
        <ButtonLink href="/login?redirect=%2Fverify-email" size="large" className="mt-7 w-full">
          Login
        </ButtonLink>
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
