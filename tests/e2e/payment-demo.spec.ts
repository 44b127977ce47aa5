import { expect, expectAccessible, test } from "../support/e2e";
import { CARDS } from "./support/checkout-page";
import { formComesAlive } from "./support/hydration";

test.beforeEach(async ({ page }) => {
  await page.goto("/payment");
  await formComesAlive(page);
});

test("shows a sample order, marked as a demo that charges nothing", async ({ page }) => {
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { name: "Payment", level: 1 })).toBeVisible();
  await expect(main).toContainText("Demo: nothing is charged");
  await expect(main).toContainText("Regular Cleaning, 3 hours × $53.00");
  await expect(main).toContainText("$13.52");
  await expect(main).toContainText("Total$172.52");
  await expect(page.getByRole("link", { name: "Back to booking" })).toHaveAttribute("href", "/book");
});

test("formats the card while it is typed", async ({ page }) => {
  const number = page.getByLabel("Card number");
  await number.pressSequentially("4242abc4242-4242x42424242");
  await expect(number).toHaveValue("4242 4242 4242 4242");
  const expiry = page.getByLabel("Expiry");
  await expiry.pressSequentially("1a2/30");
  await expect(expiry).toHaveValue("12/30");
  const cvc = page.getByLabel("CVC");
  await cvc.pressSequentially("1x2345");
  await expect(cvc).toHaveValue("123");

  await test.step("a card number can be corrected", async () => {
    for (const key of ["End", "Backspace", "Backspace"]) await expiry.press(key);
    await expect(expiry).toHaveValue(/^12\/?$/);
    await expiry.pressSequentially("31");
    await expect(expiry).toHaveValue("12/31");
  });
});

test("takes two seconds and one more to the sample confirmation", async ({ page }) => {
  await page.getByLabel("Card number").fill(CARDS.good);
  await page.getByLabel("Expiry").fill("12/39");
  await page.getByLabel("CVC").fill("123");
  const started = performance.now();
  await page.getByRole("button", { name: "Pay $172.52" }).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  await page.waitForURL("/confirmation");
  const seconds = (performance.now() - started) / 1000;
  expect(seconds).toBeGreaterThanOrEqual(3);
  expect(seconds).toBeLessThan(6);

  await expect(page.getByRole("heading", { name: /Booking Confirmed/ })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("nothing was charged");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
  await expect(main.getByRole("link", { name: "View My Bookings" })).toHaveAttribute("href", "/dashboard");
  await expectAccessible(page);
});

test("validates the card before the simulated payment", async ({ page }) => {
  await page.getByLabel("Card number").fill("4242 4242 4242 4241");
  await page.getByRole("button", { name: "Pay $172.52" }).click();
  await expect(page.getByLabel("Card number")).toBeFocused();
  await expect(page.getByLabel("Card number")).toHaveAccessibleDescription(/Card number is not valid/);
  await expect(page.getByLabel("Expiry")).toHaveAccessibleDescription(/MM\/YY/);
  await expect(page).toHaveURL("/payment");
});

test("the dashboard redirects to the profile", async ({ request }) => {
  const response = await request.get("/dashboard", { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe("/profile");
});
