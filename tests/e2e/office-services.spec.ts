import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { formComesAlive } from "./support/hydration";

test("a new service is previewed while typing, appears on the public page, and is deleted", async ({
  page,
}) => {
  await logIn(page.request, await demoAdministrator());
  const toast = page.getByRole("region", { name: "Notifications" });
  await page.goto("/admin/services");
  await page.getByRole("link", { name: "Add Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add Service" })).toBeVisible();
  await formComesAlive(page);
  await page.getByRole("textbox", { name: "Title" }).fill("Attic Rescue");
  await page.getByLabel("Description").fill("Cobwebs, boxes and a path to the window.");
  await page.getByLabel("Price in USD").fill("61.50");
  await page.getByLabel("Feature 1", { exact: true }).fill("Beams brushed");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Boxes stacked");
  const card = page.locator("section:has(#preview-title)");
  await expect(card).toContainText("Attic Rescue");
  await expect(card).toContainText("$61.50/hr");
  await expect(card).toContainText("Boxes stacked");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add Service" }).click();
  await expect(toast.getByText("Service added")).toBeVisible();

  const visitor = await page.context().browser()?.newContext();
  const site = await visitor?.newPage();
  await site?.goto(new URL("/services", page.url()).href);
  const publicCard = site?.getByRole("article").filter({ hasText: "Attic Rescue" });
  if (!site || !publicCard) throw new Error("There is no second browser.");
  await expect(publicCard).toContainText("$61.50/hr");

  await page.getByRole("button", { name: "Move Attic Rescue up" }).click();
  await expect(page.getByText(/Attic Rescue is now number \d+ of \d+\./)).toBeAttached();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete Attic Rescue" }).click();
  await expect(toast.getByText("Service deleted")).toBeVisible();
  await site.reload();
  await expect(publicCard).toHaveCount(0);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast.getByText("Service restored")).toBeVisible();
  await page.getByRole("button", { name: "Delete Attic Rescue" }).click();
  await visitor?.close();
});
