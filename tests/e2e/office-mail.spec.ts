import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, emailTo, logIn } from "./support/account";
import { askDatabase } from "./support/site-database";

test.use({ trace: "off" }); // tracing would run script in the email's frame, which forbids it

test("a failed email is read and sent again from the office", async ({ page }) => {
  test.slow();
  const to = `refused.${randomUUID().slice(0, 8)}@mail.example`;
  const [{ id = "" } = {}] = await askDatabase(
    `insert into mails (occasion, recipient, subject, html, text, status, attempts, error, envelope, created_at)
     values ($1, $1, 'Your visit on Wednesday', '<h1 style="color:#1F4D3A">See you on Wednesday</h1>', 'See you',
       'failed', 11, 'Error: 450 The mailbox is full', $2, now() - interval '40 days') returning id`,
    [to, JSON.stringify({ from: { name: "x", address: "x@y.example" }, attachments: [], secrets: [] })],
  );
  await logIn(page.request, await demoAdministrator());
  await page.goto("/admin/mail?status=failed");
  await page.getByRole("searchbox", { name: "Search by address or subject" }).fill(to);
  await page.getByRole("link", { name: `Open the email “Your visit on Wednesday” to ${to}` }).click();
  await expect(page.getByText("450 The mailbox is full").last()).toBeVisible();
  await expect(page.getByText("Tried 11 times").last()).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByText("Email queued")).toBeVisible();
  expect(await emailTo(to, "Your visit on Wednesday")).toContain("See you");
  await expect(async () => {
    await page.goto(`/admin/mail/${id}`);
    await expect(
      page.getByRole("complementary", { name: "Email" }).getByText("Kept", { exact: true }),
    ).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await expect(page.getByText("Tried 12 times")).toBeVisible();

  // The frame forbids script, so the accessibility check is skipped there.
  const frame = page.getByTitle("Preview of the email “Your visit on Wednesday”");
  await expect(frame).toHaveAttribute("sandbox", "");
  await frame.evaluate((element) => element.remove());
  await expectAccessible(page);
});
