import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, demoCustomer, logIn } from "./support/account";
import { today } from "./support/days";
import { expectFocusSeen, tabTo } from "./support/keyboard";
import { expectNoSidewaysScroll } from "./support/layout";
import { linksWithin } from "./support/links";

const PAGES = {
  "/": "House Cleaning",
  "/services": "Our Services",
  "/newsletter": "Newsletter",
  "/book": "Book a Cleaning",
  "/payment": "Payment",
  "/payment-canceled": "Payment Canceled",
  "/confirmation": "Booking Confirmed",
};

for (const [address, title] of Object.entries(PAGES)) {
  test(`${address} has its title, the header and the footer`, async ({ page }) => {
    await page.goto(address);
    await expect(page).toHaveTitle(new RegExp(`^${title}.* \\| White Birch Cleaning$`));
    expect(await linksWithin(page.getByRole("banner"))).toEqual([
      "White Birch Cleaning → /",
      "Home → /",
      "Services → /services",
      "About → /about",
      "Contact → /contact",
      "Login → /login",
      "Sign Up → /signup",
      "Book Now → /book",
    ]);
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText(/professional cleaning services for homes and businesses/i);
    expect(await linksWithin(footer.getByRole("navigation", { name: "Services" }))).toEqual([
      "Residential Cleaning → /services",
      "Commercial Cleaning → /services",
      "Deep Cleaning → /services",
      "Move In/Out Cleaning → /services",
    ]);
    expect(await linksWithin(footer.getByRole("navigation", { name: "Company" }))).toEqual([
      "About → /about",
      "Careers → /careers",
      "Blog → /blog",
      "Gift Cards → /gift-cards",
      "Contact → /contact",
      "FAQ → /faq",
    ]);
    expect(await linksWithin(footer.getByRole("navigation", { name: "Legal" }))).toEqual([
      "Privacy → /privacy",
      "Terms → /terms",
      "Security → /security-policy",
    ]);
    await expect(
      footer.getByRole("listitem").getByRole("link", { name: /^(Facebook|Instagram|X)$/ }),
    ).toHaveCount(0);
    await expect(footer).toContainText(`© ${today().year} White Birch Cleaning`);
    expect(await page.locator("h1").count()).toBe(1);
  });
}

test("the current page is marked in the header", async ({ page }) => {
  await page.goto("/services");
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav.locator("[aria-current=page]")).toHaveText(["Services"]);
});

test("the first Tab stop skips the header", async ({ page }) => {
  await page.goto("/services");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Residential", exact: true })).toBeFocused();
});

for (const [who, logins, links] of [
  ["a customer", demoCustomer, ["My Profile → /profile"]],
  ["an administrator", demoAdministrator, ["Admin → /admin", "My Profile → /profile"]],
] as const) {
  test(`the header of ${who} has the right links`, async ({ context, page }) => {
    await logIn(context.request, await logins());
    await page.goto("/services");
    const header = page.getByRole("banner");
    expect((await linksWithin(header)).slice(5)).toEqual([...links, "Book Now → /book"]);
    await expect(header.getByRole("button", { name: "Logout" })).toBeVisible();
    await expect(header.getByRole("link", { name: /^(Login|Sign Up)$/ })).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu" }).click();
    expect((await linksWithin(menuOf(page))).slice(4)).toEqual([
      ...links.map((link) => link.replace("Admin →", "Admin Panel →")),
      "Book Now → /book",
    ]);
    await expectAccessible(page);
    await menuOf(page).getByRole("button", { name: "Logout" }).click();
    await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu has the same links, and closes with Escape and with a click outside", async ({ page }) => {
    await page.goto("/");
    await expectMenu(page);
    await page.keyboard.press("Escape");
    await expect(menuOf(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(menuOf(page)).toBeVisible();
    await page.mouse.click(200, 820);
    await expect(menuOf(page)).toBeHidden();
  });

  test("the menu opens by keyboard and is the next Tab stop after its button", async ({ page }) => {
    await page.goto("/services");
    const button = page.getByRole("button", { name: "Menu" });
    await tabTo(button);
    await expect(button).toHaveAttribute("aria-label", "Menu");
    await page.keyboard.press("Enter");
    await expect(menuOf(page)).toBeVisible();
    for (const name of ["Home", "Services", "About", "Contact", "Login", "Sign Up", "Book Now"]) {
      await page.keyboard.press("Tab");
      await expect(menuOf(page).getByRole("link", { name, exact: true })).toBeFocused();
      await expectFocusSeen(page);
    }
    await expect(menuOf(page).locator("[aria-current=page]")).toHaveText("Services");
    await page.keyboard.press("Escape");
    await expect(menuOf(page)).toBeHidden();
    await expect(button).toBeFocused();
  });

  for (const [name, size] of [
    ["on the narrowest screen", { width: 320, height: 480 }],
    ["at 200 % zoom", { width: 640, height: 400 }],
  ] as const)
    test(`the open menu fits ${name}, and scrolls to its end`, async ({ page }) => {
      await page.setViewportSize(size);
      await page.goto("/");
      await page.getByRole("button", { name: "Menu" }).click();
      await expectNoSidewaysScroll(page);
      const last = menuOf(page).getByRole("link", { name: "Book Now" });
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1 });
    });

  test.describe("in forced colors", () => {
    test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

    test("the menu keeps its outlines", async ({ page }) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Menu" }).click();
      const borders = await menuOf(page)
        .getByRole("link", { name: "Book Now" })
        .evaluate((link) => getComputedStyle(link).borderTopWidth);
      expect(borders).toBe("1px");
    });
  });

  test("'Book Now' is always in view", async ({ page }) => {
    await page.goto("/");
    const bookNow = page.getByRole("banner").getByRole("link", { name: "Book Now" });
    await expect(bookNow).toBeInViewport({ ratio: 1 });
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(bookNow).toBeInViewport({ ratio: 1 });
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("the menu opens, and its links work", async ({ page }) => {
      await page.goto("/");
      await expectMenu(page);
      await menuOf(page).getByRole("link", { name: "Services" }).click();
      await expect(page).toHaveURL("/services");
    });
  });
});

function menuOf(page: Page) {
  return page.getByRole("navigation", { name: "Menu" });
}

async function expectMenu(page: Page): Promise<void> {
  await expect(menuOf(page)).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(menuOf(page)).toBeVisible();
  expect(await linksWithin(menuOf(page))).toEqual([
    "Home → /",
    "Services → /services",
    "About → /about",
    "Contact → /contact",
    "Login → /login",
    "Sign Up → /signup",
    "Book Now → /book",
  ]);
}
