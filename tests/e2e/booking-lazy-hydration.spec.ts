import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { bookingPage, choose } from "./support/booking-page";
import { ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";

const REACT = /\/assets\/(entry\.client|react)-/;

/** Blocks the page's scripts until the returned function is called. */
async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(REACT, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("scripts load with the first interaction", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/book", { waitUntil: "networkidle" });
  await page.evaluate(() => {
    dispatchEvent(new PointerEvent("pointermove")); // as browsers report of a resting pointer
    return fetch("/robots.txt").then((answer) => answer.status); // scripts would have been requested by now
  });
  expect(requests.filter((path) => REACT.test(path))).toEqual([]);
  await formComesAlive(page);
  expect(requests.some((path) => REACT.test(path))).toBe(true);
});

test("a key and the back button count as interaction", async ({ page }) => {
  await page.goto("/book");
  await page.waitForLoadState();
  const react = page.waitForRequest(REACT);
  await page.keyboard.press("Tab");
  await react;
  await page.goto("/faq");
  const again = page.waitForRequest(REACT);
  await page.goBack();
  await again;
});

test("what is selected and pressed before the scripts load is applied afterwards", async ({ page }) => {
  const book = bookingPage(page);
  const release = await holdScripts(page);
  await page.goto("/book");
  await page.waitForLoadState();
  await choose(book.service("Deep Cleaning"));
  await book.tab("Location").click();
  await expect(book.tab("Location")).toHaveAttribute("aria-selected", "false");
  release();
  await expect(book.tab("Location")).toHaveAttribute("aria-selected", "true");
  await expect(book.summary).toContainText("Deep Cleaning");
  await page.reload();
  await expect(book.service("Deep Cleaning")).toBeChecked();
});

test("while something is missing 'Proceed to Payment' is disabled, with and without scripts", async ({
  page,
}) => {
  const book = bookingPage(page);
  const release = await holdScripts(page);
  await page.goto("/book");
  await expect(book.proceed).toBeDisabled();
  await expect(book.proceed).toHaveCSS("cursor", "not-allowed");
  await expectAccessible(page);
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  release();
  await formComesAlive(page);
  await expect(book.proceed).toBeDisabled();
  await book.fillIn(ownDay());
  await expect(book.proceed).toBeEnabled();
});

test("a complete draft can be sent at once and after the scripts load", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await book.fillIn(ownDay());
  await expect(book.proceed).toBeEnabled();
  const release = await holdScripts(page);
  await page.reload();
  await expect(book.proceed).toBeEnabled();
  release();
  await formComesAlive(page);
  await expect(book.proceed).toBeEnabled();
});

test.describe("when scripts never load", () => {
  test.use({ expectedStatuses: [400, 404] });

  test("the form posts and shows what is missing", async ({ page }) => {
    const book = bookingPage(page);
    await page.route(REACT, (route) => route.fulfill({ status: 404 }));
    await page.goto("/book");
    await page.waitForLoadState();
    await expect(book.proceed).toBeDisabled();
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await book.proceed.click();
    await expect(page.getByText("Please fill in all required fields").first()).toBeVisible();
  });

  test("or get no response, the button is enabled again after ten seconds", async ({ page }) => {
    const book = bookingPage(page);
    await holdScripts(page);
    await page.clock.install();
    await page.goto("/book");
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await page.clock.runFor(5_000); // the clock runs on beside it
    await expect(book.proceed).toBeDisabled();
    await page.clock.runFor(5_000);
    await expect(book.proceed).toBeEnabled();
  });
});
