import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { addDevice, withoutAutofill } from "./support/passkey-device";
import { askDatabase } from "./support/site-database";

/** The session's password was given too long ago. Other tests share the account, not the session. */
async function letProofExpire(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("wb.session_token"));
  const [token = ""] = decodeURIComponent(cookie?.value ?? "").split(".");
  await askDatabase("update sessions set proved_at = null where token = $1", [token]);
}

const asked = (page: Page) => page.getByRole("dialog", { name: "Confirm that it's you" });

test.use({ expectedStatuses: [400, 403, 428] });

for (const [colorScheme, width] of [
  ["light", 390],
  ["dark", 1440],
] as const) {
  test.describe(`in ${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test("the password is asked for over the form, which is sent once it's right", async ({
      page,
      context,
    }) => {
      const { email, password } = await demoAdministrator();
      await logIn(context.request, { email, password });
      await letProofExpire(context);
      await page.goto("/admin/api-keys/new");
      await formComesAlive(page);
      const partner = `Lodge ${colorScheme} ${Date.now()}`;
      await page.getByLabel("Partner's name").fill(partner);
      await page.getByRole("button", { name: /^Create/ }).click();
      const dialog = asked(page);
      await expect(dialog.getByLabel("Your password", { exact: true })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByLabel("Partner's name")).toHaveValue(partner);

      await page.getByRole("button", { name: /^Create/ }).click();
      await dialog.getByLabel("Your password", { exact: true }).fill("a wild guess");
      await page.keyboard.press("Enter");
      await expect(dialog.getByText("Incorrect password")).toBeVisible();
      await dialog.getByLabel("Your password", { exact: true }).fill(password);
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/\w{20}/);
    });
  });
}

test("a passkey confirms it in the dialog", async ({ page, context }) => {
  await withoutAutofill(page);
  await addDevice(context, page);
  const owner = await demoAdministrator();
  const person = await signUp(context.request);
  await askDatabase(
    "insert into user_roles (user_id, role, created_at) select id, 'manager', now() from users where email = $1",
    [person.email],
  );
  await page.goto("/profile/security?do=add-passkey");
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
  await letProofExpire(context);
  await page.goto("/admin/users");
  await formComesAlive(page);
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByLabel("Role", { exact: true }).selectOption("dispatcher");
  await page.getByRole("button", { name: "Give role" }).click();
  await asked(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(asked(page)).toBeHidden();
  await expect(page.getByRole("heading", { name: "Your role can't do this" })).toBeVisible();
});

test("a list is downloaded after the proof", async ({ page, context }) => {
  const { email, password } = await demoAdministrator();
  await logIn(context.request, { email, password });
  await letProofExpire(context);
  await page.goto("/admin/customers");
  await page.getByRole("link", { name: "Export" }).click();
  await expect(page.getByRole("heading", { name: "Confirm that it’s you" })).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL("/admin/customers");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a form is confirmed in another tab and sent again", async ({ page, context }) => {
    const { email, password } = await demoAdministrator();
    await logIn(context.request, { email, password });
    await letProofExpire(context);
    await page.goto("/admin/settings?tab=email");
    const from = `office-${Date.now()}@mail.example`;
    await page.getByLabel("From email").fill(from);
    await page.getByRole("button", { name: /^Save/ }).click();
    const tab = context.waitForEvent("page");
    await page.getByRole("link", { name: "1. Confirm" }).click();
    const proof = await tab;
    await proof.getByLabel("Your password", { exact: true }).fill(password);
    await proof.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(proof).toHaveURL("/admin");
    await page.getByRole("button", { name: "2. Send the form" }).click();
    await expect(page.getByLabel("From email")).toHaveValue(from);
    await page.getByLabel("From email").fill("");
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(page.getByLabel("From email")).toHaveValue("");
  });
});
