import { expect, expectAccessible, test } from "../support/e2e";
import { expectNoSidewaysScroll } from "./support/layout";
import { linksWithin } from "./support/links";

test.use({ expectedStatuses: [404] });

for (const path of ["/nowhere", "/book/nowhere", "/admin/nowhere?x=1", "/%E2%9C%93"]) {
  test(`${path} is not found, and links to the home page`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Oops! Page not found", level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("Page not found | White Birch Cleaning");
    const main = page.getByRole("main");
    expect(await linksWithin(main)).toEqual(["Return to Home → /", "View Services → /services"]);
    await expect(main.getByRole("img")).toHaveJSProperty("complete", true);
    await main.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
  });
}

for (const width of [320, 768, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("the scene fits, is accessible, and shows its links at once", async ({ page }) => {
      await page.goto("/nowhere");
      await expect(page.getByRole("link", { name: "Return to Home" })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("link", { name: "View Services" })).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  });
}
