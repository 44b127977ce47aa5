import { expect, test } from "../support/e2e";
import { siteRoutes } from "../support/route-table";
import { demoAdministrator, logIn } from "./support/account";
import { expectNoSidewaysScroll } from "./support/layout";

/** Every office page without an id, and views with their own address. */
const PAGES = [
  ...siteRoutes()
    .filter(({ pattern, isPage }) => isPage && /^\/admin(\/[^:*]+)?$/.test(pattern))
    .map(({ pattern }) => pattern),
  "/admin/applications?view=board",
  "/admin/services/new",
  "/admin/schedule?view=day",
];

for (const width of [320, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("no office page scrolls sideways", async ({ page }) => {
      test.slow();
      expect(PAGES).toContain("/admin/applications");
      await logIn(page.request, await demoAdministrator());
      for (const address of PAGES) {
        await page.goto(address);
        await expectNoSidewaysScroll(page);
      }
    });
  });
}

test.describe("720 px high", () => {
  for (const [width, menu] of [
    [1280, "Admin"],
    [390, "Admin menu"],
  ] as const) {
    test.describe(`${width} px wide`, () => {
      test.use({ viewport: { width, height: 720 } });

      test("'Back to Site' stays in view while the menu scrolls", async ({ page }) => {
        await logIn(page.request, await demoAdministrator());
        await page.goto("/admin");
        if (width < 768) await page.getByRole("button", { name: "Open menu" }).click();
        const nav = page.getByRole("navigation", { name: menu, exact: true });
        await expect(nav.getByRole("link", { name: "Back to Site" })).toBeInViewport({ ratio: 1 });
        await nav.getByRole("link", { name: "Activity" }).focus();
        await expect(nav.getByRole("link", { name: "Activity" })).toBeInViewport({ ratio: 1 });
        await expect(nav.getByRole("link", { name: "Back to Site" })).toBeInViewport({ ratio: 1 });
      });
    });
  }
});
