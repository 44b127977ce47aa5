import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { type Account, aCustomer, emailTo, linkIn } from "./support/account";
import { bookingPage, choose, toast } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { formatLongDay, ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

const notifications = (page: Page) => page.getByRole("region", { name: "Notifications" });

async function signUpOnPage(page: Page, { first_name, last_name, email, password }: Account) {
  await page.goto("/signup?redirect=/book");
  await formComesAlive(page);
  await page.getByLabel("First name").fill(first_name);
  await page.getByLabel("Last name").fill(last_name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox", { name: /I agree to the/ }).check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(toast(page, "Account created!")).toBeVisible();
  await expect(notifications(page)).toContainText("Please check your email to verify your account.");
}

async function pay(page: Page) {
  const checkout = checkoutPage(page);
  await checkout.arrive();
  await checkout.field("Name").fill("Ada Lovelace");
  await checkout.field("Phone").fill("(603) 555-0199");
  await checkout.fillCard(CARDS.good);
  await checkout.pay.click();
  await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
}

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: width < 600 ? 844 : 900 } });

    test("a customer signs up, verifies by email, saves an address, books, moves, and cancels with a refund", async ({
      page,
    }) => {
      test.slow();
      const customer = aCustomer();
      const [day, later] = [ownDay(), ownDay()];
      const book = bookingPage(page);

      await test.step("sign-up redirects to the target", async () => {
        await signUpOnPage(page, customer);
        await expect(page).toHaveURL("/book");
      });

      await test.step("the email links to a page whose button verifies the address and signs in", async () => {
        await page.goto(linkIn(await emailTo(customer.email, "Verify your"), "/verify-email"));
        await expectNoSidewaysScroll(page);
        await formComesAlive(page);
        await page.getByLabel("Password", { exact: true }).fill(customer.password);
        await page.getByRole("button", { name: /^Verify my/ }).click();
        await expect(page.getByRole("heading", { name: "My Profile", level: 1 })).toBeVisible();
      });

      await test.step("an address is saved", async () => {
        await page.getByRole("link", { name: /Propert/ }).click();
        await expectNoSidewaysScroll(page);
        await page
          .getByRole("link", { name: /Add (a )?property/i })
          .first()
          .click();
        await page.getByLabel(/^Name/).fill("Home");
        await page.getByLabel("Street").fill("14 Barnstead Road");
        await page.getByLabel("City").fill("Pittsfield");
        await page.getByLabel("State").fill("NH");
        await page.getByLabel("ZIP code").fill("03263");
        await page.getByLabel(/^Bedrooms/).fill("4");
        await page.getByRole("button", { name: "Add Property" }).click();
        await expect(toast(page, "Property Added")).toBeVisible();
        await expect(page.getByText("14 Barnstead Road").first()).toBeVisible();
      });

      await test.step("the booking page offers it with its rooms", async () => {
        await book.open();
        await book.chooseDay(day);
        await choose(book.slot("10:00 AM"));
        await book.go("Location");
        await expect(page.getByRole("radio", { name: /14 Barnstead Road/ })).toBeChecked();
        await expect(page.getByLabel("Street")).toBeHidden();
        await expectNoSidewaysScroll(page);
        await book.proceed.click();
        await pay(page);
      });

      await test.step("the profile shows the visit", async () => {
        await page.getByRole("link", { name: "View my bookings" }).click();
        await expect(page.getByText(formatLongDay(day)).first()).toBeVisible();
        await expect(page.getByText("Confirmed", { exact: false }).first()).toBeVisible();
        await expectNoSidewaysScroll(page);
      });

      await test.step("the visit moves to another day", async () => {
        await page
          .getByRole("link", { name: /^Reschedule/ })
          .first()
          .click();
        await formComesAlive(page);
        await book.showMonthOf(later);
        await choose(book.day(later));
        await choose(book.slot("2:00 PM"));
        await expectNoSidewaysScroll(page);
        await page.getByRole("button", { name: "Reschedule" }).click();
        await expect(toast(page, "Cleaning rescheduled")).toBeVisible();
        await expect(notifications(page)).toContainText(formatLongDay(later));
        await emailTo(customer.email, formatLongDay(later));
      });

      await test.step("cancelling shows the refund and pays it", async () => {
        await page.getByRole("link", { name: "Cancel", exact: true }).click();
        await expect(page.getByText("Your refund $159.00")).toBeVisible();
        await expectNoSidewaysScroll(page);
        await page.getByRole("button", { name: "Cancel this cleaning" }).click();
        await expect(toast(page, "Cleaning cancelled")).toBeVisible();
        await expect(page.getByText("$159.00").first()).toBeVisible();
        await expect(notifications(page)).toContainText("$159.00");
        await emailTo(customer.email, "$159.00");
      });
    });
  });
}

test("a guest moves and cancels a visit with the link in the confirmation email, and opening the link changes nothing", async ({
  page,
}) => {
  test.slow();
  const [day, later] = [ownDay(), ownDay()];
  const { email } = aCustomer();
  const book = bookingPage(page);
  await book.open();
  await book.fillIn(day);
  await book.proceed.click();
  const checkout = checkoutPage(page);
  await checkout.arrive();
  await checkout.fillCustomer();
  await checkout.field("Email").fill(email);
  await checkout.fillCard(CARDS.good);
  await checkout.pay.click();
  await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();

  const link = linkIn(await emailTo(email, "Booked:"), /\/bookings\/[\w-]+\?/);
  await page.goto(link);
  await expect(page.getByText(formatLongDay(day)).first()).toBeVisible();
  await page.getByRole("link", { name: "Reschedule" }).click();
  await formComesAlive(page);
  await book.showMonthOf(later);
  await choose(book.day(later));
  await choose(book.slot("4:00 PM"));
  await page.getByRole("button", { name: "Reschedule" }).click();
  await expect(toast(page, "Cleaning rescheduled")).toBeVisible();
  await page.getByRole("link", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel this cleaning" }).click();
  await expect(toast(page, "Cleaning cancelled")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText(/cancelled/i).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Reschedule" })).toBeHidden();
});

test("a forgotten password is replaced by email, and the old one no longer works", async ({
  page,
  context,
}) => {
  const customer = aCustomer();
  await signUpOnPage(page, customer);
  await context.clearCookies();
  await page.goto("/login");
  await formComesAlive(page);
  await page.getByRole("link", { name: /forgot/i }).click();
  await formComesAlive(page);
  await page.getByLabel("Email", { exact: true }).fill(customer.email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(
    page.getByText("If there is an account for that address, a link is on its way.").first(),
  ).toBeVisible();

  const link = linkIn(await emailTo(customer.email, "Reset your"), "/reset-password");
  await page.goto(link);
  await formComesAlive(page);
  await page.getByLabel("New password", { exact: true }).fill("another-river-runs-here");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("dialog", { name: "Message" })).toContainText("Password changed");
  await expect(page).toHaveURL(/\/login/);

  await formComesAlive(page);
  await page.getByLabel("Email", { exact: true }).fill(customer.email);
  await page.getByLabel("Password", { exact: true }).fill("another-river-runs-here");
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("dialog", { name: "Message" })).toContainText("Login successful!Welcome back!");
  await expect(page).toHaveURL("/");
});
