import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { emailTo, linkIn } from "./support/account";
import { formWasOpen } from "./support/form-age";
import { tabTo } from "./support/keyboard";
import { expectNoSidewaysScroll } from "./support/layout";

const INVALID = "Please enter a valid email address";
const anAddress = () => `news.${randomUUID().slice(0, 8)}@mail.example`;
const email = (page: Page) => page.getByRole("textbox", { name: "Email address" });
const subscribe = (page: Page) => page.getByRole("button", { name: "Subscribe" });
/** Fills in the form at normal speed. On a cached page script fetches the token meanwhile. */
async function fill(page: Page, address: string, { script = true } = {}): Promise<void> {
  await email(page).fill(address);
  if (script) await formWasOpen(page, "newsletter");
}

const almost = (page: Page) =>
  page.getByRole("dialog", { name: "Message" }).filter({ hasText: "Almost there!" });

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script, expectedStatuses: script ? [] : [400] });

    test("a reader subscribes from an article, confirms, unsubscribes, and subscribes again", async ({
      page,
    }) => {
      const address = anAddress();
      await page.goto("/blog/2");
      const card = page.getByRole("complementary", { name: "Enjoyed this article?" });
      await expect(card).toContainText("Subscribe to our newsletter for more cleaning tips and insights.");
      await fill(page, address, { script });
      await subscribe(page).click();
      if (!script) {
        await expect(page.getByRole("alert")).toHaveText("Almost there. Please press Subscribe once more.");
        await expect(email(page)).toHaveValue(address);
        await formWasOpen(page, "newsletter");
        await subscribe(page).click();
      }
      await expect(almost(page)).toContainText("Please confirm the link in the email we just sent you.");
      await expect(page).toHaveURL(/\/blog\/2(#newsletter)?$/);
      await expect(email(page)).toHaveValue("");

      await test.step("the link in the email asks for confirmation", async () => {
        await page.goto(linkIn(await emailTo(address, "Please confirm"), "/newsletter/confirm"));
        await page.getByRole("button", { name: "Confirm my subscription" }).click();
        await expect(
          page.getByRole("heading", { name: "Welcome to the newsletter", level: 1 }),
        ).toBeVisible();
      });

      await test.step("the welcome email has an unsubscribe link", async () => {
        await page.goto(linkIn(await emailTo(address, "Welcome to the"), "/newsletter/unsubscribe"));
        await page.getByRole("button", { name: "Unsubscribe" }).click();
        await expect(page.getByRole("heading", { name: "You are unsubscribed", level: 1 })).toBeVisible();
        await page.getByRole("link", { name: "Subscribe again" }).click();
        await fill(page, address);
        await subscribe(page).click();
        await expect(page.getByRole("heading", { name: "Almost there!", level: 1 })).toBeVisible();
      });
    });
  });
}

test.describe("with script", () => {
  test("an invalid address shows its error at once, and is corrected while typing", async ({ page }) => {
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.goto("/blog");
    await subscribe(page).click();
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveAccessibleDescription(INVALID);
    await email(page).fill("ada");
    await expect(email(page)).toHaveAttribute("aria-invalid", "true");
    await email(page).fill(anAddress());
    await expect(email(page)).not.toHaveAttribute("aria-invalid");
    expect(posts).toEqual([]);
  });

  test("the form works by keyboard without reloading the page", async ({ page }) => {
    await page.goto("/blog/3#newsletter");
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await email(page).focus();
    await page.keyboard.type(anAddress());
    await formWasOpen(page, "newsletter");
    await tabTo(subscribe(page));
    await page.keyboard.press("Enter");
    await expect(almost(page)).toBeVisible();
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    await test.step("the form that replaces it gets a token too", async () => {
      await expect(email(page)).toHaveValue("");
      await fill(page, anAddress());
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await subscribe(page).click();
      expect((await answer).status()).toBe(303);
    });
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("an invalid address comes back in its field, and a valid one redirects to the article", async ({
    page,
  }) => {
    await page.goto("/blog/4");
    await email(page).fill("ada@mail");
    await subscribe(page).click();
    await expect(page.getByRole("heading", { name: "Subscribe to Our Newsletter", level: 1 })).toBeVisible();
    await expect(email(page)).toHaveValue("ada@mail");
    await expect(email(page)).toHaveAccessibleDescription(INVALID);
    await fill(page, anAddress());
    await subscribe(page).click();
    await expect(almost(page)).toBeVisible();
    await expect(page).toHaveURL("/blog/4#newsletter");
  });
});

test.describe("a response of the server", () => {
  test.use({ expectedStatuses: [400] });

  test("shows an error at the field on the same page", async ({ page }) => {
    await page.goto("/blog/5");
    await email(page).fill("ada..b@mail.example"); // valid for browsers, invalid for the server
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await subscribe(page).click();
    expect((await answer).status()).toBe(400);
    await expect(email(page)).toHaveAccessibleDescription(INVALID);
    await expect(email(page)).toHaveValue("ada..b@mail.example");
    await expect(email(page)).toBeFocused();
    await expect(page).toHaveURL("/blog/5");
    await expect(page.getByRole("link", { name: "Back to Blog" }).first()).toBeVisible();
  });
});

const STATES = ["/newsletter", "/newsletter?sent", "/newsletter/confirm", "/newsletter/unsubscribe"];

for (const width of [320, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, expectedStatuses: [404, 410] });

    test("the form with its error fits and is accessible", async ({ page }) => {
      await page.goto("/blog");
      await subscribe(page).click();
      await expect(email(page)).toBeFocused();
      await expectFits(page);
    });

    test("the pages linked in emails fit and are accessible", async ({ page }) => {
      const address = anAddress();
      await page.goto("/newsletter");
      await fill(page, address);
      await subscribe(page).click();
      await expect(page.getByRole("heading", { name: "Almost there!", level: 1 })).toBeVisible();
      await page.goto(linkIn(await emailTo(address, "Please confirm"), "/newsletter/confirm"));
      await expectFits(page);
    });

    for (const state of STATES)
      test(`${state} fits and is accessible`, async ({ page }) => {
        await page.goto(state);
        await expectFits(page);
      });
  });
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}
