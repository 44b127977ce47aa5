import { expect, test } from "../support/e2e";

test.use({ expectedStatuses: [404] });

for (const path of ["/nowhere", "/book/nowhere", "/admin/nowhere?x=1", "/%E2%9C%93"]) {
  test(`${path} is not found, and leads home`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Oops! Page not found", level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("Page not found | White Birch Cleaning");
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
  });
}
