import { NEWSLETTER_FORM, newsletterSchema } from "~/features/content/newsletter/forms";
import { requestNewsletter } from "~/features/content/newsletter/subscribe.server";
import { NewsletterFields } from "~/features/content/newsletter/ui/newsletter-fields";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { safePath } from "~/features/identity/sign-in/rules";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { allowContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { answerPublicForm } from "~/platform/request/public-form.server";
import { formToken } from "~/platform/request/spam.server";
import { ButtonLink } from "~/ui/action/button-link";
import type { Route } from "./+types/newsletter";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Newsletter",
    "Cleaning tips, service announcements and special offers by email. Unsubscribe at any time.",
    { noindex: true },
  );

export const headers = pageHeaders;

const ALMOST = {
  title: "Almost there!",
  description: "Please confirm the link in the email we just sent you.",
};

export function loader({ request, context }: Route.LoaderArgs) {
  const sent = new URL(request.url).searchParams.has("sent");
  return { sent, token: formToken(requestContext(context), NEWSLETTER_FORM) };
}

/** Handles every newsletter form and redirects back to its page. The response is the same for every address. */
export async function action({ request, context }: Route.ActionArgs) {
  const allow = context.get(allowContext);
  const back = backTo((await readForm(request.clone()))?.from);
  return answerPublicForm(request, context, {
    name: NEWSLETTER_FORM,
    button: "Subscribe",
    schema: newsletterSchema,
    limit: "newsletter",
    async send({ email }) {
      // The limit per address is silent, so requests for other people's addresses reveal nothing.
      if (await allow("newsletter-everywhere", email)) {
        await requestNewsletter(requestContext(context), { email });
      }
    },
    done: () => redirectTo(context, back, { toast: ALMOST }),
  });
}

function backTo(from: string | undefined): string {
  return from ? safePath(from) : "/newsletter?sent";
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.sent && !actionData) return <Sent />;
  const { values, ...form } = actionData ?? { token: loaderData.token, values: {} as Record<string, string> };
  return (
    <AuthPage
      heading="Subscribe to Our Newsletter"
      lead="Stay updated with our latest cleaning tips, service announcements, and special offers."
      scene="home-tips"
    >
      <NewsletterFields {...form} values={values} from={backTo(values.from)} className="mt-7" />
    </AuthPage>
  );
}

function Sent() {
  return (
    <AuthPage
      heading="Almost there!"
      lead="Please confirm the link in the email we just sent you. If you don’t see it, check your spam folder."
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
