import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, demoCustomer, logIn } from "./support/account";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(title, { exact: true });

test("a customer consents, staff publish the review, and it is public until it is deleted", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const text = `The lenticels shine, ${randomUUID().slice(0, 8)}.`;
  const [customer, visitor] = await Promise.all([1, 2].map(() => browser.newContext({ baseURL })));
  if (!customer || !visitor) throw new Error("There are no browsers.");
  await test.step("the customer writes a review", async () => {
    await logIn(customer.request, await demoCustomer());
    const profile = await customer.newPage();
    await profile.goto("/profile?tab=cleaning-history");
    await profile.getByRole("link", { name: "Write a review" }).last().click();
    await formComesAlive(profile);
    await profile.getByRole("radio", { name: /^5/ }).check({ force: true });
    await profile.getByLabel(/Your review/).fill(text);
    const consent = profile.getByLabel("You may show this with my first name and town");
    await expect(consent).not.toBeChecked();
    await consent.check();
    await profile.getByRole("button", { name: "Submit Review" }).click();
    await expect(profile.getByText("You let us show this with your first name and town.")).toBeVisible();
    await expectAccessible(profile);
  });

  const home = await visitor.newPage();
  await home.goto("/");
  await expect(home.getByText(text)).toHaveCount(0);

  await logIn(page.request, await demoAdministrator());
  await page.goto("/admin/reviews?range=any");
  await page.getByRole("searchbox", { name: "Search reviews" }).fill(text);
  await expect(page.getByText("1 review", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /^Open the review of Margaret/ }).click();
  await page.getByRole("button", { name: "Publish on home page" }).click();
  await expect(toast(page, "Review published")).toBeVisible();
  await expectAccessible(page);

  const published = home.getByRole("figure").filter({ hasText: text });
  await expect(async () => {
    await home.reload();
    await expect(published).toContainText("Margaret, Pittsfield", { timeout: 1000 });
  }).toPass();
  await expect(published.getByRole("img", { name: "5 out of 5 stars" })).toBeVisible();
  await expectAccessible(home);

  await page.getByRole("button", { name: "Remove from home page" }).click();
  await expect(toast(page, "Review removed from the home page")).toBeVisible();
  await expect(async () => {
    await home.reload();
    await expect(published).toHaveCount(0, { timeout: 1000 });
  }).toPass();

  await test.step("staff delete it with a reason", async () => {
    await page.getByText("Delete this review").click();
    await page.getByLabel("Reason").selectOption({ label: "The customer asked for it" });
    await page.getByRole("button", { name: "Delete for good" }).click();
    await expect(toast(page, "Review deleted")).toBeVisible();
    await expect(page.getByText("No reviews found.")).toBeVisible();
  });
  await Promise.all([customer.close(), visitor.close()]);
});

test("an address is unsubscribed from the newsletter and restored", async ({ page }) => {
  const email = `reader.${randomUUID().slice(0, 8)}@mail.example`;
  await askDatabase("insert into newsletter_subscribers (email, status) values ($1, 'subscribed')", [email]);
  await logIn(page.request, await demoAdministrator());
  await page.goto(`/admin/newsletter?q=${email}`);
  const row = page.getByRole("row").filter({ hasText: email });
  await page.getByRole("button", { name: `Unsubscribe ${email}` }).click();
  await expect(row.getByText("Unsubscribed")).toBeVisible();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect(row.getByText("Subscribed", { exact: true })).toBeVisible();
  await row.getByText("Delete", { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Delete for good: ${email}` }).click();
  await expect(page.getByText("No subscribers found.")).toBeVisible();
});

for (const scheme of ["light", "dark"] as const) {
  for (const width of [320, 1440]) {
    test(`the lists fit and are accessible at ${width} px, ${scheme}`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: scheme });
      await logIn(page.request, await demoAdministrator());
      for (const address of ["/admin/reviews", "/admin/newsletter", "/admin/mail", "/admin/content"]) {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    });
  }
}
