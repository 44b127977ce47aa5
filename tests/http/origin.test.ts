import { beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { routeAddress, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, pool } = site;
let Cookie = "";

beforeAll(async () => {
  Cookie = (await signedIn(site, { role: "admin" })).cookie;
});

const FOREIGN: [string, Record<string, string>][] = [
  ["another site", { Origin: "https://evil.example" }],
  ["a frame without an origin", { Origin: "null" }],
  ["the same name without encryption", { Origin: "http://site.example" }],
  ["another port", { Origin: `${ORIGIN}:8443` }],
  ["a name below ours", { Origin: "https://shop.site.example" }],
  ["a name that begins like ours", { Origin: `${ORIGIN}.evil.example` }],
  ["a name that ends like ours", { Origin: "https://evilsite.example" }],
  ["our name in capitals, as no browser writes it", { Origin: "HTTPS://SITE.EXAMPLE" }],
  ["our name with a slash", { Origin: `${ORIGIN}/` }],
  ["two sites", { Origin: `${ORIGIN}, https://evil.example` }],
  ["an empty origin", { Origin: "" }],
  ["a browser that says no more than 'cross-site'", { "Sec-Fetch-Site": "cross-site" }],
  ["a browser that says no more than 'same-site'", { "Sec-Fetch-Site": "same-site" }],
  [
    "another site that calls itself ours",
    { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  ],
];

const OWN_ORIGINS: [string, Record<string, string>][] = [
  ["this site", { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" }],
  ["this site in an older browser", { Origin: ORIGIN }],
  ["this site, without an origin", { "Sec-Fetch-Site": "same-origin" }],
  ["a client that is no browser", {}],
];

const addresses = siteRoutes().flatMap(({ pattern, isPage }) => {
  const address = routeAddress(pattern);
  return isPage ? [address, `${address === "/" ? "/_root" : address}.data`] : [address];
});

const send = async (address: string, headers: Record<string, string>, method = "POST") =>
  app.request(new Request(ORIGIN + address, { method, headers: { Cookie, ...headers } }));

const METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

describe("a write", () => {
  const each = FOREIGN.map(([who, headers], number) => [who, headers, number] as const);
  test.each(each)("from %s is refused, whatever the address and the method", async (_, headers, number) => {
    const passed: unknown[] = [];
    for (const [place, address] of addresses.entries()) {
      const method = METHODS[(number + place) % METHODS.length]; // covers every pair of the three
      const { status } = await send(address, headers, method);
      if (status !== 403) passed.push([method, address, status]);
    }
    expect(passed).toEqual([]);
    expect((await pool.query("select action from audit_log")).rows).toEqual([]);
  });

  test.each(OWN_ORIGINS)("from %s is accepted", async (_, headers) => {
    const response = await send("/contact", headers);
    expect(response.status).toBe(400);
    expect((await send("/api/create-payment", headers)).status).toBe(415);
  });
});

test("reading needs no origin and changes nothing", async () => {
  for (const address of siteRoutes().map(({ pattern }) => routeAddress(pattern))) {
    const response = await send(address, { Origin: "https://evil.example" }, "GET");
    expect([address, response.status]).not.toEqual([address, 403]);
  }
  const { rows } = await pool.query("select distinct action from audit_log order by action");
  const downloads = ["list.exported", "site.logs_downloaded"]; // a list or log is downloaded
  expect(rows.map(({ action }) => action)).toEqual(downloads);
}, 60_000);
