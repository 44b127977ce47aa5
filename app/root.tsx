import "~/lib/zod-without-eval";
import { type ReactNode, useEffect } from "react";
import {
  data,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from "react-router";
import figtree from "~/assets/made/figtree.woff2";
import fraunces from "~/assets/made/fraunces.woff2";
import shareImage from "~/assets/made/share-site.jpg";
import { pageHeaders } from "~/features/content/site/page-meta";
import { FailedLater } from "~/features/content/site/ui/failed-later";
import sessionKeeper from "~/features/identity/sign-in/ui/session-keeper.ts?url";
import { type Brand, iconPath, markPath, stylePath } from "~/features/operations/settings/brand/brand";
import { type Company, knownCompany, readCompany } from "~/features/operations/settings/queries.server";
import type { RouteHandle } from "~/lib/route-handle";
import { may } from "~/platform/auth/roles";
import { requestContext, sessionContext, sessionFailed } from "~/platform/context.server";
import { takeToast } from "~/platform/request/flash.server";
import { keptPostContext } from "~/platform/request/kept-post.server";
import wake from "~/ui/live/wake.ts?url";
import type { Route } from "./+types/root";
import officeSheet from "./office.css?url";
import siteSheet from "./site.css?url";

export const links: Route.LinksFunction = () => [
  ...[fraunces, figtree].map((href) => ({
    rel: "preload",
    href,
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
];

/**
 * The company data of every page; `year` is in the company's time zone. Without a database the site uses the
 * settings as they were last read, and the page is not cached.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { actor } = ctx;
  const site = (company: Company) => ({
    company,
    origin: ctx.origin,
    share_image: company.brand.share ?? shareImage,
    user: actor.kind === "user" ? { is_staff: may(actor.role, "office.enter") } : null,
    session: context.get(sessionContext),
    session_failed: sessionFailed(actor),
    toast: takeToast(request, context),
    form: context.get(keptPostContext),
    year: ctx.now.toZonedDateTimeISO(company.timezone).year,
  });
  try {
    return data(site(await readCompany(ctx)));
  } catch (err) {
    ctx.log.error({ err }, "settings could not be read; their defaults stand in");
    return data(site(knownCompany()), { headers: { "Cache-Control": "no-store" } });
  }
}

/** The crew's app keeps its day itself: to change its view asks the site for nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const staysInApp = [currentUrl, nextUrl].every(({ pathname }) => pathname === "/crew");
  return !(staysInApp && !formMethod) && defaultShouldRevalidate;
}

export const headers = pageHeaders;

/**
 * The document. Routes choose with `handle` whether React runs in the browser (`hydrate: true`), only after an interaction
 * (`hydrate: "on-intent"`, wake.ts), and whether there is dark mode (`themed: true`, app.css).
 */
export function Layout({ children }: { children: ReactNode }) {
  const hydrate = useHandle("hydrate");
  const themed = useHandle("themed");
  const apart = useHandle("apart");
  const sheet = useHandle("sheet") === "office" ? officeSheet : siteSheet;
  const { company, user, session, session_failed } = useRouteLoaderData<typeof loader>("root") ?? {};
  const brand = company?.brand;
  return (
    <html
      lang="en-US"
      data-themed={themed || undefined}
      data-session={session?.key}
      data-token-ends={session?.expires_in}
      data-session-failed={session_failed || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {themed && <meta name="color-scheme" content="light dark" />}
        {themed && <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1814" />}
        <meta name="theme-color" content="#fbfaf6" />
        <Meta />
        <link rel="stylesheet" href={sheet} />
        {brand?.accent && <link rel="stylesheet" href={stylePath(brand.accent)} />}
        <Icons brand={brand} />
        <Links />
        {user && <link rel="manifest" href="/site.webmanifest" />}
      </head>
      <body>
        {children}
        {!apart && <script type="module" async src={sessionKeeper} />}
        {hydrate && <ScrollRestoration />}
        {hydrate && <Scripts />}
        {hydrate === "on-intent" && <script type="module" src={wake} />}
      </body>
    </html>
  );
}

/** The company's logo or letters as the icon of the page; else the birch. */
function Icons({ brand }: { brand: Brand | undefined }) {
  const touch = brand && iconPath(brand, "180");
  if (brand && touch) {
    const { logo, letters, accent } = brand;
    return (
      <>
        {letters && !logo ? (
          <link rel="icon" href={markPath({ letters, accent })} type="image/svg+xml" />
        ) : (
          <link rel="icon" href={iconPath(brand, "32") ?? undefined} sizes="32x32" type="image/png" />
        )}
        <link rel="apple-touch-icon" href={touch} />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}

/** What any of the page's routes declares. */
function useHandle<Name extends keyof RouteHandle>(name: Name): RouteHandle[Name] {
  return useMatches()
    .map(({ handle }) => (handle as RouteHandle | undefined)?.[name])
    .find(Boolean);
}

export default function Root() {
  const { revalidate } = useRevalidator();
  /** Reads the data again when somebody signs in or out (session-keeper.ts), unless something has been typed. */
  useEffect(() => {
    const renew = (event: Event) => {
      event.preventDefault();
      if (!(event as CustomEvent<{ typing: boolean }>).detail.typing) void revalidate();
    };
    addEventListener("sessionchange", renew);
    return () => removeEventListener("sessionchange", renew);
  }, [revalidate]);
  useEffect(() => {
    dispatchEvent(new Event("hydrated"));
  }, []);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailedLater error={error} site={useRouteLoaderData<typeof loader>("root")} />;
}
