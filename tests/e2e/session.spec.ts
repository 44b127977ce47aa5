import { expect, test } from "../support/e2e";
import { logIn, signUp } from "./support/account";
import { bookingPage } from "./support/booking-page";

const profileLink = "My Profile";

test("signing in and out reaches the other tabs at once", async ({ context, page }) => {
  const customer = await signUp(context.request);
  await context.clearCookies();
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/services");
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();

  await logIn(context.request, customer);
  await other.reload();
  await expect(other.getByRole("link", { name: profileLink })).toBeVisible();
  await expect(page.getByRole("link", { name: profileLink })).toBeVisible();

  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other.getByText("You have been successfully logged out.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
});

test("what is typed in another tab stays when its visitor signs in", async ({ context, page }) => {
  const customer = await signUp(context.request);
  await context.clearCookies();
  const book = bookingPage(page);
  await book.open();
  await book.fillAddress({ Street: "14 Barnstead Road" });

  await logIn(context.request, customer);
  const other = await context.newPage();
  await other.goto("/");
  await expect(page.getByRole("link", { name: profileLink })).toBeVisible();
  await expect(page.getByLabel("Street")).toHaveValue("14 Barnstead Road");
});

test("the short-lived token is renewed with 90 seconds or less left, checked every 30", async ({
  context,
  page,
}) => {
  await signUp(context.request);
  await page.clock.install();
  let renewals = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/session")) renewals += 1;
  });
  await page.goto("/");
  await expect(page.getByRole("link", { name: profileLink })).toBeVisible();
  await page.clock.runFor(200_000);
  expect(renewals).toBe(0);
  const renewed = page.waitForResponse("**/api/session");
  await page.clock.runFor(30_000);
  expect((await (await renewed).json()).expires_in).toBeGreaterThan(290_000);
  await page.clock.runFor(120_000);
  expect(renewals).toBe(1);
});

test("without script an expired token is renewed by the next page", async ({ context, page }) => {
  await signUp(context.request);
  const cookies = await context.cookies();
  await context.clearCookies({ name: "wb.session_data" });
  expect(cookies.map(({ name }) => name)).toContain("wb.session_data");
  await page.goto("/");
  await expect(page.getByRole("link", { name: profileLink })).toBeVisible();
  const renewed = (await context.cookies()).find(({ name }) => name === "wb.session_data");
  expect(renewed).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});

test.describe("a session ended elsewhere", () => {
  test.use({ expectedStatuses: [401] });

  test("signs its tabs out at the next check", async ({ browser, context, page, baseURL }) => {
    const customer = await signUp(context.request);
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByRole("link", { name: profileLink })).toBeVisible();
    const elsewhere = await browser.newContext({ baseURL });
    await logIn(elsewhere.request, customer);
    const ended = await elsewhere.request.post("/profile/security", { form: { intent: "end-sessions" } });
    expect(ended.status()).toBeLessThan(400);
    await elsewhere.close();
    await page.clock.runFor(300_000);
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  });
});
