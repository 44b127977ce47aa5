import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { formComesAlive } from "./support/hydration";

// The form is refused once.
test.use({ expectedStatuses: [400] });

test("prices by the home are previewed while typing, compared, published and withdrawn", async ({ page }) => {
  await logIn(page.request, await demoAdministrator());
  const toast = page.getByRole("region", { name: "Notifications" });
  await page.goto("/admin/services");
  await page.getByRole("link", { name: "Prices of Carpet Steam Cleaning" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prices of Carpet Steam Cleaning");
  await formComesAlive(page);
  await page.getByRole("radio", { name: "By the home" }).check();
  await page.getByRole("group", { name: "Base" }).getByLabel("Price in USD").fill("99");
  const bedroom = page.getByRole("group", { name: "Each bedroom" });
  await bedroom.getByLabel("Price in USD").fill("20");
  await bedroom.getByLabel("Minutes").fill("30");
  const sample = page.getByRole("region", { name: "A sample home" });
  await expect(sample).toContainText("2 bedrooms$40.00");
  await sample.getByLabel("Bedrooms").selectOption("4");
  await expect(sample).toContainText("4 bedrooms$80.00");

  await page.getByRole("button", { name: "Add extra" }).click();
  await page.getByRole("button", { name: "Add extra" }).click();
  await page.getByLabel("Name").last().fill("Inside oven");
  await page.getByRole("button", { name: "Remove extra 1" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Inside oven");
  await page.getByRole("button", { name: "Save and compare" }).click();
  await expect(page.getByText("An extra needs a price or minutes.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Extras" }).first().getByLabel("Price")).toBeFocused();
  await page.keyboard.type("35");
  await expect(sample.getByLabel("Inside oven")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Save and compare" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Publish prices/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(toast.getByText("Prices published")).toBeVisible();
  await page.getByRole("button", { name: /Withdraw/ }).click();
  await expect(toast.getByText("Prices withdrawn")).toBeVisible();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(toast.getByText("Draft discarded")).toBeVisible();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast.getByText("Draft restored")).toBeVisible();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(toast.getByText("Draft discarded")).toBeVisible();
});
