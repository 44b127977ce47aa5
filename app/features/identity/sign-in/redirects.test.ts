import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redirectOf, requiresLogin, safePath, withRedirect } from "./rules";

describe("the redirect target", () => {
  test.each([
    "/",
    "/profile",
    "/profile?tab=upcoming-cleans",
    "/book?service=deep-cleaning&type=residential#details",
    "/bookings/0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11?key=a.b-c_d",
    "/a:b@c",
    "/search?next=https://evil.example",
  ])("keeps %s, a path on this site", (path) => {
    expect(safePath(path)).toBe(path);
  });

  test.each([
    null,
    undefined,
    "",
    "profile",
    "?a=b",
    "https://evil.example",
    "HTTPS://evil.example/profile",
    "//evil.example",
    "///evil.example",
    "////evil.example/..",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/profile\r\nSet-Cookie: a=b",
    "/\u0000/evil.example",
    "/\u0085/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "http:evil.example",
    "//user@evil.example",
    "//[",
  ])("is the home page for %j", (wanted) => {
    expect(safePath(wanted)).toBe("/");
  });

  test("never leaves this site for fuzz strings", () => {
    const fuzzString = fc.string({
      unit: fc.constantFrom("/", "\\", ".", ":", "@", "%2f", "\t", "\n", " ", "e", "?", "#", "[", "%5c"),
    });
    fc.assert(
      fc.property(fuzzString, (rest) => {
        const path = safePath(`/${rest}`);
        const { origin } = new URL(path, "https://site.example");
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(origin).toBe("https://site.example");
        expect(safePath(path)).toBe(path);
      }),
      { numRuns: 2000 },
    );
  });

  test("is read from the ?redirect= parameter", () => {
    expect(redirectOf("https://site.example/login?redirect=%2Fprofile%3Ftab%3Dx")).toBe("/profile?tab=x");
    expect(redirectOf("https://site.example/login?redirect=/a&redirect=//evil.example")).toBe("/a");
    expect(redirectOf("https://site.example/login")).toBe("/");
  });
});

test("withRedirect adds the target to the URL unless it is the home page", () => {
  expect(withRedirect("/signup", "/")).toBe("/signup");
  expect(withRedirect("/signup", "/profile?tab=a&b=c")).toBe("/signup?redirect=%2Fprofile%3Ftab%3Da%26b%3Dc");
  expect(redirectOf(`https://site.example${withRedirect("/login", "/book?a=b#c")}`)).toBe("/book?a=b#c");
});

test.each([
  ["/profile", true],
  ["/profile/security", true],
  ["/profile?tab=x", true],
  ["/bookings/1/cancel", true],
  ["/admin", true],
  ["/admin#x", true],
  ["/dashboard", true],
  ["/", false],
  ["/book?service=deep-cleaning", false],
  ["/profiles", false],
  ["/admin-tips", false],
  ["/blog/1?from=/profile", false],
])("requiresLogin(%j) is %s", (path, needed) => {
  expect(requiresLogin(path)).toBe(needed);
});
