import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { formWasOpen } from "./support/form-age";
import { tabTo } from "./support/keyboard";
import { expectNoSidewaysScroll } from "./support/layout";

const careersPage = (page: Page) => {
  const dialog = page.locator("#apply-dialog");
  const field = (name: string) => dialog.getByRole("textbox", { name });
  return {
    dialog,
    field,
    toast: page.locator("body > [data-toast]"),
    submit: dialog.locator("#apply-form [type=submit]"),
    applyFor: (title: string) =>
      page.getByRole("article", { name: title }).getByRole("link", { name: "Apply Now" }),
    async fill() {
      await field("Full Name").fill("Noah Tremblay");
      await field("Email").fill("noah@mail.example");
      await field("Phone Number").fill("(603) 555-0177");
      await field("Cover Letter").fill("I have cleaned a hotel for two years and liked it.");
      await formWasOpen(page, await formOf(page));
    },
  };
};

/** Name of the open form. Each opening has its own. */
async function formOf(page: Page): Promise<string> {
  const action = await page.locator("#apply-form").getAttribute("action");
  return `application:${action?.split("=")[1]}`;
}

const ERRORS = [
  "Name must be at least 2 characters",
  "Please enter a valid email address",
  "Please enter a valid phone number",
  "Cover letter must be at least 30 characters",
];

test("'View All Positions' leads to the openings, and 'Email Us Directly' to an email", async ({ page }) => {
  await page.goto("/careers");
  await page.getByRole("link", { name: "View All Positions" }).click();
  await expect(page.getByRole("heading", { name: "Current Openings" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "Email Us Directly" })).toHaveAttribute(
    "href",
    "mailto:hello@whitebirchcleaning.example?subject=Job%20Inquiry",
  );
});

test("an application is sent from 'Apply Now' to the toast", async ({ page }) => {
  test.slow(); // checks the accessibility of several states
  await page.goto("/careers", { waitUntil: "networkidle" });
  const { dialog, applyFor, submit, toast, field, ...careers } = careersPage(page);
  await applyFor("Operations Manager").click();
  await expect(dialog).toHaveAccessibleName("Apply for Operations Manager");
  await expect(dialog).toHaveAccessibleDescription(/Portsmouth, NH/);
  await expect(page).toHaveURL("/careers");
  await expect(field("Full Name")).toBeFocused();
  await expectAccessible(page);

  await submit.click();
  for (const error of ERRORS) await expect(dialog.getByText(error)).toBeVisible();
  await expect(field("Full Name")).toBeFocused();
  await expectAccessible(page);

  await careers.fill();
  for (const error of ERRORS) await expect(dialog.getByText(error)).toBeHidden();
  const sent = Date.now();
  await submit.click();
  await expect(submit).toHaveText("Submitting...");
  await expect(submit).toBeDisabled();
  await expect(field("Full Name"), "what is sent stays as it is").not.toBeEditable();
  await page.keyboard.press("Escape");
  await expect(dialog, "nobody misses what becomes of it").toBeVisible();
  await expect(toast).toHaveText(/Application submitted successfully!/);
  expect(Date.now() - sent).toBeGreaterThanOrEqual(1500);
  await expect(dialog).toHaveCount(0);
  await expect(applyFor("Operations Manager")).toBeFocused();

  await applyFor("Operations Manager").click();
  await expect(field("Full Name"), "the form is reset").toHaveValue("");
});

test("closing keeps what was typed and returns the focus", async ({ page }) => {
  await page.goto("/careers", { waitUntil: "networkidle" });
  const { dialog, applyFor, field } = careersPage(page);
  const link = applyFor("Team Lead");
  const backdrop = () => page.mouse.click(5, 450);
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("link", { name: "Cancel" }).click(),
    () => dialog.getByRole("link", { name: "Close" }).click(),
    backdrop,
  ]) {
    await link.click();
    await expect(dialog).toBeVisible();
    await field("Cover Letter").pressSequentially("x");
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();
  }
  await link.click();
  await expect(field("Cover Letter")).toHaveValue("xxxx");
});

test("the form works by keyboard alone", async ({ page }) => {
  await page.goto("/careers", { waitUntil: "networkidle" });
  const { dialog, applyFor, submit, toast, field } = careersPage(page);
  await applyFor("Cleaning Specialist").focus();
  await page.keyboard.press("Enter");
  await expect(field("Full Name")).toBeFocused();
  await page.keyboard.type("Noah Tremblay");
  await tabTo(field("Email"));
  await page.keyboard.type("noah@mail.example");
  await tabTo(field("Phone Number"));
  await page.keyboard.type("6035550177");
  await tabTo(field("Cover Letter"));
  await page.keyboard.type("I have cleaned a hotel for two years and liked it.");
  await formWasOpen(page, await formOf(page));
  await tabTo(submit);
  await page.keyboard.press("Enter");
  await expect(toast).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("a shared address opens the dialog, and closing it leads to the page's own address", async ({
  page,
}) => {
  await page.goto("/careers?apply=2", { waitUntil: "networkidle" });
  const { dialog } = careersPage(page);
  await expect(dialog).toHaveAccessibleName("Apply for Team Lead");
  expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/careers");
});

test("without a response the specification's toast is shown over the dialog", async ({ page }) => {
  await page.goto("/careers", { waitUntil: "networkidle" });
  const careers = careersPage(page);
  await careers.applyFor("Team Lead").click();
  await careers.fill();
  await page.route("/careers?apply=2", (route) =>
    route.fulfill({ status: 200, body: "<p>A hotel's login page" }),
  );
  await careers.submit.click();
  const failed = careers.dialog.getByRole("alert");
  await expect(failed).toHaveText("Failed to submit application. Please try again later.");
  await expectAccessible(page);
  await failed.locator("..").getByRole("button", { name: "Close" }).click({ timeout: 2000 });
  await expect(careers.field("Full Name")).toHaveValue("Noah Tremblay");
  await page.unroute("/careers?apply=2");
  await careers.submit.click();
  await expect(careers.toast).toBeVisible();
});

for (const width of [320, 390, 768]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("the page and its dialog fit and are accessible", async ({ page }) => {
      await page.goto("/careers", { waitUntil: "networkidle" });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      const { dialog, applyFor, submit } = careersPage(page);
      await applyFor("Customer Success Representative").click();
      await submit.click();
      await expect(dialog.getByText(ERRORS[0] ?? "")).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await expect(submit).toBeInViewport();
    });
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("the dialog is open in the page, shows errors, and sends", async ({ page }) => {
    await page.goto("/careers");
    const { dialog, applyFor, submit, toast, field, ...careers } = careersPage(page);
    await applyFor("Team Lead").click();
    await expect(page).toHaveURL("/careers?apply=2");
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/careers");
    await applyFor("Team Lead").click();
    await field("Full Name").fill("N");
    await submit.click();
    for (const error of ERRORS) await expect(dialog.getByText(error)).toBeVisible();
    await expect(field("Full Name")).toHaveValue("N");
    await careers.fill();
    await submit.click();
    await expect(page).toHaveURL("/careers");
    await expect(toast).toHaveText(/Application submitted successfully!/);
    await expect(dialog).toHaveCount(0);
  });
});
