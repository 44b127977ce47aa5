import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

test.use({ expectedStatuses: [400] });

for (const width of [390, 1440]) {
  test(`a webhook is added, tested, tested again and deleted at ${width} px`, async ({ page }) => {
    test.slow();
    const host = `nobody-${width}.white-birch.example`;
    const looksRight = async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    await logIn(page.request, await demoAdministrator());
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/webhooks/new");
    await formComesAlive(page);
    await looksRight();

    const address = page.getByLabel("Address");
    await address.fill(`http://${host}/`);
    await page.getByRole("button", { name: "Add webhook" }).click();
    await expect(page.getByText("Address must start with https://.")).toBeVisible();
    await expect(address).toHaveValue(`http://${host}/`);
    await looksRight();
    await address.fill(`https://${host}/${"long-".repeat(40)}`);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const secret = page.getByLabel("Secret");
    await expect(secret).toHaveValue(/^whsec_[\w+/]{32}$/);
    const shownSecret = await secret.inputValue();
    await looksRight();
    await page.getByRole("link", { name: "I've copied it" }).click();
    await expect(page.getByRole("heading", { name: host })).toBeVisible();
    expect(await page.content()).not.toContain(shownSecret);
    await looksRight();

    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(toast(page, "Test event queued")).toBeVisible();
    const panel = page.getByRole("complementary").filter({ hasText: "What was sent" });
    const failed = async (tries: string) => {
      await expect(async () => {
        await page.reload();
        await expect(panel.getByText(tries)).toBeVisible({ timeout: 1000 });
        await expect(panel.getByText("Failed", { exact: true })).toBeVisible({ timeout: 1000 });
      }).toPass({ timeout: 40_000 });
    };
    await failed("Tried once");
    await expect(panel.getByText("What went wrong")).toBeVisible();
    await looksRight();
    await formComesAlive(page);
    await panel.getByRole("button", { name: "Send again" }).click();
    await expect(panel.getByText("It's on its way.")).toBeVisible();

    await page.goto("/admin/webhooks");
    await looksRight();
    await page.getByRole("link", { name: `Open the webhook to ${host}` }).click();
    await page.getByText("Delete this webhook").click();
    await page.getByRole("button", { name: "Delete webhook" }).click();
    await expect(toast(page, "Webhook deleted")).toBeVisible();
    await expect(page.getByRole("link", { name: `Open the webhook to ${host}` })).toHaveCount(0);
  });
}
