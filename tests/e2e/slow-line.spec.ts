import { globSync, readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { test as base, expect } from "../support/e2e";
import { routeAddress, siteRoutes } from "../support/route-table";
import { type HeldPage, type SlowLine, slowLine } from "../support/slow-line";
import { demoAdministrator, demoCustomer, logIn } from "./support/account";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { MODULE_WORK, moduleName } from "./support/module-work";
import { bookElsewhere } from "./support/requests";

type Line = SlowLine & {
  /** Resolves when every script in the head of a held page has run. */
  headHasRun: (held: HeldPage) => Promise<void>;
};

/** A slow connection to the site: the head of a page arrives before its body. */
const test = base.extend<{ line: Line }>({
  line: async ({ baseURL, page }, use) => {
    const ran: string[] = [];
    await page.exposeBinding("scriptRan", (_, address: string) => ran.push(new URL(address).pathname));
    await page.addInitScript(() => {
      const { scriptRan } = window as unknown as { scriptRan: (address: string) => void };
      const tell = ({ target }: Event) => target instanceof HTMLScriptElement && scriptRan(target.src);
      document.addEventListener("load", tell, { capture: true });
    });
    const line = await slowLine(baseURL ?? "");
    const headHasRun = async ({ scripts }: HeldPage) => {
      await expect.poll(() => ran, { intervals: [10] }).toEqual(expect.arrayContaining(scripts));
      ran.length = 0;
    };
    await use({ ...line, headHasRun });
    await line.stop();
  },
});
test.use({
  expectedStatuses: [404, 410],
  // The frame of a stored email runs no script, not even the one above.
  expectedErrors: [/Blocked script execution in '[^']*\/admin\/mail\/[\w-]+\/page'/],
});

/** Navigates with `go` and delivers the body after the head's scripts. Returns the names of the page's modules. */
async function arriveSlowly(page: Page, line: Line, go: () => Promise<unknown>): Promise<string[]> {
  const arrival = go();
  const held = await line.held();
  await line.headHasRun(held);
  held.release();
  await arrival;
  await page.waitForLoadState("load");
  const scripts = await page
    .locator("script[src]")
    .evaluateAll((found) => found.map((script) => (script as HTMLScriptElement).src));
  return scripts.map(moduleName).filter((name) => name !== undefined && name in MODULE_WORK) as string[];
}

async function openSlowly(page: Page, line: Line, address: string): Promise<string[]> {
  return arriveSlowly(page, line, () => page.goto(line.origin + address, { waitUntil: "commit" }));
}

/** Visits every address. Fails on page errors (the fixture) and checks the work of each module. Returns those that were found. */
async function visitAll(page: Page, line: Line, addresses: string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const address of addresses) {
    await test.step(address, async () => {
      for (const name of await openSlowly(page, line, address)) {
        await MODULE_WORK[name]?.(page);
        seen.add(name);
      }
    });
  }
  return seen;
}

/** Addresses of pages with this pattern. An id is the first that its list links to. */
async function addressesOf(
  request: APIRequestContext,
  like: RegExp,
  lists: string[] = [],
): Promise<string[]> {
  const patterns = siteRoutes().filter(({ pattern, isPage }) => isPage && like.test(pattern));
  const ids: Record<string, string> = { blog: "1" };
  const withId = patterns.map(({ pattern }) => /^(.*)\/:id/.exec(pattern)?.[1]).filter(Boolean) as string[];
  for (const list of new Set([...lists, ...withId])) {
    const html = await (await request.get(list)).text();
    for (const name of withId) {
      const [, id] = new RegExp(`href="${name}/(?!new[?"])([\\w-]+)["?]`).exec(html) ?? [];
      if (id && !(name in ids)) ids[name.split("/").at(-1) ?? ""] ??= id;
    }
  }
  return patterns.map(({ pattern }) => routeAddress(pattern, ids));
}

const ACCOUNT = /^\/(profile|bookings|plans|mails)(\/|$)/;
const OFFICE = /^\/admin(\/|$)/;

