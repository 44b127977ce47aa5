import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { data, isRouteErrorResponse, Outlet, useNavigation, useRouteLoaderData } from "react-router";
import { FailedHead, FailedPage, isMissing } from "~/features/content/site/ui/failed-page";
import { LogoutForm } from "~/features/content/site/ui/site-header";
import { ProofDialog } from "~/features/identity/security/ui/proof-dialog";
import { OfficeFailed } from "~/features/office/lists/ui/failed";
import { menuOf, pagesOf, withCounts } from "~/features/office/lists/ui/pages";
import { officeFailure } from "~/features/office/lists/work";
import { readMenuCounts } from "~/features/office/lists/work.server";
import { SearchField } from "~/features/office/search/ui/search-field";
import { SIDEBAR_COOKIE } from "~/lib/sidebar-cookie";
import { hiddenPages } from "~/platform/auth/office-pages";
import { may, permissionsOf } from "~/platform/auth/roles";
import { requestContext } from "~/platform/context.server";
import { readCookie } from "~/platform/request/cookies.server";
import { requireOffice } from "~/platform/request/gate.server";
import { keepPost } from "~/platform/request/kept-post.server";
import type { loader as rootLoader } from "~/root";
import { PermissionsProvider } from "~/ui/allowed";
import { BrandName } from "~/ui/art/brand-mark";
import { cx } from "~/ui/cx";
import pendingLinks from "~/ui/live/pending-links.ts?url";
import { ConnectionNotice, keepPage } from "~/ui/page/connection-notice";
import { DemoBar } from "~/ui/page/demo-bar";
import { Toasts } from "~/ui/page/flash-toast";
import { Loading } from "~/ui/page/loading";
import { SharedTabs, SidebarFrame } from "~/ui/page/sidebar";
import type { Route } from "./+types/layout";

export const handle = { hydrate: true, themed: true, sheet: "office" };

export const middleware = [keepPost];
export const clientMiddleware = [keepPage];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { actor } = requestContext(context);
  const isStaff = actor.kind === "user" && may(actor.role, "office.enter");
  if (params["*"] !== undefined && !isStaff) throw data(null, { status: 404 }); // no page, so no login
  const ctx = requireOffice(request, context);
  const collapsed = readCookie(request, SIDEBAR_COOKIE) === "collapsed";
  return {
    collapsed,
    hidden: hiddenPages(ctx.actor.role),
    permissions: permissionsOf(ctx.actor.role),
    waiting: await readMenuCounts(ctx),
  };
}

/** Frame of every office page. Staff only. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  );
}

/** Shows an error within the menu. Visitors without access get the site's own page. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const site = useRouteLoaderData<typeof rootLoader>("root");
  if (!loaderData) return <FailedPage error={error} site={site} />;
  return (
    <Frame {...loaderData}>
      <FailedHead error={error} company={site?.company.company_name} />
      <OfficeFailed
        missing={isMissing(error)}
        forbidden={isRouteErrorResponse(error) && error.status === 403}
        form={site?.form}
      />
    </Frame>
  );
}

type FrameProps = Route.ComponentProps["loaderData"] & { children: ReactNode };

function Frame({ collapsed, hidden, permissions, waiting, children }: FrameProps) {
  const site = useRouteLoaderData<typeof rootLoader>("root");
  const menu = menuOf(hidden);
  const loading = useNavigation().state === "loading";
  return (
    <Toasts toast={site?.toast ?? null} hydrated>
      <a href="#content" className={skipLook}>
        Skip to content
      </a>
      <SidebarFrame
        label="Admin"
        groups={withCounts(menu, waiting)}
        foot={{ href: "/", label: "Back to Site", icon: ArrowLeft }}
        collapsed={collapsed}
        toggleAction="/admin/sidebar"
        notice={site?.company.is_demo && <DemoBar />}
        heading={
          site && (
            <BrandName
              brand={site.company.brand}
              name={site.company.company_name}
              mark="size-8 shrink-0"
              wide="h-8 w-auto min-w-0 max-w-full object-left"
            >
              <span className="truncate font-[560] font-display text-[1.0625rem]/5">
                {site.company.company_name}
              </span>
            </BrandName>
          )
        }
        bar={
          <>
            <p className="shrink-0 whitespace-nowrap font-semibold">Admin Panel</p>
            <div
              data-pending-note
              hidden={!loading}
              className="ml-3 [animation-delay:100ms] motion-safe:animate-appear"
            >
              <Loading className="max-sm:sr-only">Loading...</Loading>
            </div>
            <SearchField pages={pagesOf(menu)} />
            <LogoutForm />
          </>
        }
      >
        <main
          id="content"
          tabIndex={-1}
          aria-busy={loading || undefined}
          className="flex-1 outline-none"
          data-pending-links
        >
          <div
            className={cx(
              "mx-auto w-full max-w-[90rem] px-4 py-6 transition-opacity in-data-pending:opacity-50 sm:px-6 md:py-8 lg:px-8",
              loading && "opacity-60 delay-100",
            )}
          >
            <SharedTabs groups={menu} className="-mt-3 mb-6" />
            <PermissionsProvider permissions={permissions}>{children}</PermissionsProvider>
          </div>
        </main>
      </SidebarFrame>
      <ConnectionNotice failureOf={officeFailure} Proof={ProofDialog} />
      <script type="module" async src={pendingLinks} />
    </Toasts>
  );
}

const skipLook =
  "fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-evergreen-700 px-4 py-2.5 font-semibold text-snow focus:translate-y-0 print:hidden";
