import { expect, test } from "vitest";
import { pageHeaders } from "./page-headers";

const headersOf = (parent: HeadersInit, own: HeadersInit) =>
  Object.fromEntries(
    pageHeaders({
      parentHeaders: new Headers(parent),
      loaderHeaders: new Headers(own),
      actionHeaders: new Headers(),
      errorHeaders: undefined,
    }),
  );

test("a page keeps what the routes around it say", () => {
  expect(headersOf({ "Cache-Control": "no-store" }, { "Retry-After": "30" })).toEqual({
    "cache-control": "no-store",
    "retry-after": "30",
  });
});

test("its own word counts, and once", () => {
  expect(headersOf({ "Cache-Control": "no-store" }, { "Cache-Control": "no-store" })).toEqual({
    "cache-control": "no-store",
  });
});
