import { data } from "react-router";
import { confirmNewsletter, readConfirmation } from "~/features/content/newsletter/subscribe.server";
import { pageMeta } from "~/features/content/site/page-meta";
import { SERVER_ERROR } from "~/features/identity/sign-in/submit.server";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/confirm";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Confirm your subscription", "Confirm that you would like our newsletter.", {
    noindex: true,
  });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Page of the confirmation link. Email scanners open links, so only the button confirms. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const status = await readConfirmation(requestContext(context), request.url);
  const state = status === "pending" || status === "subscribed" ? status : "over";
  return data({ state } as const, state === "over" ? 410 : 200);
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const { pathname, search } = new URL(request.url);
  return orElse(
    ctx.log,
    "the newsletter could not be confirmed",
    async () => {
      const { ok } = await confirmNewsletter(ctx, request.url);
      return ok ? redirectTo(context, pathname + search) : data({ trouble: null }, 410);
    },
    () => data({ trouble: SERVER_ERROR }, 503),
  );
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = loaderData;
  if (state === "over") return <Expired />;
  if (state === "subscribed") return <Welcome />;
  return (
    <AuthPage
      heading="Press the button and you’re on the list"
      lead="You’ll get cleaning tips, service announcements and special offers by email. Unsubscribe at any time."
      scene="home-tips"
    >
      <form method="post" className="mt-7 grid gap-5">
        {actionData?.trouble && <Notice tone="error">{actionData.trouble}</Notice>}
        <Button type="submit" size="large">
          Confirm my subscription
        </Button>
      </form>
    </AuthPage>
  );
}

function Welcome() {
  return (
    <AuthPage
      heading="Welcome to the newsletter"
      lead="You’re on the list. Until the first email arrives, the blog has plenty to read."
      scene="home-tips"
    >
      <div className="mt-7 grid gap-3">
        <ButtonLink href="/blog" size="large">
          Read the blog
        </ButtonLink>
        <ButtonLink href="/" size="large" variant="ghost">
          Return to Home
        </ButtonLink>
      </div>
    </AuthPage>
  );
}

function Expired() {
  return (
    <AuthPage
      heading="This link no longer works"
      lead="It’s incomplete, more than 7 days old, or already used. Enter your address again and we’ll send you a new one."
      scene="home-tips"
    >
      <ButtonLink href="/newsletter" size="large" className="mt-7 w-full">
        Get a new link
      </ButtonLink>
    </AuthPage>
  );
}
