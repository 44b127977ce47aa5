import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, emailTo, linkIn, logIn } from "./support/account";
import { bookingPage, toast } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { bookByPhone } from "./support/phone-booking";

test.use({ expectedStatuses: [400] });

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 900 };

test("a service is set to be charged after the visit, and a customer books it with a saved card", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const title = `Card Care ${randomUUID().slice(0, 6)}`;
  await page.setViewportSize(WIDE);
  await logIn(page.request, await demoAdministrator());
  await page.goto("/admin/services/new");
  await formComesAlive(page);
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByLabel("Description").fill("Charged when we are done.");
  await page.getByLabel("Price in USD").fill("50");
  await page.getByLabel("When it is paid").selectOption("deposit");
  await page.getByLabel("Deposit", { exact: true }).fill("all of it");
  await page.getByRole("button", { name: "Add Service" }).click();
  await expect(page.getByText("Enter a deposit, like 20% or 50.")).toBeVisible();
  await expect(page.getByLabel("When it is paid")).toHaveValue("deposit");
  await expectAccessible(page);
  await page.getByLabel("When it is paid").selectOption("card");
  await page.getByRole("button", { name: "Add Service" }).click();
  await expect(toast(page, "Service added")).toBeVisible();

  const context = await browser.newContext({ viewport: NARROW, ...(baseURL && { baseURL }) });
  const theirs = await context.newPage();
  const book = bookingPage(theirs);
  await book.open();
  await book.service(title).check({ force: true });
  await book.fillIn(ownDay());
  await theirs.getByRole("button", { name: "Show the summary" }).click();
  await expect(book.summary).toContainText("TodayNothing");
  await expect(book.summary).toContainText("Charged after your visit");
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  await book.proceed.click();
  await theirs.waitForURL(/\/payment\?order=/);
  await expect(theirs.getByText("Nothing is charged today.")).toBeVisible();
  await formComesAlive(theirs);
  const checkout = checkoutPage(theirs);
  await checkout.fillCustomer();
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  await theirs.getByRole("button", { name: "Continue to save your card" }).click();
  await checkout.arrive();
  await expect(theirs.getByText(/^Your card is saved, and you agree/)).toBeVisible();
  await expect(checkout.field("Email")).toHaveValue("margaret@mail.example");
  await checkout.fillCard(CARDS.good);
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  await theirs.getByRole("button", { name: "Save card" }).click();
  await expect(theirs.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
  await expect(theirs.getByText(/to your Visa ending in 4242 after your visit/)).toBeVisible();
  await expectNoSidewaysScroll(theirs);
  await theirs.getByRole("link", { name: "View, reschedule or cancel" }).click();
  await expect(theirs.getByText("to your Visa ending in 4242")).toBeVisible();
  await theirs.getByRole("link", { name: "Change card" }).click();
  await expect(theirs.getByRole("heading", { name: "Your card is saved" })).toBeVisible();
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  await theirs.getByRole("button", { name: "Use another card" }).click();
  await checkout.arrive();
  await checkout.fillCard("5555 5555 5555 4444");
  await theirs.getByRole("button", { name: "Save card" }).click();
  await expect(theirs.getByText("Mastercard ending in 4444")).toBeVisible();
  await context.close();

  await page.goto("/admin/services");
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await expect(toast(page, /^Service (deleted|deactivated)/)).toBeVisible();
});

test("a visit booked by phone is paid by a card that the customer saves without script", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const email = `pat.${randomUUID().slice(0, 8)}@mail.example`;
  await page.setViewportSize(NARROW);
  await logIn(page.request, await demoAdministrator());
  const booking = await bookByPhone(page.request, {
    ...{
      token: randomUUID(),
      service: "regular-cleaning",
      hours: "3",
      date: ownDay(),
      time: "8:00 AM",
      pay: "card",
    },
    ...{ customer_name: "Pat Payer", customer_email: email, customer_phone: "" },
    ...{ street: "9 Main Street", city: "Concord", state: "NH", zip: "03301" },
  });
  const context = await browser.newContext({
    ...{ viewport: WIDE, javaScriptEnabled: false },
    ...(baseURL && { baseURL }),
  });
  const theirs = await context.newPage();
  await theirs.goto(linkIn(await emailTo(email, "Please save a card"), "/pay/"));
  await expect(theirs.getByRole("heading", { name: "Save a card for your visit" })).toBeVisible();
  await theirs.getByRole("button", { name: "Save a card" }).click();
  await theirs.waitForURL(/\/payment\?session_id=/);
  const checkout = checkoutPage(theirs);
  await checkout.fillCustomer();
  await checkout.fillCard(CARDS.good);
  await theirs.getByRole("button", { name: "Save card" }).click();
  await expect(theirs.getByRole("heading", { name: "Your card is saved" })).toBeVisible();
  await context.close();

  await page.goto(booking);
  await page.getByRole("link", { name: "Order and payment" }).click();
  const panel = page.getByRole("region", { name: "Saved card" });
  await expect(panel).toContainText("Visa ending in 4242");
  await expect(panel).toContainText("It is charged when the visit is completed.");
  await panel.getByText("What the customer agreed to").click();
  await expect(panel.getByText(/^I allow/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
