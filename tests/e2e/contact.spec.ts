import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { formWasOpen } from "./support/form-age";
import { tabTo } from "./support/keyboard";
import { expectNoSidewaysScroll } from "./support/layout";

const contactPage = (page: Page) => ({
  name: page.getByRole("textbox", { name: "Name" }),
  email: page.getByRole("textbox", { name: "Email" }),
  message: page.getByRole("textbox", { name: "Message" }),
  button: page.locator("#contact-form [type=submit]"),
  toast: page.locator("body > [data-toast]"),
  async fill(message = "Do you do windows?") {
    await this.name.fill("Ada Lovelace");
    await this.email.fill("ada@mail.example");
    await this.message.fill(message);
    await formWasOpen(page, "contact");
  },
});

const ERRORS = [
  "Name must be at least 2 characters",
  "Please enter a valid email address",
  "Message must be at least 10 characters",
];

test("shows errors when sending, then while typing, and sends valid input", async ({ page }) => {
  test.slow(); // checks the accessibility of several states
  await page.goto("/contact", { waitUntil: "networkidle" });
  const form = contactPage(page);
  await form.name.fill("A");
  await form.name.blur();
  for (const error of ERRORS) await expect(page.getByText(error)).toBeHidden();
  await form.button.click();
  for (const error of ERRORS) await expect(page.getByText(error)).toBeVisible();
  await expect(form.name).toBeFocused();
  await expect(form.name).toHaveAccessibleDescription(ERRORS[0] ?? "");
  await expectAccessible(page);
  await form.name.pressSequentially("da");
  await expect(page.getByText(ERRORS[0] ?? "")).toBeHidden();
  await expect(form.name).not.toHaveAttribute("aria-invalid");
  await form.email.fill("ada@mail");
  await expect(page.getByText(ERRORS[1] ?? "")).toBeVisible();

  await form.fill();
  const sent = Date.now();
  await form.button.click();
  await expect(form.button).toHaveText("Sending...");
  await expect(form.button).toBeDisabled();
  await expect(form.toast).toHaveText(/Message sent successfully! We'll be in touch soon\./);
  expect(Date.now() - sent).toBeGreaterThanOrEqual(1500);
  await expect(form.button).toHaveText("Send Message");
  await expect(form.button).toBeEnabled();
  await expect(form.button).toBeFocused();
  for (const field of [form.name, form.email, form.message]) await expect(field).toHaveValue("");
  await expect(page).toHaveURL("/contact");
  await expectAccessible(page);
});

test.describe("a form that comes back", () => {
  test.use({ expectedStatuses: [400] });

  test("is sent with one more press", async ({ page }) => {
    await page.goto("/contact", { waitUntil: "networkidle" });
    const form = contactPage(page);
    await form.fill("Do you do windows?");
    await page.locator("[name=form_token]").evaluate((field: HTMLInputElement) => {
      field.value = "";
    });
    await form.button.click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Please press Send Message once more." }),
    ).toBeVisible();
    await expect(form.message).toHaveValue("Do you do windows?");
    await formWasOpen(page, "contact");
    await form.button.click();
    await expect(form.toast).toBeVisible();
  });
});

test("a message that is too long is not cut off", async ({ page }) => {
  await page.goto("/contact", { waitUntil: "networkidle" });
  const form = contactPage(page);
  await form.fill("x".repeat(5001));
  await form.button.click();
  await expect(page.getByText("Message can have at most 5,000 characters")).toBeVisible();
  await expect(form.message).toHaveValue("x".repeat(5001));
});

test("two presses send one message", async ({ page }) => {
  await page.goto("/contact", { waitUntil: "networkidle" });
  const form = contactPage(page);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  await form.fill();
  await form.button.dblclick();
  await form.message.press("Control+Enter");
  await expect(form.toast).toBeVisible();
  expect(posts).toBe(1);
});

test.describe("without a response", () => {
  test("it says so, keeps what was typed, and can be retried", async ({ page }) => {
    await page.goto("/contact", { waitUntil: "networkidle" });
    const form = contactPage(page);
    await form.fill();
    await page.route("/contact", (route) => route.fulfill({ status: 200, body: "<p>A hotel's login page" }));
    await form.button.click();
    await expect(page.getByRole("alert").filter({ hasText: "couldn’t send your message" })).toBeVisible();
    await expect(form.message).toHaveValue("Do you do windows?");
    await expect(form.button).toBeEnabled();
    await expectAccessible(page);
    await page.unroute("/contact");
    await form.button.click();
    await expect(form.toast).toBeVisible();
    await expect(page.getByText("couldn’t send your message")).toBeHidden();
  });
});

test("works by keyboard alone", async ({ page }) => {
  await page.goto("/contact", { waitUntil: "networkidle" });
  const form = contactPage(page);
  await tabTo(form.name);
  await page.keyboard.type("Ada Lovelace");
  await tabTo(form.email);
  await page.keyboard.type("ada@mail.example");
  await tabTo(form.message);
  await page.keyboard.type("Do you do windows?");
  await formWasOpen(page, "contact");
  await tabTo(form.button);
  await page.keyboard.press("Enter");
  await expect(form.toast).toBeVisible();
});

for (const width of [320, 390, 768]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("fits and is accessible, empty and with errors", async ({ page }) => {
      await page.goto("/contact", { waitUntil: "networkidle" });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await contactPage(page).button.click();
      await expect(page.getByText(ERRORS[0] ?? "")).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("shows the same errors at the fields, and sends", async ({ page }) => {
    await page.goto("/contact");
    const form = contactPage(page);
    await form.name.fill("A");
    await form.button.click();
    for (const error of ERRORS) await expect(page.getByText(error)).toBeVisible();
    await expect(form.name).toHaveValue("A");
    await form.fill();
    await form.button.click();
    await expect(page).toHaveURL("/contact");
    await expect(form.toast).toHaveText(/Message sent successfully! We'll be in touch soon\./);
    await expect(form.message).toHaveValue("");
  });
});
