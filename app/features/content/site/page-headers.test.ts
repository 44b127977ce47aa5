import { expect, test } from "vitest";
import { pageHeaders } from "./page-meta";

const headersOf = (parent: HeadersInit, own: HeadersInit, answer: HeadersInit = {}) =>
  Object.fromEntries(
    pageHeaders({
      parentHeaders: new Headers(parent),
      loaderHeaders: new Headers(own),
      actionHeaders: new Headers(answer),
      errorHeaders: undefined,
    }),
  );

test("a page keeps the headers of its parent routes", () => {
  expect(headersOf({ "Cache-Control": "no-store" }, { "Retry-After": "30" })).toEqual({
    "cache-control": "no-store",
    "retry-after": "30",
  });
});

test("a page's own header wins and is sent once", () => {
  expect(headersOf({ "Cache-Control": "no-store" }, { "Cache-Control": "no-store" })).toEqual({
    "cache-control": "no-store",
  });
});

test("the header of an action wins over all others", () => {
  expect(headersOf({}, { "Cache-Control": "no-cache" }, { "Cache-Control": "no-store" })).toEqual({
    "cache-control": "no-store",
  });
});
