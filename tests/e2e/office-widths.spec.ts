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
  "/admin/views/orders",
  "/admin/orders?range=custom",
  "/admin/services/new",
  "/admin/services/regular-cleaning/prices",
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

/** The least height of a link, and of its text, in px. */
const LEAST = { link: 28, text: 14 };

test.describe("720 px high", () => {
  test.describe("1440 px wide", () => {
    test.use({ viewport: { width: 1440, height: 720 } });

    test("the menu ends above the fold, collapsed too", async ({ page }) => {
      await logIn(page.request, await demoAdministrator());
      await page.goto("/admin");
      const nav = page.getByRole("navigation", { name: "Admin", exact: true });
      for (const state of ["expanded", "collapsed"]) {
        if (state === "collapsed") await page.keyboard.press("Control+b");
        await expect(page.getByRole("button", { name: "Toggle sidebar" })).toHaveAttribute(
          "aria-pressed",
          String(state === "collapsed"),
        );
        await expect(nav.getByRole("link", { name: "Back to Site" })).toBeInViewport({ ratio: 1 });
        for (const link of await nav.getByRole("link").all()) await expect(link).toBeInViewport({ ratio: 1 });
        const { hidden, heights, texts } = await nav.evaluate((element) => {
          const links = [...element.querySelectorAll("a")];
          const scroller = element.firstElementChild as HTMLElement;
          return {
            hidden: scroller.scrollHeight - scroller.clientHeight,
            heights: links.map((link) => link.getBoundingClientRect().height),
            texts: [...element.querySelectorAll("a, p")].map((one) =>
              Number.parseFloat(getComputedStyle(one).fontSize),
            ),
          };
        });
        expect(hidden, state).toBe(0);
        expect(Math.min(...heights), state).toBeGreaterThanOrEqual(LEAST.link);
        expect(Math.min(...texts), state).toBeGreaterThanOrEqual(LEAST.text);
      }
    });
  });

  test.describe("390 px wide", () => {
    test.use({ viewport: { width: 390, height: 720 } });

    test("'Back to Site' stays in view while the drawer scrolls", async ({ page }) => {
      await logIn(page.request, await demoAdministrator());
      await page.goto("/admin");
      await page.getByRole("button", { name: "Open menu" }).click();
      const nav = page.getByRole("navigation", { name: "Admin menu", exact: true });
      await expect(nav.getByRole("link", { name: "Back to Site" })).toBeInViewport({ ratio: 1 });
      await nav.getByRole("link", { name: "Activity" }).focus();
      await expect(nav.getByRole("link", { name: "Activity" })).toBeInViewport({ ratio: 1 });
      await expect(nav.getByRole("link", { name: "Back to Site" })).toBeInViewport({ ratio: 1 });
    });
  });
});
