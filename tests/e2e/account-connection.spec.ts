import { expect, expectAccessible, test } from "../support/e2e";
import { logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";

const DATA = /\.data(\?|$)/;
const BAD_GATEWAY = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };

test.describe("when a proxy answers 502", () => {
  test.use({ expectedStatuses: [502] });

  for (const width of [390, 1440]) {
    test(`a profile that could not be saved keeps what was typed, and is saved once by 'Try again', at ${width} px`, async ({
      page,
    }) => {
      await signUp(page.request);
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/profile?tab=user-details&edit");
      await formComesAlive(page);
      await page.getByLabel("Phone").fill("(603) 555-0177");
      let posts = 0;
      page.on("request", (request) => {
        if (request.method() === "POST" && DATA.test(request.url())) posts += 1;
      });
      await page.route(DATA, (route) => route.fulfill(BAD_GATEWAY));
      await page.getByRole("button", { name: "Save" }).click();
      const notice = page
        .getByRole("alert")
        .filter({ hasText: "Failed to update profile. Please try again." });
      await expect(notice).toContainText("The site didn’t answer. What you typed stays here.");
      await expect(page.getByLabel("Phone")).toHaveValue("(603) 555-0177");
      await expectAccessible(page);
      await page.unroute(DATA);
      await notice.getByRole("button", { name: "Try again" }).click();
      await expect(toast(page, "Profile Updated")).toBeVisible();
      await expect(notice).toBeHidden();
      expect(posts).toBe(2);
      await page.goto("/profile?tab=user-details&edit");
      await expect(page.getByLabel("Phone")).toHaveValue("(603) 555-0177");
    });
  }

  test("a tab that could not be loaded shows an error on the current page, and opens by 'Try again'", async ({
    page,
  }) => {
    await signUp(page.request);
    await page.goto("/profile");
    await formComesAlive(page);
    await page.route(DATA, (route) => route.fulfill(BAD_GATEWAY));
    await page.getByRole("link", { name: "Upcoming" }).click();
    const notice = page
      .getByRole("alert")
      .filter({ hasText: "Error loading upcoming cleanings. Please try again." });
    await expect(notice).toBeVisible();
    await expect(page.getByRole("heading", { name: "My Profile", level: 1 })).toBeVisible();
    await page.unroute(DATA);
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL(/tab=upcoming-cleans/);
    await expect(notice).toBeHidden();
  });
});

test("a lost connection is not called a site error, and the form continues by itself", async ({ page }) => {
  await signUp(page.request);
  await page.goto("/profile?tab=user-details&edit");
  await formComesAlive(page);
  await page.getByLabel("Phone").fill("(603) 555-0155");
  await page.route(DATA, (route) => route.abort("aborted"));
  await page.getByRole("button", { name: "Save" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "No connection." });
  await expect(notice).toContainText("Failed to update profile. Please try again.");
  await expect(page.getByText("It’s our fault")).toBeHidden();
  await page.unroute(DATA);
  await expect(toast(page, "Profile Updated")).toBeVisible({ timeout: 15_000 });
});

test.describe("when the session has ended", () => {
  test.use({ expectedStatuses: [401] });

  test("the form waits while its customer signs in again in another tab, and then continues", async ({
    page,
    context,
  }) => {
    const customer = await signUp(page.request);
    await page.goto("/profile?tab=user-details&edit");
    await formComesAlive(page);
    await page.getByLabel("Phone").fill("(603) 555-0144");
    await context.clearCookies();
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "You have been signed out." });
    await expect(notice.getByRole("link", { name: "Log in" })).toBeVisible();
    await expect(page.getByLabel("Phone")).toHaveValue("(603) 555-0144");
    await expectAccessible(page);
    await logIn(page.request, customer);
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(toast(page, "Profile Updated")).toBeVisible();
  });
});
