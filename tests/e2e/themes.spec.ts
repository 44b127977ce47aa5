import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn, signUp } from "./support/account";

const isDark = (page: Page) =>
  page.evaluate(() => {
    const [, lightness = "1"] = /\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor) ?? [];
    return Number(lightness) < 128 && getComputedStyle(document.documentElement).colorScheme === "dark";
  });

const PERSONAL = [
  "/profile",
  "/profile?tab=property-details&add",
  "/profile?tab=upcoming-cleans",
  "/profile?tab=cleaning-history",
  "/profile/security",
  "/profile/privacy",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`where the system is ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test("public pages are light", async ({ page }) => {
      for (const path of ["/", "/services", "/book", "/login"]) {
        await page.goto(path);
        expect(await isDark(page), path).toBe(false);
      }
    });

    test(`the profile is ${colorScheme}, with its menu and toasts`, async ({ page }) => {
      await signUp(page.request);
      for (const path of PERSONAL) {
        await page.goto(path);
        expect(await isDark(page), path).toBe(colorScheme === "dark");
        await expectAccessible(page);
      }
      await page.getByRole("button", { name: "Menu" }).click();
      await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
      await expectAccessible(page);
    });

    test(`invalid fields of 'Password and security' are ${colorScheme}`, async ({ page }) => {
      await signUp(page.request);
      await page.goto("/profile/security");
      await page.getByLabel("Current password").fill("not this one");
      await page.getByLabel("New password").fill("short");
      await page.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByText("New password must be at least 8 characters")).toBeVisible();
      await expect(page.getByLabel("New password")).toBeFocused();
      await expectAccessible(page);
    });

    test(`the office is ${colorScheme}`, async ({ page }) => {
      await logIn(page.request, await demoAdministrator());
      await page.goto("/admin");
      expect(await isDark(page)).toBe(colorScheme === "dark");
      await expectAccessible(page);
    });
  });
}

test("print is light, whatever the screen's scheme", async ({ page }) => {
  await signUp(page.request);
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await page.goto("/profile/security");
  expect(await isDark(page)).toBe(false);
});
