import { useRouteLoaderData } from "react-router";
import { toDraft } from "~/features/booking/checkout/draft";
import { readBookingPage } from "~/features/booking/checkout/queries.server";
import { BookingForm } from "~/features/booking/checkout/ui/booking-form";
import widgetSize from "~/features/booking/checkout/ui/widget-size.ts?url";
import { pageMeta } from "~/features/content/site/page-meta";
import { readServicesWithPage } from "~/features/content/texts/services.server";
import type { RouteHandle } from "~/lib/route-handle";
import { requestContext } from "~/platform/context.server";
import type { loader as rootLoader } from "~/root";
import { ButtonLink } from "~/ui/action/button-link";
import { BrandName } from "~/ui/art/brand-mark";
import { Notice } from "~/ui/page/notice";
import { ToastProvider } from "~/ui/page/toast";
import type { Route } from "./+types/widget";

export const handle: RouteHandle = { hydrate: "on-intent" };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Book a Cleaning", "Book a cleaning without leaving the page you are on.", {
    noindex: true,
  });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/**
 * The booking form for embedding in other sites. Ignores the session, so no page can frame a customer's data. Without script it
 * posts to /book in the top window.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const ctx = { ...requestContext(context), actor: { kind: "guest" as const } };
  const wish = {
    draft: toDraft({ partner: searchParams.get("partner") }),
    service: searchParams.get("service"),
    type: searchParams.get("type"),
    month: null,
  };
  const [page, withPage] = await Promise.all([readBookingPage(ctx, wish), readServicesWithPage(ctx)]);
  return { page, withPage };
}

export default function Widget({ loaderData: { page, withPage } }: Route.ComponentProps) {
  return (
    <Frame>
      <ToastProvider>
        <BookingForm page={page} withPage={withPage} embedded />
      </ToastProvider>
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <Notice tone="error" className="mt-6" action={<ButtonLink href="/book">Try again</ButtonLink>}>
        Error loading services. Please try again later.
      </Notice>
    </Frame>
  );
}

/** Opens links in the top window. */
function Frame({ children }: { children: React.ReactNode }) {
  const company = useRouteLoaderData<typeof rootLoader>("root")?.company;
  return (
    <main data-widget className="p-4 sm:p-6">
      <base target="_top" />
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-heading">Book a Cleaning</h1>
        {company && (
          <a href="/" className="inline-flex min-h-11 items-center gap-2 font-semibold text-evergreen-700">
            <BrandName
              brand={company.brand}
              name={company.company_name}
              mark="size-6"
              wide="h-7 w-auto max-w-44"
            >
              {company.company_name}
            </BrandName>
          </a>
        )}
      </header>
      {children}
      <script type="module" async src={widgetSize} />
    </main>
  );
}
