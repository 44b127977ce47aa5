import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { aCustomer, emailTo, linkIn, logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

test.use({ expectedStatuses: [400, 401, 409, 410] });

const password = (page: Page) => page.getByLabel("Password", { exact: true });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await formComesAlive(page);
}

const message = (page: Page) => page.getByRole("dialog", { name: "Message" });

test("logging in by keyboard works after a wrong password, and redirects to the target", async ({
  page,
  context,
}) => {
  const customer = await signUp(context.request);
  await context.clearCookies();
  await open(page, "/login?redirect=%2Fservices");
  await page.getByLabel("Email").fill(customer.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("not my password");
  await page.keyboard.press("Enter");
  await expect(message(page)).toContainText("Login failedInvalid credentials. Please try again.");
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveValue("");
  await expect(page.getByLabel("Email")).toHaveValue(customer.email);
  await expectAccessible(page);
  await page.keyboard.type(customer.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/services");
  await expect(message(page)).toContainText("Login successful!Welcome back!");
  await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
});

test("a password can be shown, and Caps Lock is noticed", async ({ page }) => {
  await open(page, "/login");
  await password(page).fill("tulips and rain");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password(page)).toHaveAttribute("type", "password");
  await expect(password(page)).toHaveValue("tulips and rain");

  const press = (modifierCapsLock: boolean) =>
    password(page).evaluate(
      (field, on) =>
        field.dispatchEvent(
          new KeyboardEvent("keydown", {
            key: "a",
            bubbles: true,
            modifierCapsLock: on,
          } as KeyboardEventInit),
        ),
      modifierCapsLock,
    );
  await press(true);
  await expect(password(page)).toHaveAccessibleDescription("Caps Lock is on.");
  await expectAccessible(page);
  await press(false);
  await expect(password(page)).toHaveAccessibleDescription("");
});

test("a new password shows its strength", async ({ page }) => {
  await open(page, "/signup");
  await expect(password(page)).toHaveAccessibleDescription("At least 8 characters");
  for (const [typed, strength] of [
    ["tulips", "Too short"],
    ["Summer2026!", "Weak"],
    ["mountainpine", "Fair"],
    ["tulips and rain", "Strong"],
  ] as const) {
    await password(page).fill(typed);
    await expect(password(page)).toHaveAccessibleDescription(`Password strength: ${strength}`);
  }
  await expectAccessible(page);
});

test("signing up shows errors at each field and focuses the first, until all are corrected", async ({
  page,
}) => {
  const customer = aCustomer();
  await open(page, "/signup?redirect=%2Fbook");
  const create = page.getByRole("button", { name: "Create Account" });
  await create.click();
  const messages = {
    "First name": "First name is required",
    "Last name": "Last name is required",
    Email: "Email is required",
    "I agree": "Please accept the terms to create an account",
  };
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
  }
  await expect(password(page)).toHaveAccessibleDescription(/^Password is required/);
  await expect(page.getByLabel("First name")).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel("First name").fill(customer.first_name);
  await expect(page.getByLabel("First name")).toHaveAccessibleDescription("");
  await page.getByLabel("Last name").fill(customer.last_name);
  await page.getByLabel("Email").fill(customer.email);
  await password(page).fill("password123");
  await page.getByLabel("I agree").check();
  await create.click();
  await expect(password(page)).toHaveAccessibleDescription(/too easy to guess/);
  await expect(password(page)).toBeFocused();
  await password(page).fill(customer.password);
  await create.dblclick();
  await expect(page).toHaveURL(/\/book/);
  await expect(toast(page, "Account created!")).toBeVisible();
  await expect(toast(page, "Please check your email to verify your account.")).toBeVisible();
});

test("the address of an account gets the same response as a new one, and its owner an email", async ({
  page,
  context,
}) => {
  const customer = await signUp(context.request);
  await context.clearCookies();
  await open(page, "/signup");
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Email").fill(customer.email);
  await password(page).fill("tulips and rain");
  await page.getByLabel("I agree").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/");
  await expect(message(page)).toContainText(
    "Account created!Please check your email to verify your account.",
  );
  expect(await emailTo(customer.email, "You already have an account")).toContain("you already have one");
});

test("the sign-in pages load no React, and their links load whole pages", async ({ page, context }) => {
  const customer = await signUp(context.request);
  await context.clearCookies();
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await open(page, "/login?redirect=%2Fprofile");
  expect(scripts.map((url) => /([a-z-]+)-[\w-]{8}\.js$/.exec(url)?.[1]).sort()).toEqual([
    "live-forms",
    "passkey-login",
    "password-fields",
    "session-keeper",
  ]);
  await page.getByLabel("Email").fill(customer.email);
  await password(page).fill(customer.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("/profile");
  await expect(toast(page, "Login successful!")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/profile");
});

test("a reset link that was used meanwhile shows a message in place of the form", async ({
  page,
  request,
}) => {
  const { email } = await signUp(request);
  await request.post("/forgot-password", { form: { email } });
  const link = linkIn(await emailTo(email, "Reset your"), "/reset-password");
  await open(page, link);
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("short");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/Password must be at least 8 characters/);
  await request.post(link, { form: { password: "quiet-river-runs-here" } });
  await field.fill("another-river-runs-here");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(message(page)).toContainText("Your password wasn’t changedThis link no longer works.");
  await expectAccessible(page);
});

test("without a response the form says so, keeps everything, and can be sent again", async ({
  page,
  context,
}) => {
  const customer = await signUp(context.request);
  await context.clearCookies();
  await page.route("/login", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 200, body: "<p>A hotel's login page" })
      : route.continue(),
  );
  await open(page, "/login");
  await page.getByLabel("Email").fill(customer.email);
  await password(page).fill(customer.password);
  await page.keyboard.press("Enter");
  await expect(message(page)).toContainText("Login failedWe couldn’t reach the site. Please try again.");
  await expect(password(page)).toHaveValue(customer.password);
  await page.unroute("/login");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
});

for (const path of [
  "/login?error=access_denied",
  "/signup",
  "/forgot-password",
  "/forgot-password?sent",
  "/reset-password?token=x",
  "/verify-email",
  "/verify-email?token=x",
  "/two-factor",
  "/two-factor?recovery",
]) {
  test(`${path} fits 320 and 768 px and is accessible`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "wb.two_factor", value: "x", url: baseURL ?? "" }]);
    await page.goto(path);
    await expect(page).toHaveURL(path);
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a refused login says why in the page, and the next one signs in", async ({ page, request }) => {
    const customer = await signUp(request);
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(0);
    await page.getByLabel("Email").fill(customer.email);
    await password(page).fill("not my password");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert")).toContainText("Login failed");
    await expect(password(page)).toBeFocused();
    await password(page).fill(customer.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
    await expect(message(page)).toContainText("Login successful!");
  });
});

test("a signed-in visitor never sees the login page again", async ({ page, context }) => {
  await logIn(context.request, await signUp(context.request));
  await page.goto("/login?redirect=%2Fservices");
  await expect(page).toHaveURL("/services");
});
