import { data } from "react-router";
import { readUnsubscription, unsubscribeNewsletter } from "~/features/content/newsletter/subscribe.server";
import { pageMeta } from "~/features/content/site/page-meta";
import { SERVER_ERROR } from "~/features/identity/sign-in/submit.server";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { answerUnsubscribe } from "~/platform/auth/unsubscribe.server";
import { requestContext } from "~/platform/context.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/unsubscribe";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Unsubscribe", "Stop the newsletter.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Opening the link changes nothing. The button and one-click unsubscribe (RFC 8058) do. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const state = await readUnsubscription(requestContext(context), request.url);
  return data({ state }, state ? 200 : 404);
}

export function action({ request, context }: Route.ActionArgs) {
  return answerUnsubscribe(request, context, {
    fault: "the newsletter could not be ended",
    trouble: SERVER_ERROR,
    leave: unsubscribeNewsletter,
  });
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = loaderData;
  if (!state) return <Broken />;
  if (state === "off") return <Unsubscribed />;
  return (
    <AuthPage
      heading="Unsubscribe from the newsletter?"
      lead="Press the button and we’ll stop sending it. You’ll still get emails about your bookings."
      scene="supplies"
    >
      <form method="post" className="mt-7 grid gap-3">
        {actionData?.trouble && <Notice tone="error">{actionData.trouble}</Notice>}
        <Button type="submit" size="large">
          Unsubscribe
        </Button>
        <ButtonLink href="/blog" size="large" variant="ghost">
          Stay subscribed
        </ButtonLink>
      </form>
    </AuthPage>
  );
}

function Unsubscribed() {
  return (
    <AuthPage
      heading="You are unsubscribed"
      lead="You won’t get our newsletter anymore. If that was a mistake, you can subscribe again at any time."
      scene="supplies"
    >
      <div className="mt-7 grid gap-3">
        <ButtonLink href="/" size="large">
          Return to Home
        </ButtonLink>
        <ButtonLink href="/newsletter" size="large" variant="ghost">
          Subscribe again
        </ButtonLink>
      </div>
    </AuthPage>
  );
}

function Broken() {
  return (
    <AuthPage
      heading="This link doesn’t work"
      lead="Part of it is missing. Please open it again from the email, or contact us and we’ll take you off the list."
      scene="supplies"
    >
      <ButtonLink href="/contact" size="large" className="mt-7 w-full">
        Contact Us
      </ButtonLink>
    </AuthPage>
  );
}
