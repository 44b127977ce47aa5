import type { HeadersArgs } from "react-router";

/** A page's headers: its own over those of the routes around it, so that one `no-store` is enough. */
export function pageHeaders({ loaderHeaders, actionHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const own of [loaderHeaders, actionHeaders]) {
    for (const [name, value] of own) headers.set(name, value);
  }
  return headers;
}
