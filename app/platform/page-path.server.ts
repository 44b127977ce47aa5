/** The page that is asked for, also when the router asks for its data only ("/profile.data?_routes=…"). */
export function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_routes");
  const path = pathname.replace(/(?:\/_root|\/_)?\.data$/, "") || "/";
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
