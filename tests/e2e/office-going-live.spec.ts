import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

const PAGE = "/admin/settings/going-live";

test("the owner sees what is left, copies what mends it, and checks again", async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(context.request, await demoAdministrator());
  await page.goto("/admin/settings?tab=general");
  await formComesAlive(page);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Going live" }).click();
  await expect(
    page.getByRole("heading", { name: /\d+ things stand between you and the public/ }),
  ).toBeVisible();
  const address = page.getByRole("listitem").filter({ hasText: "Address of the site" });
  await expect(address.getByText("Broken", { exact: true })).toBeVisible();
  await address.getByRole("button", { name: /^Copy/ }).click();
  await expect(toast(page, "Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "ORIGIN=https://www.your-domain.com",
  );

  await page.getByRole("button", { name: "Check again" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Checked")).toBeVisible();
  await page.getByRole("listitem").filter({ hasText: "Contact details" }).getByRole("link").click();
  await expect(page).toHaveURL(/tab=general/);
});

for (const [colorScheme, width] of [
  ["light", 390],
  ["dark", 768],
  ["light", 1440],
] as const) {
  test(`the page is accessible and fits, in ${colorScheme}, ${width} px wide`, async ({ page, context }) => {
    await logIn(context.request, await demoAdministrator());
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(PAGE);
    await expect(page.getByText(/^Checked on/)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the checks are done by a form", async ({ page, context }) => {
    await logIn(context.request, await demoAdministrator());
    await page.goto(PAGE);
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText(/^Checked on/)).toBeVisible();
    await expect(page.getByText("ORIGIN=https://www.your-domain.com")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Copy/ }).first()).toBeHidden();
  });
});
