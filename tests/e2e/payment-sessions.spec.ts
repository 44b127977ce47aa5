import { expect, test } from "../support/e2e";
import { checkoutPage } from "./support/checkout-page";
import { formatLongDay, ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { bookElsewhere } from "./support/requests";

test.describe("an unknown session", () => {
  test.use({ expectedStatuses: [404] });

  for (const id of ["test_neverwas", "", "<script>alert(1)</script>"]) {
    test(`"${id}" is reported on the payment page`, async ({ page }) => {
      const response = await page.goto(`/payment?session_id=${encodeURIComponent(id)}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("alert")).toContainText("We can’t find a payment at this link.");
      await expect(page.getByRole("link", { name: "Back to booking" })).toHaveAttribute("href", "/book");
      await expect(page.getByLabel("Card number")).toHaveCount(0);
    });

    test(`"${id}" is reported on the success page`, async ({ page }) => {
      const response = await page.goto(`/payment-success?session_id=${encodeURIComponent(id)}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "We can’t find this payment" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toHaveCount(0);
      if (id) await expect(page.getByText(`Payment session: ${id}`)).toBeVisible();
      const main = page.getByRole("main");
      await expect(main.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
      await expect(main.getByRole("link", { name: /Book/ })).toHaveAttribute("href", "/book");
    });
  }
});

test.describe("an expired session", () => {
  test.use({ expectedStatuses: [410] });

  test("says that nothing was charged, and leads back to booking", async ({ page, request }) => {
    const url = await bookElsewhere(request, { day: ownDay(), time: "8:00 AM" });
    await request.get(url.replace("/payment?", "/payment-canceled?"));
    const response = await page.goto(url);
    expect(response?.status()).toBe(410);
    await expect(page.getByRole("alert")).toContainText("This payment has expired");
    await expect(page.getByRole("alert")).toContainText("You weren’t charged");
    await expect(page.getByRole("link", { name: "Back to booking" })).toHaveAttribute("href", "/book");
    await expect(checkoutPage(page).pay).toHaveCount(0);
  });

  test("that expires while the page is open can't be paid", async ({ page, request }) => {
    const url = await bookElsewhere(request, { day: ownDay(), time: "8:00 AM" });
    const checkout = checkoutPage(page);
    await page.goto(url);
    await formComesAlive(page);
    await checkout.fillCustomer();
    await checkout.fillCard("4242 4242 4242 4242");
    await request.get(url.replace("/payment?", "/payment-canceled?"));
    await checkout.pay.click();
    await expect(page.getByRole("alert")).toContainText("This payment has expired");
  });
});

test("a paid session leads to its booking when it is opened or cancelled again", async ({
  page,
  request,
}) => {
  const day = ownDay();
  const url = await bookElsewhere(request, { day, time: "10:00 AM" });
  await page.goto(url);
  await formComesAlive(page);
  await checkoutPage(page).payWithGoodCard();
  for (const again of [url, url.replace("/payment?", "/payment-canceled?")]) {
    await page.goto(again);
    await expect(page).toHaveURL(/\/payment-success\?session_id=/);
    await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`${formatLongDay(day)}, 10:00 AM`);
  }
});

test("the success page doesn't trust its address", async ({ page, request }) => {
  const url = await bookElsewhere(request, { day: ownDay(), time: "10:00 AM" });
  await page.goto(url.replace("/payment?", "/payment-success?"));
  const confirming = page.getByRole("heading", { name: "Confirming your payment..." });
  await expect(confirming).toBeVisible();
  await page.waitForResponse(/payment-success\?/); // it asks again
  await expect(confirming).toBeVisible();
  await expect(page.getByRole("link", { name: "Add to calendar" })).toHaveCount(0);
  expect((await request.get(url.replace("/payment?", "/api/calendar?"))).status()).toBe(404);

  await request.get(url.replace("/payment?", "/payment-canceled?"));
  await expect(page.getByRole("heading", { name: "This booking was cancelled" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("you weren’t charged");
});
