import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../support/access";
import { type Access, everybody, type Gets } from "../support/access-kinds";
import { ORIGIN, testApp } from "../support/app";
import { type Belongings, giveBelongings, SECRETS, storedOf } from "../support/belongings";
import { type SiteRoute, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const VISITORS = ["guest", "stranger", "owner", "admin"] as const;
type Visitor = (typeof VISITORS)[number];

const site = await testApp();
const { app, pool } = site;
const cookies: Record<Visitor, string> = { guest: "", stranger: "", owner: "", admin: "" };
let ownerId: string;
let its: Belongings;

beforeAll(async () => {
  const people = {
    stranger: await signedIn(site, { first_name: "Mallory" }),
    owner: await signedIn(site, { first_name: "Ottilie", email: "ottilie@mail.example" }),
    admin: await signedIn(site, { role: "admin", first_name: "Amira" }),
  };
  ownerId = people.owner.id;
  its = await giveBelongings(site, ownerId);
  for (const [name, { cookie }] of Object.entries(people)) cookies[name as Visitor] = cookie;
}, 60_000);

const filled = (text: string) =>
  text
    .replace("UPCOMING", its.upcoming)
    .replace("PAST", its.past)
    .replace("PROPERTY", its.property)
    .replace("SESSION", its.session)
    .replace("PASSKEY", its.passkey)
    .replace("PLAN", its.plan)
    .replace("OWNER", ownerId)
    .replace("WRONG", `${its.key.slice(0, -1)}${its.key.endsWith("A") ? "B" : "A"}`);

const addressOf = (pattern: string) =>
  pattern
    .replace(/(\/homes\/):id/, `$1${its.property}`)
    .replace(/(\/plans\/):id/, `$1${its.plan}`)
    .replace(":change", "pause")
    .replace(":order", its.charge)
    .replace(":id", its.upcoming)
    .replace(":visit", its.upcoming)
    .replace(":file", `${its.feed}.ics`)
    .replace(":provider", "google")
    .replace("*", "no/such/page");

const ask = async (visitor: Visitor, address: string, form?: Record<string, string>) =>
  app.request(
    new Request(ORIGIN + address, {
      method: form ? "POST" : "GET",
      headers: cookies[visitor] ? { Cookie: cookies[visitor] } : {},
      body: form && new URLSearchParams(form),
    }),
  );

function gets(response: Response): Gets | number {
  const place = response.headers.get("Location") ?? "";
  const html = response.headers.get("Content-Type")?.startsWith("text/html");
  if (response.status === 200) return html ? "page" : "file";
  if (response.status >= 300 && response.status < 400) {
    return place.startsWith("/login?redirect=") ? "login" : place === "/" ? "home" : "away";
  }
  return (
    ({ 404: "missing", 410: "gone", 405: "not allowed", 401: "not let in", 400: "bad request" } as const)[
      response.status
    ] ?? response.status
  );
}

/** Text of a response, also within an archive. */
async function textIn(response: Response): Promise<string> {
  if (response.headers.get("Content-Type") !== "application/zip") return response.text();
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join("\n");
}

const secretsIn = (text: string) => SECRETS.filter((secret) => text.includes(secret));

const routes = siteRoutes();
const accessOf = ({ pattern }: SiteRoute) => ROUTES[pattern] ?? everybody("missing");
const mayRead = (visitor: Visitor, { isOffice }: Access) => visitor === "admin" && isOffice === true;
const isPersonal = (route: SiteRoute) => accessOf(route).guest === "login";
/** A secret address works for everybody who has it. */
const isSecretAddress = ({ pattern }: SiteRoute) => pattern === "/calendar/:file";

test("every route of app/routes.ts says what each visitor gets", () => {
  const missing = routes.map(({ pattern }) => pattern).filter((pattern) => !(pattern in ROUTES));
  const add = missing.map((pattern) => `  "${pattern}": …,`).join("\n");
  expect(
    missing,
    `Add to ROUTES in tests/http/ownership.test.ts what a guest, a stranger, the owner and an admin get:\n${add}\n` +
      "For something of one customer's: owners(…) with `shows`, and `forms` if it has an action.",
  ).toEqual([]);
  const obsolete = Object.keys(ROUTES).filter((known) => !routes.some(({ pattern }) => pattern === known));
  expect(obsolete, "Remove from ROUTES what is no route any more.").toEqual([]);
});

describe.each(routes.map((route) => [route.pattern, route] as const))("%s", (_, route) => {
  const access = accessOf(route);

  test.each(VISITORS)(
    "gives the %s what the table says, with no text of another customer",
    async (visitor) => {
      const response = await ask(visitor, addressOf(route.pattern));
      expect(gets(response)).toBe(access[visitor]);
      const isAllowed = visitor === "owner" || isSecretAddress(route) || mayRead(visitor, access);
      if (!isAllowed) expect(secretsIn(await textIn(response))).toEqual([]);
    },
  );

  test("gives others no text of the owner under any of its addresses, also as data", async () => {
    const addresses = [addressOf(route.pattern), ...(access.also ?? []).map(filled)];
    for (const address of addresses) {
      const [path = "", query = ""] = address.split("?");
      const asData = (more = "") =>
        `${path === "/" ? "/_root" : path}.data?${[query, more].filter(Boolean).join("&")}`;
      const parts = ["root", ...route.ids].map((id) => asData(`_routes=${encodeURIComponent(id)}`));
      for (const visitor of ["guest", "stranger", "admin"] as const) {
        if (mayRead(visitor, access)) continue;
        if (isSecretAddress(route) && address === addressOf(route.pattern)) continue;
        const page = address === addressOf(route.pattern) ? [] : [address]; // requested above
        for (const one of [...page, asData(), ...parts]) {
          const response = await ask(visitor, one);
          expect(secretsIn(await textIn(response)), `${visitor}: ${one}`).toEqual([]);
          expect(response.status, `${visitor}: ${one}`).toBeLessThan(500);
        }
      }
    }
  });

  if (access.shows) {
    test("gives the owner the owner's text", async () => {
      const answers = [addressOf(route.pattern), ...(access.also ?? []).map(filled)].map(async (address) =>
        textIn(await ask("owner", address)),
      );
      expect((await Promise.all(answers)).join("\n").replaceAll("\\", "")).toContain(access.shows);
    });
  }
});

describe.each(routes.filter(isPersonal).map((route) => [route.pattern, route] as const))("%s", (_, route) => {
  test("redirects a guest's data request to the login page", async () => {
    if (!route.isPage) return;
    const id = encodeURIComponent(route.ids.at(-1) ?? "");
    for (const query of ["", `?_routes=${id}`]) {
      const response = await ask("guest", `${addressOf(route.pattern)}.data${query}`);
      expect(response.status).toBe(202);
      expect(await response.text()).toContain("/login?redirect=");
    }
  });

  test.each(["guest", "stranger", "admin"] as const)(
    "lets no form of a %s change what the owner has",
    async (visitor) => {
      const before = await storedOf(site, ownerId);
      const address = addressOf(route.pattern);
      for (const form of accessOf(route).forms ?? [{}]) {
        const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, filled(value)]));
        for (const target of route.isPage ? [address, `${address}.data`] : [address]) {
          const response = await ask(visitor, target, fields);
          const text = await textIn(response);
          const what = `${visitor}: POST ${target} ${JSON.stringify(fields)}`;
          expect(response.status, what).toBeLessThan(500);
          const posted = JSON.stringify(fields); // a guest whose session has ended gets back the form they sent
          const others = secretsIn(text).filter((secret) => !posted.includes(secret));
          if (!mayRead(visitor, accessOf(route))) expect(others, what).toEqual([]);
          if (visitor === "guest") {
            expect(visitor === "guest" ? [303, 202, 401, 405, 404] : [303, 202, 405, 404], what).toContain(
              response.status,
            );
            if (response.status === 303)
              expect(response.headers.get("Location"), what).toMatch(/^\/login\?redirect=/);
          }
        }
        expect(await storedOf(site, ownerId), `${visitor}: POST ${address} ${JSON.stringify(fields)}`).toBe(
          before,
        );
      }
    },
  );
});

test("the owner's key opens the visit to everybody who has it, and no other visit", async () => {
  expect(gets(await ask("guest", `/bookings/${its.upcoming}?key=${its.key}`))).toBe("page");
  expect(gets(await ask("guest", `/bookings/${its.past}?key=${its.key}`))).toBe("missing");
  expect(gets(await ask("stranger", `/bookings/${its.upcoming}?key=${its.key}`))).toBe("page");
});

test("a plan's key opens the plan to everybody who has it, and none of its visits", async () => {
  expect(gets(await ask("guest", `/plans/${its.plan}?key=${its.plan_key}`))).toBe("page");
  expect(gets(await ask("stranger", `/plans/${its.plan}/pause?key=${its.plan_key}`))).toBe("page");
  expect(gets(await ask("guest", `/plans/${its.plan}?key=${its.key}`))).toBe("missing");
  expect(gets(await ask("guest", `/bookings/${its.upcoming}?key=${its.plan_key}`))).toBe("missing");
});

test("the owner's data is unchanged at the end", async () => {
  const { rows } = await pool.query("select status from bookings where user_id = $1 order by status", [
    ownerId,
  ]);
  expect(rows.map(({ status }) => status)).toEqual(["completed", "confirmed"]);
});
