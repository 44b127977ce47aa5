import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { signUp } from "./support/account";

/** Follows the header's link to /about as people do: the mouse rests on it first. Answers how the page came. */
async function followSlowly(page: Page) {
  const link = page.getByRole("banner").getByRole("link", { name: "About" });
  await link.hover();
  await page.waitForTimeout(1000);
  await link.click();
  await expect(page).toHaveURL("/about");
  return page.evaluate(() => {
    const [visit] = performance.getEntriesByType("navigation");
    return (visit as unknown as { deliveryType: string }).deliveryType;
  });
}

test("a page is there before its link is followed", async ({ page }) => {
  await page.goto("/");
  expect(await followSlowly(page)).toBe("navigational-prefetch");
});

test("for a customer it is fetched when they ask for it", async ({ page }) => {
  await signUp(page.request);
  await page.goto("/");
  expect(await followSlowly(page)).toBe("");
  await expect(page.getByRole("link", { name: "My Profile" }).first()).toBeVisible();
});
