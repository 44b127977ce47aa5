import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { aCustomer, demoAdministrator, emailTo, linkIn, logIn, signUp } from "./support/account";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

for (const [width, javaScriptEnabled] of [
  [390, true],
  [1440, false],
] as const) {
  test(`staff sell a plan by phone, and the customer pays by the emailed link, ${width} px wide ${javaScriptEnabled ? "with" : "without"} script`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow();
    const email = `paula.${randomUUID().slice(0, 8)}@mail.example`;
    const viewport = { width, height: 900 };
    const theirs = await browser.newContext({ viewport, javaScriptEnabled, ...(baseURL && { baseURL }) });
    const office = javaScriptEnabled ? page : await theirs.newPage();
    await office.setViewportSize(viewport);
    await logIn(office.request, await demoAdministrator());
    const panel = office.getByRole("complementary", { name: "Plan" });

    await test.step("staff agree on the visits and hold them", async () => {
      await office.goto("/admin/bookings/new?service=monthly-home-care&frequency=biweekly");
      if (javaScriptEnabled) await formComesAlive(office);
      await office.getByLabel("Name").fill("Paula Planner");
      await office.getByLabel("Email").fill(email);
      await office.getByLabel("Street").fill("9 Main Street");
      await office.getByLabel("City").fill("Concord");
      await office.getByLabel("State").fill("NH");
      await office.getByLabel("ZIP code").fill("03301");
      await office.locator("[name=slot]:enabled").last().check({ force: true });
      if (!javaScriptEnabled)
        await office.getByRole("button", { name: "Show times, visits and price" }).click();
      await expect(office.getByRole("heading", { name: "Next visits" })).toBeVisible();
      await expect(office.locator("[name=seen]")).toHaveValue(/^1 .+; month 28900$/);
      await expect(office.getByText("Total a month")).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(office);
      await expectNoSidewaysScroll(office);
      await office.getByRole("button", { name: "Hold the visits" }).click();
      await expect(office.getByRole("heading", { name: /^Plan #\d+ waits for payment$/ })).toBeVisible();
      await expect(office.getByLabel("Pay link")).toHaveValue(/\/pay\/plan\//);
      if (javaScriptEnabled) await expectAccessible(office);
      await expectNoSidewaysScroll(office);
    });

    await test.step("the plan waits in the office", async () => {
      await office.getByRole("link", { name: /^Open plan/ }).click();
      await expect(panel.getByText("Waiting for payment")).toBeVisible();
      await expect(panel.getByRole("button", { name: `Email it again to ${email}` })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(office);
      await expectNoSidewaysScroll(office);
    });

    const customer = await browser.newContext({ viewport, javaScriptEnabled, ...(baseURL && { baseURL }) });
    const tab = await customer.newPage();
    await test.step("the customer opens the link from the email and pays", async () => {
      await tab.goto(linkIn(await emailTo(email, "Start your plan"), "/pay/plan/"));
      await expect(tab.getByRole("heading", { name: "Start your plan" })).toBeVisible();
      await expect(tab.getByText("Your next 12 visits")).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(tab);
      await expectNoSidewaysScroll(tab);
      await tab.getByRole("button", { name: "Continue to payment" }).click();
      await tab.waitForURL(/\/payment\?session_id=/);
      const checkout = checkoutPage(tab);
      await checkout.fillCustomer();
      await checkout.field("Email").fill(email);
      await checkout.fillCard(CARDS.good);
      await checkout.pay.click();
      await expect(tab.getByRole("heading", { name: "Your plan has started" })).toBeVisible();
      await tab.getByRole("link", { name: "See your plan" }).click();
      await expect(tab.getByText("Active", { exact: true })).toBeVisible();
    });

    await test.step("the plan runs in the office, and its email has arrived", async () => {
      await office.reload();
      await expect(panel.getByText("Active", { exact: true })).toBeVisible();
      await expect(panel.getByText("Waiting for payment")).toHaveCount(0);
      expect(await emailTo(email, "Your plan:")).toContain("YOUR PLAN HAS STARTED");
    });

    await test.step("the customer's account shows it", async () => {
      await signUp(tab.request, { ...aCustomer(), email });
      await tab.goto(linkIn(await emailTo(email, "Verify your"), "/verify-email"));
      await tab.getByRole("button", { name: /^Verify my/ }).click();
      await expect(tab.getByRole("heading", { name: "My Profile", level: 1 })).toBeVisible();
      await tab.goto("/profile?tab=upcoming-cleans");
      await expect(tab.getByRole("heading", { name: "Your plan" })).toBeVisible();
    });
    await customer.close();
    await theirs.close();
  });
}
