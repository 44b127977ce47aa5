import { NEWSLETTER_FORM } from "~/features/content/newsletter/forms";
import { requestContext } from "~/platform/context.server";
import { formToken } from "~/platform/request/spam.server";
import type { Route } from "./+types/token";

/** `GET /newsletter/token`: token for a form on a cached page (ui/newsletter-token.ts). */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(formToken(requestContext(context), NEWSLETTER_FORM), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
