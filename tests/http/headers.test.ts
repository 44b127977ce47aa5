import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { SPECULATION_RULES, SPECULATION_RULES_HASH } from "~/platform/http/speculation-rules.server";
import { ORIGIN, testApp, until } from "../support/app";
import { giveBelongings } from "../support/belongings";
import { routeAddress, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, serve } = site;
const cookies: Record<string, string> = { guest: "" };
let ids: Record<string, string> = {};

beforeAll(async () => {
  const owner = await signedIn(site, { first_name: "Ottilie" });
  const its = await giveBelongings(site, owner.id);
  ids = { bookings: its.upcoming, plans: its.plan, order: its.charge, calendar: `${its.feed}.ics` };
  cookies.customer = owner.cookie;
  cookies.administrator = (await signedIn(site, { role: "admin" })).cookie;
}, 60_000);

const ask = async (who: string, address: string, init: RequestInit = {}) =>
  app.request(
    new Request(ORIGIN + address, {
      ...init,
      headers: { ...(cookies[who] && { Cookie: cookies[who] }), ...init.headers },
    }),
  );

/** Headers of some addresses only: a page that others may frame, an API for other sites' scripts, a calendar's ETag. */
const EXPECTED: Record<string, string[]> = {
  "/widget": ["frames of other sites", "no X-Frame-Options"],
  "/api/services": ["leave for other sites"],
  "/api/availability": ["leave for other sites"],
  "/api/bookings/:reference": ["leave for other sites"],
  "/api/openapi.json": ["leave for other sites"],
  "/calendar/:file": ["kept by the browser"],
  "/crew/worker.js": ["kept by the browser"],
};
const TOO_LARGE = "x".repeat(1100 * 1024);

/** What is wrong with a response's headers. */
function findFaults({ headers, status }: Response, isSignedIn: boolean): string[] {
  const policy = Object.fromEntries(
    (headers.get("Content-Security-Policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values];
    }),
  );
  const isSandboxed = "sandbox" in policy; // a sent email: no script runs there
  const scripts = policy["script-src"] ?? policy["default-src"] ?? ["anything"];
  const styles = policy["style-src"] ?? ["anything"];
  const rules: Record<string, boolean> = {
    "no Content-Security-Policy": headers.has("Content-Security-Policy"),
    "scripts from elsewhere": scripts.every(
      (one) => one === SPECULATION_RULES_HASH || /^'(self|none|nonce-[\w+/=]{20,})'$/.test(one),
    ),
    "styles from elsewhere": isSandboxed || styles.join() === "'self'",
    "frames of other sites": ["'none'", "'self'"].includes(policy["frame-ancestors"]?.join() ?? ""),
    "objects or another base":
      isSandboxed || `${policy["object-src"]}${policy["base-uri"]}` === "'none''none'",
    "no nosniff": headers.get("X-Content-Type-Options") === "nosniff",
    "no X-Frame-Options": /^(DENY|SAMEORIGIN)$/.test(headers.get("X-Frame-Options") ?? ""),
    "no Referrer-Policy": headers.get("Referrer-Policy") === "strict-origin-when-cross-origin",
    "no Permissions-Policy": headers.get("Permissions-Policy")?.includes("camera=()") === true,
    "no charset": !/^text\/(?!x-script|.*charset=utf-8)/i.test(headers.get("Content-Type") ?? ""),
    "no HSTS": headers.get("Strict-Transport-Security") === "max-age=31536000; includeSubDomains",
    "no Cache-Control": headers.has("Cache-Control"),
    "kept by the browser":
      !isSignedIn || status >= 300 || /no-store|public/.test(headers.get("Cache-Control") ?? ""),
    "leave for other sites": !headers.has("Access-Control-Allow-Origin"),
    "words about the program": !headers.has("X-Powered-By") && !headers.has("Server"),
  };
  return Object.entries(rules).flatMap(([fault, holds]) => (holds ? [] : [fault]));
}

