import { data } from "react-router";
import { TROUBLE } from "~/features/accounts/submission.server";
import { AuthPage } from "~/features/accounts/ui/auth-page";
import { readUnsubscription, unsubscribeNewsletter } from "~/features/newsletter/unsubscribe.server";
import { pageMeta } from "~/features/site/page-meta";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/unsubscribe";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Unsubscribe", "End the newsletter.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Opening the link changes nothing; the button does, and so does a mail program's own (RFC 8058). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shown = await readUnsubscription(requestContext(context), request.url);
  return data({ shown }, shown ? 200 : 404);
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const { pathname, search } = new URL(request.url);
  const byProgram = (await readForm(request))?.["List-Unsubscribe"] === "One-Click";
  return orElse(
    ctx.log,
    "the newsletter could not be ended",
    async () => {
      const { ok } = await unsubscribeNewsletter(ctx, request.url);
      if (!ok) return data({ trouble: null }, 404);
      // A mail program follows no redirect.
      return byProgram ? data({ trouble: null }) : redirectTo(context, pathname + search);
    },
    () => data({ trouble: TROUBLE }, 503),
  );
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { shown } = loaderData;
  if (!shown) return <Broken />;
  if (shown === "off") return <Left />;
  return (
    <AuthPage
      heading="Unsubscribe from the newsletter?"
      lead="One press, and we stop writing. Mails about your bookings still come."
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

function Left() {
  return (
    <AuthPage
      heading="You are unsubscribed"
      lead="The newsletter will not come to your address any more. If that was a mistake, you can subscribe again at any time."
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
      heading="This link does not work"
      lead="It was not copied whole. Please open it once more from the mail; or write to us, and we take you off the list."
      scene="supplies"
    >
      <ButtonLink href="/contact" size="large" className="mt-7 w-full">
        Contact Us
      </ButtonLink>
    </AuthPage>
  );
}
