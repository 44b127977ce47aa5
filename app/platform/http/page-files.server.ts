import type { ServerBuild } from "react-router";

type Assets = Pick<ServerBuild["assets"], "entry" | "routes">;

/** The addresses of the scripts and styles that React needs in the browser for the page of a route, without doubles. */
export function pageFiles({ entry, routes }: Assets, routeId: string): string[] {
  const files = [entry.module, ...entry.imports];
  for (let id: string | undefined = routeId; id; id = routes[id]?.parentId) {
    const route = routes[id];
    if (!route) throw new Error(`There is no route ${id}.`);
    files.push(route.module, ...(route.imports ?? []), ...(route.css ?? []));
  }
  return [...new Set(files)];
}
