import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "~/routes";

/** `pattern` as in the route table ("/bookings/:id"). `ids` of the route and of its parents, outermost first. */
export type SiteRoute = { pattern: string; ids: string[]; isPage: boolean; takesFiles: boolean };

/** Every address of the site, from app/routes.ts. */
export function siteRoutes(): SiteRoute[] {
  return (routes as RouteConfigEntry[]).flatMap((entry) => walk(entry, "", []));
}

function walk(entry: RouteConfigEntry, parent: string, around: string[]): SiteRoute[] {
  const pattern = entry.path ? `${parent}/${entry.path}` : parent;
  const ids = [...around, entry.file.replace(/\.tsx?$/, "")];
  const takesFiles = readFileSync(`app/${entry.file}`, "utf8").includes("takesFiles: true");
  const own = { pattern: pattern || "/", ids, isPage: entry.file.endsWith(".tsx"), takesFiles };
  if (!entry.children) return [own];
  const inner = entry.children.flatMap((child) => walk(child, pattern, ids));
  // With a path and no index, the parent route is a page itself.
  const isPage = entry.path && !entry.children.some((child) => child.index);
  return isPage ? [own, ...inner] : inner;
}

const NOBODYS = "00000000-0000-4000-8000-000000000000";
const FILLINGS: Record<string, string> = { ":provider": "google", ":change": "pause", "*": "no/such/page" };

/**
 * An address of this route. Ids come from `ids`, by the word before `:id` ("bookings") or by the parameter's name
 * ("order").
 */
export function routeAddress(pattern: string, ids: Record<string, string> = {}): string {
  const parts = pattern.split("/");
  const filled = parts.map((part, at) => {
    if (!part.startsWith(":") && part !== "*") return part;
    return ids[part.slice(1)] ?? ids[parts[at - 1] ?? ""] ?? FILLINGS[part] ?? NOBODYS;
  });
  return filled.join("/") || "/";
}
