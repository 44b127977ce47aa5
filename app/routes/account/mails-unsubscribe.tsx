import { data } from "react-router";
import { TROUBLE } from "~/features/accounts/submission.server";
import { AuthPage } from "~/features/accounts/ui/auth-page";
import { MAILS_PAGE } from "~/features/mail-choices/choices";
import { leaveReviews, readLeaving } from "~/features/mail-choices/leave.server";
import { pageMeta } from "~/features/site/page-meta";
import { requestContext } from "~/platform/context.server";
import { answerUnsubscribe } from "~/platform/unsubscribe.server";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/mails-unsubscribe";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Unsubscribe", "End invitations to review.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Opening the link changes nothing; the button does, and so does a mail program's own (RFC 8058). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shown = await readLeaving(requestContext(context), request.url);
  return data({ shown }, shown ? 200 : 404);
}

export function action({ request, context }: Route.ActionArgs) {
  return answerUnsubscribe(request, context, {
    fault: "invitations to review could not be ended",
    trouble: TROUBLE,
    leave: leaveReviews,
  });
}

const PAGES = {
  on: {
    heading: "No more invitations to review?",
    lead: "One press, and we stop asking how your visits were. Mails about your bookings still come.",
  },
  off: {
    heading: "You are unsubscribed",
    lead: "We won't invite you to review your visits any more. You can still do it from your profile, whenever you like.",
  },
  broken: {
    heading: "This link does not work",
    lead: "It was not copied whole. Please open it once more from the mail, or choose your mails in your profile.",
  },
};

export default function Unsubscribe({ loaderData: { shown }, actionData }: Route.ComponentProps) {
  return (
    <AuthPage {...PAGES[shown ?? "broken"]} scene="supplies">
      <form method="post" className="mt-7 grid gap-3">
        {actionData?.trouble && <Notice tone="error">{actionData.trouble}</Notice>}
        {shown === "on" && (
          <Button type="submit" size="large">
            Unsubscribe
          </Button>
        )}
        <ButtonLink href={MAILS_PAGE} size="large" variant={shown === "on" ? "ghost" : "primary"}>
          Choose your mails
        </ButtonLink>
      </form>
    </AuthPage>
  );
}
