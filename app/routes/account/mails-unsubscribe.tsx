import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { SERVER_ERROR } from "~/features/identity/sign-in/submit.server";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { MAILS_PAGE } from "~/features/notifications/preferences/choices";
import { leaveReviews, readReviewInvitations } from "~/features/notifications/preferences/choices.server";
import { answerUnsubscribe } from "~/platform/auth/unsubscribe.server";
import { requestContext } from "~/platform/context.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/mails-unsubscribe";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Unsubscribe", "Stop review invitations.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** GET changes nothing. The button unsubscribes, and so does an email program's one-click request (RFC 8058). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const state = await readReviewInvitations(requestContext(context), request.url);
  return data({ state }, state ? 200 : 404);
}

export function action({ request, context }: Route.ActionArgs) {
  return answerUnsubscribe(request, context, {
    fault: "invitations to review could not be ended",
    trouble: SERVER_ERROR,
    leave: leaveReviews,
  });
}

const PAGES = {
  on: {
    heading: "Stop review invitations?",
    lead: "Press the button and we’ll stop asking how your visits went. You’ll still get emails about your bookings.",
  },
  off: {
    heading: "You are unsubscribed",
    lead: "We won’t send you review invitations anymore. You can still review a visit from your profile at any time.",
  },
  broken: {
    heading: "This link doesn’t work",
    lead: "Part of it is missing. Please open it again from the email, or choose your emails in your profile.",
  },
};

export default function Unsubscribe({ loaderData: { state }, actionData }: Route.ComponentProps) {
  return (
    <AuthPage {...PAGES[state ?? "broken"]} scene="supplies">
      <form method="post" className="mt-7 grid gap-3">
        {actionData?.trouble && <Notice tone="error">{actionData.trouble}</Notice>}
        {state === "on" && (
          <Button type="submit" size="large">
            Unsubscribe
          </Button>
        )}
        <ButtonLink href={MAILS_PAGE} size="large" variant={state === "on" ? "ghost" : "primary"}>
          Email preferences
        </ButtonLink>
      </form>
    </AuthPage>
  );
}
