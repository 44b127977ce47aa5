import { createECDH, randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { aCrewDay, installed, join, officeOf, smallTargets, WORDS } from "./support/crew-day";
import { askDatabase } from "./support/site-database";

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const ENDPOINT = "https://push.example/send/";

/** What this browser lacks: a push service that gives an address and takes it back. */
async function withPushService(context: BrowserContext, name: string) {
  const subscription = {
    endpoint: ENDPOINT + name,
    keys: {
      p256dh: createECDH("prime256v1").generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  };
  await context.addInitScript((given) => {
    const kept = () => sessionStorage.getItem("push") !== null;
    const subscription = {
      endpoint: given.endpoint,
      toJSON: () => given,
      unsubscribe: async () => {
        sessionStorage.removeItem("push");
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () => (kept() ? subscription : null) as never;
    PushManager.prototype.subscribe = async (options) => {
      sessionStorage.setItem("push", String(options?.applicationServerKey));
      return subscription as never;
    };
  }, subscription);
}

/** A member who can be asked, which this browser never does. `default`: they close the question. */
async function whoSays(context: BrowserContext, permission: NotificationPermission) {
  await context.addInitScript((said) => {
    Object.defineProperty(Notification, "permission", {
      get: () => sessionStorage.getItem("said") ?? "default",
    });
    Notification.requestPermission = async () => {
      sessionStorage.setItem("said", said);
      return said;
    };
  }, permission);
}

const storedOf = async (member: string) =>
  (
    await askDatabase(
      "select endpoint from push_subscriptions s join crew_phones p on p.id = s.phone_id where p.member_id = $1",
      [member],
    )
  ).map(({ endpoint }) => endpoint);

async function openHours(page: Page, words: Record<string, string>) {
  await page.getByRole("link", { name: words.hours, exact: true }).click();
  await expect(page.getByRole("heading", { name: words.push_on_phone })).toBeVisible();
}

for (const language of ["es", "en"] as const) {
  const words = WORDS[language];

  test(`a phone is asked to tell of changes, and no more, in ${language}`, async ({
    page,
    context,
    browser,
  }) => {
    const day = await aCrewDay(language);
    await withPushService(context, day.member);
    await whoSays(context, "granted");
    const office = await officeOf(browser, day);
    await join(page, office, words);
    await installed(page);
    await openHours(page, words);
    const [on, off] = [words.push_turn_on, words.push_turn_off].map((name) =>
      page.getByRole("button", { name }),
    );
    await expect(page.getByText(words.push_lead ?? "")).toBeVisible();
    await on?.click();
    await expect(page.getByText(words.push_on ?? "")).toBeVisible();
    expect(await storedOf(day.member)).toEqual([ENDPOINT + day.member]);
    await page.getByRole("button", { name: words.sign_out }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    expect(await smallTargets(page)).toEqual([]);

    await page.reload();
    await expect(page.getByText(words.push_on ?? "")).toBeVisible();
    await page.getByRole("link", { name: words.today, exact: true }).click();
    await openHours(page, words);
    await off?.click();
    await expect(page.getByText(words.push_lead ?? "")).toBeVisible();
    expect(await storedOf(day.member)).toEqual([]);
    await office.context().close();
  });

  test(`a phone that blocks messages says what to do in ${language}`, async ({ page, context, browser }) => {
    await whoSays(context, "denied");
    const office = await officeOf(browser, await aCrewDay(language));
    await join(page, office, words);
    await installed(page);
    await openHours(page, words);
    await page.getByRole("button", { name: words.push_turn_on }).click();
    await expect(page.getByText(words.push_blocked ?? "")).toBeVisible();
    await expect(page.getByRole("button", { name: words.push_turn_on })).toBeHidden();
    await page.getByRole("button", { name: words.sign_out }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await office.context().close();
  });
}

test("a member who closes the question can be asked again", async ({ page, context, browser }) => {
  const words = WORDS.en;
  await whoSays(context, "default");
  const office = await officeOf(browser, await aCrewDay("en"));
  await join(page, office, words);
  await installed(page);
  await openHours(page, words);
  const answered = page.waitForFunction(() => sessionStorage.getItem("said") !== null);
  await page.getByRole("button", { name: words.push_turn_on }).click();
  await answered;
  await expect(page.getByText(words.push_lead ?? "")).toBeVisible();
  await expect(page.getByText(words.push_failed ?? "")).toBeHidden();
  await office.context().close();
});

test("a phone without push says nothing, but an iPhone says how to get it", async ({
  page,
  context,
  browser,
}) => {
  const words = WORDS.en;
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
    Object.defineProperty(navigator, "userAgent", { get: () => sessionStorage.getItem("agent") ?? "Linux" });
  });
  const office = await officeOf(browser, await aCrewDay("en"));
  await join(page, office, words);
  const answered = () => page.waitForResponse((response) => response.url().endsWith("/crew/push"));
  const first = answered();
  await page.getByRole("link", { name: words.hours, exact: true }).click();
  await (await first).finished();
  await expect(page.getByRole("heading", { name: words.push_on_phone })).toBeHidden();
  await page.evaluate(() => sessionStorage.setItem("agent", "iPhone"));
  await page.reload();
  await expect(page.getByText(words.push_install ?? "")).toBeVisible();
  await office.context().close();
});

test.describe("without a signal", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("the button stays as it was, and says so", async ({ page, context, browser }) => {
    const day = await aCrewDay("en");
    await withPushService(context, day.member);
    await whoSays(context, "granted");
    const office = await officeOf(browser, day);
    await join(page, office, WORDS.en);
    await installed(page);
    await openHours(page, WORDS.en);
    await page.route("**/crew/push", (route) => route.abort());
    await page.getByRole("button", { name: WORDS.en.push_turn_on }).click();
    await expect(page.getByText(WORDS.en.push_failed ?? "")).toBeVisible();
    await page.unroute("**/crew/push");
    await page.getByRole("button", { name: WORDS.en.push_turn_on }).click();
    await expect(page.getByText(WORDS.en.push_on ?? "")).toBeVisible();
    await office.context().close();
  });
});

test("the service worker shows what arrives from the push service", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const office = await officeOf(browser, await aCrewDay("en"));
  await join(page, office, WORDS.en);
  await installed(page);
  const [worker] = context.serviceWorkers();
  // This browser lets nobody show notifications.
  await worker?.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(self, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void shown.push([title, options?.body, options?.lang, options?.tag, options?.data]);
  });
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${baseURL}/crew`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: baseURL ?? "",
    registrationId: await registered,
    data: JSON.stringify({
      title: "Su día cambió",
      body: "Visita nueva: 8:00 AM.",
      lang: "es",
      url: "/crew",
    }),
  });
  await expect
    .poll(() => worker?.evaluate(() => (self as unknown as { shown: unknown[] }).shown))
    .toEqual([["Su día cambió", "Visita nueva: 8:00 AM.", "es", "day", "/crew"]]);
  await office.context().close();
});
