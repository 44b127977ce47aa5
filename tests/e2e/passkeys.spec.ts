import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { emailTo, signUp } from "./support/account";
import { addDevice, withoutAutofill } from "./support/passkey-device";

const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

async function addPasskey(page: Page, password: string) {
  await page.goto("/profile/security");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Create your passkey" })).toBeVisible();
}

test("a passkey is added, signs in, and is removed", async ({ context, page }) => {
  await withoutAutofill(page);
  const device = await addDevice(context, page);
  const { email, password } = await signUp(context.request);
  await addPasskey(page, password);
  await expectAccessible(page);
  await page.getByLabel("Name").fill("My laptop");
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
  await expect(page.getByText("My laptop")).toBeVisible();
  await expectAccessible(page);
  expect(await device.count()).toBe(1);
  await emailTo(email, "New passkey");

  await context.clearCookies();
  await page.goto("/login?redirect=%2Fprofile%2Fsecurity");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(toast(page, "Login successful!")).toBeVisible();
  await expect(page).toHaveURL("/profile/security");
  await expect(page.getByText(/, last used \w{3} \d\d, \d{4}/)).toBeVisible();

  await page.getByRole("link", { name: "Remove: My laptop" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(toast(page, "Passkey removed")).toBeVisible();
  await expect(page.getByText("My laptop")).toBeHidden();
});

test("a passkey that is picked under the email field signs in", async ({ context, page }) => {
  await addDevice(context, page);
  const { password } = await signUp(context.request);
  await addPasskey(page, password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
  await context.clearCookies();
  await page.goto("/login?redirect=%2Fprofile");
  await expect(page).toHaveURL("/profile");
});

test("a device that has a passkey already gets no second one, and says so", async ({ context, page }) => {
  const device = await addDevice(context, page);
  const { password } = await signUp(context.request);
  await addPasskey(page, password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
  await addPasskey(page, password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  expect(await device.count()).toBe(1);
});

test("an owner who can't confirm is not signed in, and can use the password", async ({ context, page }) => {
  const device = await addDevice(context, page);
  const { email, password } = await signUp(context.request);
  await addPasskey(page, password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
  await withoutAutofill(page);
  await context.clearCookies();
  await device.confirms(false);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("That didn’t work.")).toBeHidden();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Login successful!")).toBeVisible();
});

test.describe("without the site's answer", () => {
  test.use({ expectedStatuses: [429] });

  test("the login says that the passkey did not work", async ({ page }) => {
    await page.route("**/api/passkey-options", (route) => route.fulfill({ status: 429 }));
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("That didn’t work.")).toBeVisible();
    await expectAccessible(page);
  });
});

test("a browser without passkeys is offered none", async ({ page }) => {
  await page.addInitScript("delete window.PublicKeyCredential");
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the login offers no passkey", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
  });
});
