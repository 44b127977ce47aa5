import type { HeadersArgs } from "react-router";

/** A page's headers: its own over those of the routes around it, so that one `no-store` is enough. */
export function pageHeaders({ loaderHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const [name, value] of loaderHeaders) headers.set(name, value);
  return headers;
}
