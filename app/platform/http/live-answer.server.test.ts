import { expect, test } from "vitest";
import { liveAnswer } from "./live-answer.server";

const ORIGIN = "https://birch.example";
const redirect = (Location: string, more = {}) =>
  new Response(null, { status: 303, headers: { Location, "Set-Cookie": "wb_toast=x", ...more } });
const ANEW = { "X-Remix-Reload-Document": "true" };

test.each([
  ["another page", "/contact", redirect("/profile?tab=x"), "/profile?tab=x"],
  ["another site", "/contact", redirect("https://mail.example/contact"), "https://mail.example/contact"],
  ["its own page, loaded anew", "/login", redirect("/login", ANEW), "/login"],
])("the script is told about %s", (_what, page, answer, target) => {
  const told = liveAnswer(page, ORIGIN, answer);
  expect([told.status, told.headers.get("X-Live-Location")]).toEqual([204, target]);
  expect(told.headers.get("Location")).toBeNull();
  expect(told.headers.getSetCookie()).toEqual(["wb_toast=x"]);
});

test("a redirect that replaces the page tells the script so", () => {
  const told = liveAnswer("/payment", ORIGIN, redirect("/payment-success", { "X-Remix-Replace": "true" }));
  expect(told.headers.get("X-Remix-Replace")).toBe("true");
});

test.each([
  ["of a browser", undefined, redirect("/profile")],
  ["to the same page", "/contact", redirect("/contact")],
  ["to a place on the same page", "/blog/1", redirect("/blog/1?x#end")],
  ["that is none", "/contact", new Response("x", { status: 400, headers: ANEW })],
  ["that only names an address", "/contact", new Response("x", { status: 201, headers: { Location: "/x" } })],
])("an answer %s stays as it is", (_what, page, answer) => {
  expect(liveAnswer(page, ORIGIN, answer)).toBe(answer);
});
