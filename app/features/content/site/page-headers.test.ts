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

test("the answer to a form that came is heard last", () => {
  expect(headersOf({}, { "Cache-Control": "no-cache" }, { "Cache-Control": "no-store" })).toEqual({
    "cache-control": "no-store",
  });
});
