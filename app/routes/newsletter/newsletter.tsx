import { data } from "react-router";
import { safePath } from "~/features/accounts/redirects";
import { TOO_MANY_TRIES, TROUBLE } from "~/features/accounts/submission.server";
import { AuthPage } from "~/features/accounts/ui/auth-page";
import { EMAIL_MAX, newsletterSchema } from "~/features/newsletter/forms";
import { requestNewsletter } from "~/features/newsletter/subscribe.server";
import { NewsletterFields } from "~/features/newsletter/ui/newsletter-fields";
import { pageMeta } from "~/features/site/page-meta";
import { allowContext, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/flash.server";
import { checkForm, readForm } from "~/platform/form.server";
import { isTrapped } from "~/platform/spam.server";
import { ButtonLink } from "~/ui/button-link";
import type { Route } from "./+types/newsletter";

const SENT = "/newsletter?sent";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Newsletter",
    "Cleaning tips, service announcements and special offers by email, with one click to end it.",
  );

export function loader({ request }: Route.LoaderArgs) {
  return { sent: new URL(request.url).searchParams.has("sent") };
}

/** Every form of the newsletter leads here, and from here back to its page. The answer is the same for every address. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const allow = context.get(allowContext);
  const fields = (await readForm(request)) ?? {};
  const from = fields.from ? safePath(fields.from) : SENT;
  const typed = (fields.email ?? "").slice(0, 2 * EMAIL_MAX);
  const again = (error: string) => ({ email: typed, error, from });
  const submission = checkForm(fields, newsletterSchema);
  if (submission.status !== "success") return data(again(submission.error?.email?.[0] ?? ""), 400);
  if (!(await allow("newsletter"))) return data(again(TOO_MANY_TRIES), 429);
  const { email } = submission.value;
  const toast = {
    title: "Almost there!",
    description: "Please confirm the link in the email we just sent you.",
  };
  return orElse(
    ctx.log,
    "an address could not be noted for the newsletter",
    async () => {
      // Whoever is a program, or asks for somebody else all day, learns nothing of it.
      if (!isTrapped(fields) && (await allow("newsletter-everywhere", email))) {
        await requestNewsletter(ctx, { email });
      }
      return redirectTo(context, from, { toast });
    },
    () => data(again(TROUBLE), 503),
  );
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.sent && !actionData) return <Sent />;
  return (
    <AuthPage
      heading="Subscribe to Our Newsletter"
      lead="Stay updated with our latest cleaning tips, service announcements, and special offers."
      scene="home-tips"
    >
      <NewsletterFields from={actionData?.from ?? SENT} answer={actionData} className="mt-7" />
    </AuthPage>
  );
}

function Sent() {
  return (
    <AuthPage
      heading="Almost there!"
      lead="Please confirm the link in the email we just sent you. If nothing arrives, look into the spam folder."
      scene="home-tips"
    >
      <div className="mt-7 grid gap-3">
        <ButtonLink href="/blog" size="large">
          Read the blog
        </ButtonLink>
        <ButtonLink href="/newsletter" size="large" variant="ghost">
          Try another address
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
