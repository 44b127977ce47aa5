import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { aCustomer, demoAdministrator, emailTo, linkIn, logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

const PAGES = [
  "/admin/customers",
  "/admin/customers?q=nobody-at-all",
  "/admin/settings?tab=general",
  "/admin/settings?tab=payments",
  "/admin/settings?tab=users",
  "/admin/settings?tab=email",
  "/admin/users",
];

/** On a phone in the light theme, and on a wide screen in the dark theme. */
async function expectAccessibleBothWays(page: Page) {
  for (const [colorScheme, width] of [
    ["light", 390],
    ["dark", 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}

test("the lists and the settings are accessible, and nothing is wider than the screen", async ({
  page,
  context,
}) => {
  test.slow();
  await logIn(context.request, await demoAdministrator());
  for (const address of PAGES) {
    await page.goto(address);
    await expectAccessibleBothWays(page);
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  }
});

for (const list of ["/admin/customers?q=margaret", "/admin/users"]) {
  test(`the panel beside ${list} is accessible`, async ({ page, context }) => {
    test.slow();
    await logIn(context.request, await demoAdministrator());
    await page.goto(list);
    await page
      .getByRole("link", { name: /View details of/ })
      .first()
      .click();
    await expect(page.getByRole("complementary").getByText("@").first()).toBeVisible();
    await expectAccessibleBothWays(page);
  });
}

test("a customer is found by keyboard, opened, given a note, and closed with Esc", async ({
  page,
  context,
}) => {
  await logIn(context.request, await demoAdministrator());
  await page.goto("/admin/customers?range=any");
  await formComesAlive(page);
  await page.keyboard.press("/");
  await page.keyboard.type("555-0112");
  await expect(page).toHaveURL(/q=555-0112/);
  await expect(page.getByText("1 customer", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "View details of Priya Raman" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Priya Raman" });
  await expect(panel).toBeFocused();
  await expect(panel.getByText("priya.raman@mail.example")).toBeVisible();
  const note = `Ring twice, ${Date.now()}`;
  await panel.getByLabel("New note").fill(note);
  await panel.getByRole("button", { name: "Add note" }).click();
  await expect(toast(page, "Note added")).toBeVisible();
  await expect(panel.getByText(note)).toBeVisible();
  await expect(panel.getByLabel("New note")).toHaveValue("");
  await panel
    .getByRole("listitem")
    .filter({ hasText: note })
    .getByRole("button", { name: /Remove the note/ })
    .click();
  await expect(panel.getByText(note)).toBeHidden();
  await panel.focus();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/admin\/customers\?q=555-0112$/);
});

test("settings are validated, saved, and visible on the site; a secret is set, kept and removed", async ({
  page,
  context,
}) => {
  await logIn(context.request, await demoAdministrator());
  await page.goto("/admin/settings");
  await formComesAlive(page);
  const description = page.getByLabel("Company description");
  const before = await description.inputValue();
  await page.getByLabel("Contact email").fill("nobody");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByLabel("Contact email")).toBeFocused();
  await page.getByLabel("Contact email").fill("hello@whitebirchcleaning.example");
  await description.fill(`${before} Windows like morning air.`);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Settings updated successfully")).toBeVisible();
  const site = await context.newPage();
  await site.goto("/services");
  await expect(site.getByText("Windows like morning air.")).toBeVisible();
  await description.fill(before);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(description).toHaveValue(before);

  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByLabel("Webhook signing secret").fill("whsec_birch"); // a Stripe key would end the test checkout for all tests
  await page.getByRole("button", { name: "Update Payment Settings" }).click();
  await expect(page.getByText(/set on/)).toBeVisible();
  await page.getByRole("link", { name: "Replace: Webhook signing secret" }).click();
  await expect(page.getByLabel("New webhook signing secret")).toHaveValue("");
  await page.getByRole("link", { name: "Leave empty to keep the current one" }).click();
  await page.getByRole("button", { name: "Remove: Webhook signing secret" }).click();
  await expect(toast(page, "Setting updated successfully")).toBeVisible();
  await expect(page.getByText(/set on/)).toBeHidden();
});

test("an account becomes an administrator, uses the office, and is removed again", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  const otherBrowser = await browser.newContext({ baseURL });
  const grace = await signUp(otherBrowser.request, { ...aCustomer(), first_name: "Grace" });
  const link = linkIn(await emailTo(grace.email, "Verify your email"), "/verify-email");
  const verifying = await otherBrowser.newPage();
  await verifying.goto(link);
  await verifying.getByRole("button", { name: "Verify my email" }).click();
  await expect(verifying).toHaveURL(/\/profile/);

  const admin = await demoAdministrator();
  await logIn(context.request, admin);
  await page.goto("/admin/users");
  await formComesAlive(page);
  await page.getByLabel("Email", { exact: true }).fill(grace.email);
  await page.getByLabel("Role", { exact: true }).selectOption("manager");
  await page.getByRole("button", { name: "Give role" }).click();
  const panel = page.getByRole("complementary");
  await expect(panel.getByText("Manager", { exact: true }).first()).toBeVisible();

  const office = await otherBrowser.newPage();
  await office.goto("/admin/users");
  await expect(office.getByRole("heading", { name: "Staff", level: 1 })).toBeVisible();

  await panel.getByRole("button", { name: "Remove access" }).click();
  await expect(toast(page, "Access removed")).toBeVisible();
  await office.goto("/admin/users");
  await expect(office).toHaveURL("/");
  await otherBrowser.close();
});