/** Inline scripts, styles and handlers of a page, which its policy would have to allow. */
function inlineIn(html: string): string[] {
  const allowed = `<script type="speculationrules">${SPECULATION_RULES}</script>`;
  const scripts = [...html.replace(allowed, "").matchAll(/<script\b([^>]*)>/gi)].map(([tag]) => tag);
  const bare = scripts.filter((tag) => !/\ssrc=|\snonce="[^"]+"|type="application\/(ld\+)?json"/.test(tag));
  const tags =
    html.replace(/<script\b[\s\S]*?<\/script>/gi, "").match(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi) ?? [];
  return [...bare, ...tags.filter((tag) => /^<style|\s(?:style|on\w+)="/i.test(tag))];
}

/** Each visitor requests each page. HEAD is requested by one of them, and router data by the page's audience. */
describe.each(["guest", "customer", "administrator"])("for a %s", (who) => {
  test.each(siteRoutes().map((route) => [route.pattern, route] as const))(
    "%s has safe headers",
    async (_, route) => {
      const address = routeAddress(route.pattern, ids);
      const answers: Record<string, Response> = {
        [`GET ${address}`]: await ask(who, address),
        [`POST ${address}`]: await ask(route.pattern === "/logout" ? "guest" : who, address, {
          method: "POST",
        }),
      };
      if (who === "guest") {
        const foreign = await ask(who, address, {
          method: "POST",
          headers: { Origin: "https://evil.example" },
        });
        const large = await ask(who, address, { method: "POST", body: TOO_LARGE });
        answers[`HEAD ${address}`] = await ask(who, address, { method: "HEAD" });
        expect([foreign.status, large.status]).toEqual([403, route.takesFiles ? 303 : 413]);
        Object.assign(answers, { "a foreign POST": foreign, "a POST too large": large });
      }
      if (route.isPage && who === (route.pattern.startsWith("/admin") ? "administrator" : "customer"))
        answers[`GET ${address}.data`] = await ask(who, `${address === "/" ? "/_root" : address}.data`);
      const invalid: unknown[] = [];
      for (const [what, answer] of Object.entries(answers)) {
        const expected = /^(?:GET|HEAD|POST) /.test(what) ? (EXPECTED[route.pattern] ?? []) : [];
        const faults = findFaults(answer, who !== "guest").filter((fault) => !expected.includes(fault));
        const isHtml = answer.headers.get("Content-Type")?.startsWith("text/html");
        const isSandboxed = answer.headers.get("Content-Security-Policy")?.includes("sandbox");
        const html = isHtml && !isSandboxed ? await answer.text() : "";
        if (faults.length > 0 || answer.status >= 500) invalid.push([what, answer.status, faults]);
        if (inlineIn(html).length > 0) invalid.push([what, inlineIn(html)]);
      }
      expect(invalid).toEqual([]);
    },
  );
});

test("a page from the cache is as safe as a rendered one", async () => {
  const origin = await serve();
  await until(async () => !(await fetch(origin)).headers.has("x-request-id"));
  const cached = await fetch(origin);
  expect(findFaults(cached, false)).toEqual([]);
  expect(cached.headers.get("Content-Security-Policy")).not.toContain("nonce");
  expect(inlineIn(await cached.text())).toEqual([]);
});

describe("a built file", () => {
  const built = readdirSync("build/client/assets");
  const one = (ending: string) => `/assets/${built.find((name) => name.endsWith(ending))}`;

  test.each([".js", ".css", ".woff2", ".avif", ".webp", ".jpg"])(
    "%s has its type and nothing else",
    async (ending) => {
      const { status, headers } = await ask("guest", one(ending));
      expect([status, headers.get("X-Content-Type-Options")]).toEqual([200, "nosniff"]);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(headers.has("Content-Security-Policy")).toBe(false);
    },
  );

  test("an SVG, which a browser opens as a document, has a document's headers", async () => {
    const drawing = await ask("guest", "/favicon.svg");
    expect(drawing.headers.get("Content-Type")).toContain("image/svg+xml");
    expect(findFaults(drawing, false)).toEqual([]);
  });
});

test("plain http responses have no HSTS", async () => {
  const { transportHeaders } = await import("~/platform/http/security-headers.server");
  expect(transportHeaders("http://localhost:3000")).toEqual({});
  expect(transportHeaders(undefined)).toEqual({});
});
