import { pageMeta } from "~/features/content/site/page-meta";
import { CodeSample } from "~/features/integrations/api/ui/operation-docs";
import { widgetTag } from "~/features/integrations/partners/partner";
import { requestContext } from "~/platform/context.server";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/demo";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Booking widget", "Our booking form on your page, with one line of code.", {
    noindex: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  return { tag: widgetTag(requestContext(context).origin) };
}

/** The widget as another site would embed it. */
export default function Demo({ loaderData: { tag } }: Route.ComponentProps) {
  return (
    <Container className="py-12 md:py-16">
      <h1 className="text-title">Booking widget</h1>
      <p className="mt-4 max-w-[56ch] text-lead text-moss">
        One line of code puts our booking form on your page. It adjusts its height and opens the checkout in
        the full window.
      </p>
      <CodeSample label="The code" code={tag} className="mt-8 max-w-[49rem]" />
      <p className="mt-4">
        <a
          href="/api/docs#widget"
          className="inline-flex min-h-11 items-center font-medium text-evergreen-700 underline underline-offset-4"
        >
          Options
        </a>
      </p>
      <section
        aria-labelledby="your-page"
        className="mt-10 overflow-hidden rounded-card bg-snow ring-1 ring-line"
      >
        <h2
          id="your-page"
          className="border-line border-b px-5 py-3 font-sans font-semibold text-[0.9375rem]/6 text-moss"
        >
          Your page
        </h2>
        <script src="/widget.js" />
      </section>
    </Container>
  );
}
