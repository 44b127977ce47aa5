import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/robots";

/** Paths for one person, and paths that change something. Other unlisted pages have `noindex`. */
const CLOSED = ["/admin", "/api/", "/auth/", "/bookings/", "/calendar/", "/logout", "/profile"];

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = requestContext(context);
  const lines = [
    "User-agent: *",
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
