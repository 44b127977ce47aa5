import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { expectNoSidewaysScroll } from "./support/layout";

const ANSWERS = /\/admin\/search\.json\?/;
const palette = (page: Page) => page.getByRole("dialog", { name: "Search everything" });
const field = (page: Page) => page.getByRole("searchbox", { name: "Search everything" });
const options = (page: Page) => palette(page).getByRole("option");

async function openOffice(page: Page, address = "/admin/bookings") {
  await logIn(page.request, await demoAdministrator());
  await page.goto(address);
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
}

test("somebody in a hurry types, presses Enter, and lands where the text leads", async ({ page }) => {
  await openOffice(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("margaret whitcomb");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Margaret Whitcomb" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/customers\/[0-9a-f-]{36}/);
  await page.keyboard.press("Control+k");
  await expect(options(page).first()).toContainText("Margaret Whitcomb"); // opened last
  await page.keyboard.type("schedule");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/schedule$/);
});

test("an early answer that comes late does not replace a later one", async ({ page }) => {
  await openOffice(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(ANSWERS, async (route) => {
    if (!route.request().url().includes("bergeron")) await held;
    await route.continue().catch(() => {}); // given up
  });
  await page.keyboard.press("Control+k");
  const early = page.waitForRequest(ANSWERS);
  await page.keyboard.type("whitcomb");
  await early;
  await page.keyboard.press("Control+a");
  await page.keyboard.type("bergeron");
  await expect(options(page).first()).toContainText("Thomas Bergeron");
  release();
  await expect(options(page).filter({ hasText: "Whitcomb" })).toHaveCount(0);
  await expect(options(page).first()).toContainText("Thomas Bergeron");
});

test.describe("an answer that does not come", () => {
  test.use({ expectedStatuses: [502] });

  test("is said, and asked for again; a session that ended leads to the login", async ({ page }) => {
    await openOffice(page);
    await page.route(ANSWERS, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("whitcomb");
    await expect(palette(page).getByRole("alert")).toContainText("The search didn’t answer.");
    await page.unroute(ANSWERS);
    await palette(page).getByRole("button", { name: "Try again" }).click();
    await expect(options(page).first()).toContainText("Margaret Whitcomb");
    await page.context().clearCookies();
    await palette(page).getByRole("combobox").fill("bergeron");
    await expect(palette(page).getByRole("alert")).toContainText("You have been signed out.");
    await expect(palette(page).getByRole("link", { name: "Log in" })).toHaveAttribute(
      "href",
      "/login?redirect=%2Fadmin%2Fbookings",
    );
  });
});

test("the field stays a field under Tab, opens when something is typed, and gets the focus back", async ({
  page,
}) => {
  await openOffice(page);
  await field(page).focus();
  await expect(palette(page)).toBeHidden();
  await page.keyboard.type("603-555-0199");
  await expect(palette(page).getByRole("combobox")).toHaveValue("603-555-0199");
  await expect(options(page).first()).toHaveText("New booking for 603-555-0199");
  await expect(palette(page)).toContainText("Nothing found for “603-555-0199”.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await page.keyboard.press("Control+k");
  await expect(options(page).first()).toHaveText("New booking");
  await expectAccessible(page);
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeHidden();
  await field(page).blur();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search bookings" })).toBeFocused();
});

test.describe("390 px wide", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a button opens it", async ({ page }) => {
    await openOffice(page);
    await page.getByRole("link", { name: "Search everything" }).click();
    await palette(page).getByRole("combobox").fill("whitcomb");
    await expect(options(page).first()).toContainText("Margaret Whitcomb");
    await expectNoSidewaysScroll(page);
    await options(page).first().click();
    await expect(page).toHaveURL(/\/admin\/customers\/[0-9a-f-]{36}/);
  });
});
