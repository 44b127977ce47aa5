import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, demoCustomer, logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

const PAGES = [
  "/profile",
  "/profile?tab=user-details&edit",
  "/profile?tab=property-details",
  "/profile?tab=property-details&add",
  "/profile?tab=upcoming-cleans",
  "/profile?tab=cleaning-history",
  "/profile/security",
  "/profile/privacy",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    for (const address of PAGES) {
      test(`${address} of a customer with visits is accessible`, async ({ page, context }) => {
        await logIn(context.request, await demoCustomer());
        await page.goto(address);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      });
    }

    test("the pages of an empty account are accessible", async ({ page, context }) => {
      test.slow();
      await signUp(context.request);
      for (const tab of ["property-details", "upcoming-cleans", "cleaning-history"]) {
        await page.goto(`/profile?tab=${tab}`);
        await expect(page.getByRole("heading", { name: "My Profile", level: 1 })).toBeVisible();
        await expectAccessible(page);
      }
    });

    test("the office is accessible", async ({ page, context }) => {
      await logIn(context.request, await demoAdministrator());
      await page.goto("/admin");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
}

test("public pages stay light", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(scheme).toBe("light");
});

test("a past visit is reviewed once, its review is shown, and it can be deleted", async ({
  page,
  context,
}) => {
  test.slow();
  await logIn(context.request, await demoCustomer());
  await page.goto("/profile?tab=cleaning-history");
  await page
    .getByRole("link", { name: /review/i })
    .first()
    .click();
  await formComesAlive(page);
  const submit = page.getByRole("button", { name: "Submit Review" });
  await expect(submit).toBeDisabled();
  await page.getByRole("radio", { name: /^4/ }).check({ force: true });
  await page.getByLabel(/Your review/).fill("Windows like air. 🪟 <b>Thanks</b>");
  await submit.click();
  await expect(toast(page, "Review Submitted")).toBeVisible();
  await expect(submit).toBeHidden();
  await expect(page.getByRole("radio", { name: /^4/ })).toBeChecked();
  await expect(page.getByLabel(/Your review/)).toHaveValue("Windows like air. 🪟 <b>Thanks</b>");

  await page.getByRole("button", { name: "Delete Review" }).click();
  await expect(toast(page, "Review Deleted")).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(page.getByLabel(/Your review/)).toHaveValue("");
});

test.describe("with two windows", () => {
  test.use({ expectedStatuses: [409] });

  test("two windows edit one profile: the second shows the conflict and loses nothing", async ({
    page,
    context,
  }) => {
    test.slow();
    await signUp(context.request);
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto("/profile?tab=user-details&edit");
      await formComesAlive(one);
    }
    await page.getByLabel(/^Phone/).fill("(603) 555-0100");
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(toast(page, "Profile Updated")).toBeVisible();
    await expect(page.getByText("(603) 555-0100").first()).toBeVisible();

    await other.getByLabel(/^Phone/).fill("(603) 555-0101");
    await other.getByRole("button", { name: /^Save/ }).click();
    await expect(other.getByText(/changed in another window/)).toBeVisible();
    await expect(other.getByLabel(/^Phone/)).toHaveValue("(603) 555-0101");
  });
});

test.describe("by keyboard alone", () => {
  test("a customer logs in, edits the profile, and logs out", async ({ page, context, request }) => {
    test.slow();
    const customer = await signUp(request);
    await context.clearCookies();
    await page.goto("/login?redirect=/profile");
    await formComesAlive(page);
    await page.getByLabel("Email", { exact: true }).focus();
    await page.keyboard.type(customer.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(customer.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "My Profile", level: 1 })).toBeVisible();

    await page.getByRole("link", { name: /^Edit/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("First name")).toBeVisible();
    await page.getByLabel("First name").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Augusta");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Profile Updated")).toBeVisible();
    await expect(page.getByText("Augusta")).toBeVisible();

    await page.getByRole("button", { name: "Logout" }).first().focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
    await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
  });
});
