import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";

for (const width of [390, 1440]) {
  test(`a short loss of connection loses nothing typed, at ${width} px`, async ({ page }) => {
    test.slow();
    await logIn(page.request, await demoAdministrator());
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/settings?tab=general");
    await formComesAlive(page);
    const phone = page.getByLabel("Phone");
    const before = await phone.inputValue();
    await page.route(/\.data(\?|$)/, (route) => route.abort("aborted"));
    await phone.fill("(603) 555-0188");
    await page.getByRole("button", { name: "Save Changes" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "No connection." });
    await expect(notice).toBeVisible();
    await expect(phone).toHaveValue("(603) 555-0188");
    await expectAccessible(page);
    await page.unroute(/\.data(\?|$)/);
    await expect(toast(page, "Settings updated successfully")).toBeVisible({ timeout: 15_000 });
    await expect(notice).toBeHidden();
    await phone.fill(before);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(phone).toHaveValue(before);
  });
}

test.describe("when the site fails to handle a form", () => {
  test.use({ expectedStatuses: [500] });

  test("the page stays with what was typed, and says what failed", async ({ page }) => {
    await logIn(page.request, await demoAdministrator());
    await page.goto("/admin/settings?tab=general");
    await formComesAlive(page);
    const phone = page.getByLabel("Phone");
    await page.route(/\.data(\?|$)/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const headers = { "X-Remix-Response": "yes", "Content-Type": "text/x-script" };
      return route.fulfill({ status: 500, headers, body: "no answer of the router's" });
    });
    await phone.fill("(603) 555-0166");
    await page.getByRole("button", { name: "Save Changes" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Failed to update settings" });
    await expect(notice).toContainText("It’s our fault, and we’ve logged it. What you typed stays here.");
    await expect(phone).toHaveValue("(603) 555-0166");
    await notice.getByRole("button", { name: "Close" }).click();
    await expect(notice).toBeHidden();
  });
});