test("each small module is listed here", () => {
  // The crew's app loads its modules once it has drawn the page itself.
  const files = globSync("app/**/*.tsx").filter((file) => !file.startsWith("app/features/fieldwork/"));
  const sources = files.map((file) => readFileSync(file, "utf8"));
  const modules = sources.flatMap((source) =>
    [...source.matchAll(/from "[^"]*\/([\w-]+)\.ts\?url"/g)].map(([, name = ""]) => name),
  );
  expect(Object.keys(MODULE_WORK).sort()).toEqual([...new Set(modules)].sort());
});

test.describe("a page whose body arrives after the scripts of its head works:", () => {
  test.slow();

  test("on every public page", async ({ page, line, request, context }) => {
    await context.grantPermissions(["clipboard-write"]);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    const pages = await addressesOf(request, /^(?!\/(profile|bookings|plans|mails|admin|crew)(\/|$))/);
    const checkout = new URL(await bookElsewhere(request, { day: ownDay(), time: "8:00 AM" }));
    const states = [checkout.pathname + checkout.search, "/careers?apply=2", "/services?type=commercial"];
    const seen = await visitAll(page, line, [...pages, ...states]);
    expect([...seen].sort()).toEqual(Object.keys(MODULE_WORK).sort());
  });

  test("on every page of an account", async ({ page, line }) => {
    await logIn(page.request, await demoCustomer());
    const lists = ["/profile?tab=upcoming-cleans", "/profile?tab=cleaning-history"];
    await visitAll(page, line, await addressesOf(page.request, ACCOUNT, lists));
  });

  test("on every office page", async ({ page, line }) => {
    await logIn(page.request, await demoAdministrator());
    await visitAll(page, line, await addressesOf(page.request, OFFICE));
  });
});

test("a payment is confirmed on a slow connection, also after a reload and after back and forward", async ({
  page,
  line,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: line.origin });
  const url = new URL(await bookElsewhere(request, { day: ownDay(), time: "10:00 AM" }));
  await openSlowly(page, line, url.pathname + url.search);
  const checkout = checkoutPage(page);
  await checkout.fillCustomer();
  await checkout.fillCard(CARDS.good);
  const booked = page.getByRole("heading", { name: "Your cleaning is booked" });
  const confirmed = async () => {
    await expect(booked).toBeVisible();
    await expect(page.getByRole("heading", { name: "Confirming your payment..." })).toBeHidden();
  };
  await arriveSlowly(page, line, () => checkout.pay.click({ noWaitAfter: true }));
  await confirmed();
  await arriveSlowly(page, line, () => page.reload({ waitUntil: "commit" }));
  await confirmed();
  await openSlowly(page, line, "/about");
  await arriveSlowly(page, line, () => page.goBack({ waitUntil: "commit" }));
  await confirmed();
});

test("a payment that arrives while the page waits is shown on a slow connection", async ({
  page,
  line,
  request,
}) => {
  const url = await bookElsewhere(request, { day: ownDay(), time: "12:00 PM" });
  const success = new URL(url.replace("/payment?", "/payment-success?"));
  await openSlowly(page, line, success.pathname + success.search);
  await expect(page.getByRole("heading", { name: "Confirming your payment..." })).toBeVisible();
  const form = {
    intent: "pay",
    ...{ number: CARDS.good, expiry: "12/39", cvc: "123" },
    ...{ name: "Margaret Whitcomb", email: "margaret@mail.example", phone: "(603) 555-0110" },
  };
  const paid = await request.post(url, { form, maxRedirects: 0 });
  expect(paid.status(), await paid.text()).toBe(303);
  await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
});

test("the demo continues to its confirmation, and works again after going back", async ({ page, line }) => {
  await openSlowly(page, line, "/payment");
  const fill = async () => {
    await page.getByLabel("Card number").fill(CARDS.good);
    await page.getByLabel("Expiry").fill("12/39");
    await page.getByLabel("CVC").fill("123");
  };
  const pay = page.getByRole("button", { name: "Pay $172.52" });
  const confirmed = page.getByRole("heading", { name: /Booking Confirmed/ });
  const goesOn = async () => {
    await fill();
    await arriveSlowly(page, line, () => pay.click({ noWaitAfter: true }));
    await expect(confirmed).toBeVisible();
  };
  await goesOn();
  await arriveSlowly(page, line, () => page.goBack({ waitUntil: "commit" }));
  await expect(pay).toBeEnabled();
  await goesOn();
});

test("a widget that loads late sends its height to the surrounding page", async ({ page, line }) => {
  line.holds.add("iframe");
  const arrival = page.goto(`${line.origin}/widget/demo`, { waitUntil: "commit" });
  const around = await line.held();
  await line.headHasRun(around);
  around.release();
  await arrival;
  const inside = await line.held();
  await line.headHasRun(inside);
  inside.release();
  await expect(page.locator("iframe")).toHaveCSS("height", /^(?!640px)/);
});
