/** The path of the requested page, also for the router's data requests ("/profile.data?_routes=…"). */
export function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_routes");
  const path = pathname.replace(/(?:\/_root|\/_)?\.data$/, "") || "/";
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
