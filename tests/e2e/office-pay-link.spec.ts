import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, emailTo, linkIn, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";
import { bookByPhone } from "./support/phone-booking";

test.use({ expectedStatuses: [400] });

for (const [width, javaScriptEnabled] of [
  [390, true],
  [1440, false],
] as const) {
  test(`what is due is asked for by email, and paid with a tip, ${width} px wide ${javaScriptEnabled ? "with" : "without"} script`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow();
    const email = `pat.${randomUUID().slice(0, 8)}@mail.example`;
    await page.setViewportSize({ width, height: 900 });
    await logIn(page.request, await demoAdministrator());
    const booking = await bookByPhone(page.request, {
      ...{ token: randomUUID(), service: "regular-cleaning", hours: "3", date: ownDay(), time: "8:00 AM" },
      ...{ customer_name: "Pat Payer", customer_email: email, customer_phone: "" },
      ...{ street: "9 Main Street", city: "Concord", state: "NH", zip: "03301" },
    });
    await page.goto(booking);
    await page.getByRole("link", { name: "Order and payment" }).click();
    const panel = page.getByRole("region", { name: "Pay link" });
    await expect(panel.getByLabel("Link")).toHaveValue(/\/pay\//);
    await panel.getByText("QR code").click();
    await expect(panel.getByRole("img", { name: "Code that opens the pay link" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await panel.getByRole("button", { name: `Email it to ${email}` }).click();
    await expect(toast(page, "Pay link sent")).toBeVisible();

    const context = await browser.newContext({
      ...{ viewport: { width, height: 900 }, javaScriptEnabled },
      ...(baseURL && { baseURL }),
    });
    const theirs = await context.newPage();
    await theirs.goto(linkIn(await emailTo(email, "$159.00 is due"), "/pay/"));
    await expect(theirs.getByRole("heading", { name: "Pay for your cleaning" })).toBeVisible();
    await expect(theirs.getByLabel("Your tip")).toBeHidden();
    await theirs.getByRole("radio", { name: "Other" }).check();
    await theirs.getByRole("button", { name: "Continue to payment" }).click();
    await expect(theirs.getByText("Enter a tip, like 20 or 12.50.")).toBeVisible();
    await expectNoSidewaysScroll(theirs);
    if (javaScriptEnabled) await expectAccessible(theirs);
    await theirs.getByLabel("Your tip").fill("12");
    await theirs.getByRole("button", { name: "Continue to payment" }).click();
    const checkout = checkoutPage(theirs);
    await theirs.waitForURL(/\/payment\?session_id=/);
    await expect(checkout.summary).toContainText("Tip");
    await checkout.fillCustomer();
    await checkout.fillCard(CARDS.good);
    await checkout.pay.click();
    await expect(theirs.getByText("You paid $171.00, $12.00 of it as a tip for your crew")).toBeVisible();
    await expectNoSidewaysScroll(theirs);
    await context.close();

    await page.reload();
    const lines = page.getByRole("region", { name: "Lines" });
    await expect(lines.getByRole("row", { name: /^Tip/ })).toContainText("$12.00");
    await expect(lines.getByRole("row", { name: /^Due/ })).toHaveCount(0);
    await expect(panel).toHaveCount(0);
  });
}
