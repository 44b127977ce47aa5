import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { signUp } from "./support/account";

const aboutLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "About" });

/** Resolves when the browser has prefetched a page. */
async function fetchedAhead(page: Page, address: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const done = new Promise<void>((resolve) =>
    browser.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
      if (new URL(prefetchUrl).pathname === address && status === "Ready") resolve();
    }),
  );
  await browser.send("Preload.enable");
  return done;
}

/** How the current page was delivered. */
const delivery = (page: Page) =>
  page.evaluate(() => {
    const [visit] = performance.getEntriesByType("navigation");
    return (visit as unknown as { deliveryType: string }).deliveryType;
  });

test("a page is prefetched before its link is followed", async ({ page }) => {
  await page.goto("/");
  const ready = fetchedAhead(page, "/about");
  await aboutLink(page).hover();
  await ready;
  await aboutLink(page).click();
  await expect(page).toHaveURL("/about");
  expect(await delivery(page)).toBe("navigational-prefetch");
});

test("a signed-in customer's page is fetched only when requested", async ({ page }) => {
  await signUp(page.request);
  await page.goto("/");
  await expect(page.locator("script[type=speculationrules]"), "rules for the browser to go by").toHaveCount(
    0,
  );
  await aboutLink(page).click();
  await expect(page).toHaveURL("/about");
  expect(await delivery(page)).toBe("");
  await expect(page.getByRole("link", { name: "My Profile" }).first()).toBeVisible();
});
