import ArrowLeft from "lucide-react/icons/arrow-left";
import { Outlet, useNavigation, useRouteLoaderData } from "react-router";
import { LogoutForm } from "~/features/site/ui/logout-form";
import { requireAdmin } from "~/platform/gate.server";
import type { loader as rootLoader } from "~/root";
import { Container } from "~/ui/container";
import { cx } from "~/ui/cx";
import { Loading } from "~/ui/loading";
import { LogoMark } from "~/ui/logo-mark";
import pendingLinks from "~/ui/pending-links.js?url";
import type { Route } from "./+types/layout";

export const handle = { themed: true };

export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context);
  return null;
}

/** Around every page of the office; administrators only. */
export default function AdminLayout() {
  const site = useRouteLoaderData<typeof rootLoader>("root");
  const loading = useNavigation().state === "loading";
  return (
    <>
      <a href="#content" className={skipLook}>
        Skip to content
      </a>
      <header className="sticky top-0 z-40 border-line border-b bg-paper/92 backdrop-blur-md">
        <Container className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
          <p className="flex min-w-0 flex-1 items-center gap-2.5">
            <LogoMark className="size-8 shrink-0 max-sm:hidden" />
            <span className="min-w-0">
              <span className="block whitespace-nowrap font-[560] font-display text-[1.0625rem]/5">
                Admin Panel
              </span>
              <span className="block truncate text-moss text-sm/5 max-sm:hidden">
                {site?.company.company_name}
              </span>
            </span>
          </p>
          <nav aria-label="Admin" className="flex items-center gap-2" data-pending-links>
            <a href="/" className={linkLook}>
              <ArrowLeft strokeWidth={1.75} className="size-5" />
              Back to Site
            </a>
            <LogoutForm />
          </nav>
        </Container>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Container className="py-8 md:py-12">
          <div data-pending-note hidden={!loading} className="mb-6">
            <Loading>Loading...</Loading>
          </div>
          <div className={cx("transition-opacity in-data-pending:opacity-50", loading && "opacity-50")}>
            <Outlet />
          </div>
        </Container>
      </main>
      <script type="module" async src={pendingLinks} />
    </>
  );
}

const skipLook =
  "fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-evergreen-700 px-4 py-2.5 font-semibold text-snow focus:translate-y-0";

const linkLook =
  "inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 font-medium text-[0.9375rem] hover:bg-sage-soft";
