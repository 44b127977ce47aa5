import sharp from "sharp";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, emailTo, logIn } from "./support/account";
import { bookingPage, toast } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

test.use({ expectedStatuses: [400] });

test("a customer claims with a photo, the office answers with a re-clean, and the customer sees it", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 900 });
  const book = bookingPage(page);
  const checkout = checkoutPage(page);
  await book.open();
  await book.fillIn(ownDay());
  await book.proceed.click();
  await checkout.arrive();
  await checkout.payWithGoodCard();
  await page.getByRole("link", { name: "View my booking" }).click();
  await expect(page.getByRole("heading", { name: "Regular Cleaning" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/")[2] ?? "";
  await askDatabase(
    `update bookings set status = 'completed', crew_id = null, starts_at = now() - interval '4 hours', ends_at = now() - interval '1 hour',
       blocked = tstzrange(now() - interval '4 hours', now() - interval '30 minutes') where id = $1`,
    [id],
  );

  await page.reload();
  await page.getByRole("link", { name: "Tell us" }).click();
  await expect(page.getByRole("heading", { name: "Something isn’t right?" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const create = { width: 1200, height: 900, channels: 3, background: "#7a9" } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  await page.getByLabel("Which room?").fill("Kitchen");
  await page.getByLabel("What isn’t right?").fill("The oven is still greasy.");
  await page.getByLabel("Photos").setInputFiles([
    { name: "oven.jpg", mimeType: "image/jpeg", buffer },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") },
  ]);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("notes.txt: This file is not a picture.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Send photo 1" })).toBeChecked();
  await expect(page.getByLabel("What isn’t right?")).toHaveValue("The oven is still greasy.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(toast(page, "Thank you. We have your claim.")).toBeVisible();
  await expect(page.getByText("We’re looking into it")).toBeVisible();
  await expect(page.getByRole("list", { name: "Photos" }).getByRole("img")).toHaveCount(1);
  await expectAccessible(page);

  const office = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(baseURL && { baseURL }),
  });
  const desk = await office.newPage();
  await logIn(desk.request, await demoAdministrator());
  await desk.goto("/admin");
  await desk.getByRole("link", { name: /^Answer.*Kitchen/ }).click();
  await expect(desk.getByText("The oven is still greasy.")).toBeVisible();
  await expect(desk.getByRole("list", { name: "Photos" }).getByRole("img")).toHaveJSProperty(
    "complete",
    true,
  );
  await expectAccessible(desk);
  await desk.getByLabel("Date").fill(ownDay());
  await desk.getByLabel("Crew").selectOption("");
  await expect(desk.getByLabel("Time")).toHaveValue(/[AP]M/);
  await desk.getByLabel("Your words").first().fill("Sorry about the oven.");
  await desk.getByRole("button", { name: "Book the re-clean" }).click();
  await expect(toast(desk, "Claim answered")).toBeVisible();
  await expect(desk.getByRole("link", { name: "Open the re-clean" })).toBeVisible();
  await expectAccessible(desk);
  await office.close();

  await page.reload();
  await expect(page.getByText("We’re coming back on")).toBeVisible();
  await expect(page.getByText("Sorry about the oven.")).toBeVisible();
  await page.getByRole("link", { name: "See the new visit" }).click();
  await expect(page.getByText(/^Re-clean of visit #/)).toBeVisible();
  await expect(page.getByText("$0.00").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  const [booking] = await askDatabase("select customer_email from bookings where id = $1", [id]);
  const mail = await emailTo(String(booking?.customer_email), "Our answer to your claim");
  expect(mail).toContain("Sorry about the oven.");
});
