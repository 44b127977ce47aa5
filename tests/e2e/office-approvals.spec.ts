import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, emailTo, logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

test.use({ expectedStatuses: [400] });

/** A paid order above the limit of a bookkeeper, that no other run of this test uses. */
async function anOrder(place: number): Promise<string> {
  const [order] = await askDatabase(
    `select id from orders o where status = 'completed' and amount > 15000 and plan_id is null
       and not exists (select from refunds where order_id = o.id) and not exists (select from approvals where order_id = o.id)
       and not exists (select from disputes where order_id = o.id)
     order by created_at, id offset $1 limit 1`,
    [place],
  );
  return order?.id ?? "";
}

/** A new bookkeeper in a browser of their own. */
async function aBookkeeper(browser: Browser, options: Parameters<Browser["newContext"]>[0]) {
  const context = await browser.newContext(options);
  const person = await signUp(context.request);
  await askDatabase(
    "insert into user_roles (user_id, role, created_at) select id, 'bookkeeper', now() from users where email = $1",
    [person.email],
  );
  return { ...person, context, page: await context.newPage() };
}

for (const [place, [colorScheme, width, javaScriptEnabled]] of (
  [
    ["light", 1440, true],
    ["dark", 390, true],
    ["light", 768, false],
  ] as const
).entries()) {
  test.describe(`in ${colorScheme}, ${width} px wide, ${javaScriptEnabled ? "with" : "without"} script`, () => {
    const look = { colorScheme, viewport: { width, height: 900 }, javaScriptEnabled };
    test.use(look);

    const said = (page: Page, title: string) =>
      javaScriptEnabled ? toast(page, title) : page.getByText(title, { exact: true }).first();
    async function check(page: Page) {
      await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) await expectAccessible(page);
    }

    test("a bookkeeper asks for a large refund, and an owner approves it", async ({
      page,
      browser,
      baseURL,
    }) => {
      test.slow();
      const order = await anOrder(place);
      const bea = await aBookkeeper(browser, { ...look, baseURL, reducedMotion: "reduce" });
      await bea.page.goto(`/admin/orders/${order}`);
      if (javaScriptEnabled) await formComesAlive(bea.page);
      await expect(bea.page.getByText("Above $100.00, someone else must approve it.")).toBeVisible();
      const press = bea.page.getByRole("button", { name: "Refund", exact: true });
      const form = bea.page.locator("form").filter({ has: press });
      await form.getByLabel("Amount").fill("120.00");
      await form.getByLabel("Reason").fill(`Broken vase ${place}`);
      await press.click();
      await expect(said(bea.page, "Approval requested")).toBeVisible();
      const waiting = bea.page.getByRole("list", { name: "Approvals" });
      await expect(waiting).toContainText("Waiting for approval");
      await expect(waiting.getByRole("button")).toHaveText(["Withdraw"]);
      await check(bea.page);

      await logIn(page.request, await demoAdministrator());
      await page.goto("/admin/attention?kind=approvals");
      if (javaScriptEnabled) await formComesAlive(page);
      const one = page
        .getByRole("listitem")
        .filter({ hasText: `Broken vase ${place}` })
        .last();
      await expect(one).toContainText("$120.00");
      await check(page);
      await one.getByRole("button", { name: /^Approve/ }).click();
      await expect(said(page, "Refund approved")).toBeVisible();
      await page.goto(`/admin/orders/${order}`);
      await expect(page.getByRole("list", { name: "Approvals" })).toContainText("Approved");
      await check(page);

      expect(await emailTo(bea.email, "Refund approved: $120.00")).toContain("The refund is processing.");
      await bea.page.reload();
      await expect(waiting).toContainText("Approved by");
      await expect(waiting.getByRole("button")).toHaveCount(0);
      await bea.context.close();
    });
  });
}

test("an owner sets the limits, and a wrong amount is shown at its field", async ({ page }) => {
  await logIn(page.request, await demoAdministrator());
  await page.goto("/admin/settings?tab=users");
  await page.getByRole("link", { name: "Set limits" }).click();
  await formComesAlive(page);
  await expectAccessible(page);
  const managers = page.getByLabel("Managers");
  await managers.fill("lots");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Enter an amount up to $1,000,000.00")).toBeVisible();
  await expect(managers).toBeFocused();
  await managers.fill("600");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(toast(page, "Limits saved")).toBeVisible();
  await expect(managers).toHaveValue("600.00");
});
