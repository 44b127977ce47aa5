import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { bookingPage } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

/** A page of another site with the widget. It stores the messages it receives. */
async function foreignPage(page: Page, tag: string): Promise<string> {
  const html = `<!doctype html><html lang="en"><title>Corner Realty</title><meta name="viewport" content="width=device-width">
    <h1>Corner Realty</h1>${tag}<p id="after">What comes after it</p>
    <script>var told = []; addEventListener("message", (event) => told.push(event.data));</script></html>`;
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/" ? 200 : 204, { "Content-Type": "text/html" });
    response.end(request.url === "/" ? html : undefined);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  page.on("close", () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.locator("iframe").elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error("There is no frame");
  await frame.waitForURL(/\/widget/);
  return frame;
}

/** Neither cut off nor scrolling. */
const fits = (frame: Frame) => async () =>
  frame.evaluate(() => {
    const { height = 0 } = document.querySelector("[data-widget]")?.getBoundingClientRect() ?? {};
    return (
      Math.abs(Math.ceil(height) - innerHeight) <= 1 && document.documentElement.scrollWidth <= innerWidth
    );
  });

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("the widget on another site books, and pays in the top window", async ({
      page,
      context,
      baseURL,
    }) => {
      const day = ownDay();
      const partner = crypto.randomUUID();
      await askDatabase(
        "insert into api_keys (id, name, key_hash, key_end) values ($1, $2, $2, 'none') returning id",
        [partner, `Realty of ${day}`],
      );
      const tag = `<script src="${baseURL}/widget.js" data-partner="${partner}" data-service="deep-cleaning"></script>`;
      const address = await foreignPage(page, tag);
      await page.goto(address);
      const frame = await frameOf(page);
      const book = bookingPage(frame);

      await test.step("it has the height that it needs on every tab", async () => {
        await book.arrive();
        await expect(book.service("Deep Cleaning")).toBeChecked();
        await expect.poll(fits(frame)).toBe(true);
        const high = (await page.locator("iframe").boundingBox())?.height ?? 0;
        await book.go("Location");
        await expect
          .poll(async () => (await page.locator("iframe").boundingBox())?.height)
          .toBeLessThan(high);
        await expect.poll(fits(frame)).toBe(true);
        await expectNoSidewaysScroll(page);
        await book.go("Service");
        await book.type("Commercial").click();
        await expect(book.service("Office Cleaning")).toBeVisible();
        await book.type("Residential").click();
        await book.service("Deep Cleaning").locator("xpath=ancestor::label").click();
      });

      let time = "";
      await test.step("it is filled in, and sends only its height", async () => {
        time = await book.fillIn(day);
        await book.go("Details");
        await book.field("Notes (optional)").fill("The key is under\nthe third flowerpot.");
        expect(await context.cookies(baseURL)).toEqual([]);
        const messages = await page.evaluate("told");
        for (const message of messages as object[])
          expect(message).toEqual({ type: "booking-widget:height", height: expect.any(Number) });
      });

      await test.step("the checkout opens in the top window, once, for the partner", async () => {
        await book.proceed.click();
        await checkoutPage(page).arrive();
        const bookings = await askDatabase(
          `select b.status, b.notes, k.api_key_id from bookings b join orders o on o.booking_id = b.id
           left join partner_orders k on k.order_id = o.id where b.scheduled_date = $1`,
          [day],
        );
        const notes = "The key is under\nthe third flowerpot.";
        expect(bookings).toEqual([{ status: "pending", notes, api_key_id: partner }]);
      });

      await test.step("going back shows the form as it was, still with the partner", async () => {
        await checkoutPage(page).cancel.click();
        await page.getByRole("link", { name: "Try Again" }).click();
        const again = bookingPage(page);
        await again.arrive();
        await expect(again.summary).toContainText("14 Barnstead Road");
        await again.proceed.click();
        await checkoutPage(page).arrive();
        await checkoutPage(page).payWithGoodCard();
        const [paid] = await askDatabase(
          `select k.api_key_id from bookings b join orders o on o.booking_id = b.id
           join partner_orders k on k.order_id = o.id
           where b.scheduled_date = $1 and b.status = 'confirmed' and b.scheduled_time = $2::time`,
          [day, time],
        );
        expect(paid?.api_key_id).toBe(partner);
      });
    });
  });
}

test("the widget shows the price of the home", async ({ page, baseURL }) => {
  const tag = `<script src="${baseURL}/widget.js" data-service="home-cleaning"></script>`;
  await page.goto(await foreignPage(page, tag));
  const frame = await frameOf(page);
  const book = bookingPage(frame);
  await book.arrive();
  await expect(book.summary).not.toContainText("Total$");
  await book.go("Details");
  await frame.getByRole("radio", { name: "Up to 2,000 sq ft" }).check();
  await frame.getByLabel("How many: Inside refrigerator", { exact: true }).selectOption("2");
  await expect(frame.getByText("Your visit takes about 4 h.")).toBeVisible();
  await expect(book.summary).toContainText("Total$280.00");
  await expect.poll(fits(frame)).toBe(true);
});

test.describe("with a refused form", () => {
  test.use({ expectedStatuses: [409] });

  test("a day closed meanwhile is reported in the widget", async ({ page, baseURL }) => {
    const day = ownDay();
    await page.goto(await foreignPage(page, `<script src="${baseURL}/widget.js"></script>`));
    const frame = await frameOf(page);
    const book = bookingPage(frame);
    await book.arrive();
    await book.fillIn(day);
    await askDatabase("insert into closures (date) values ($1)", [day]);
    await book.proceed.click();
    await expect(frame.getByText(/^Date is closed:/).first()).toBeVisible();
    expect(page.url()).toContain("127.0.0.1");
    await askDatabase("delete from closures where date = $1", [day]);
  });
});

test("the demo page shows the widget and is accessible, as the documentation is", async ({ page }) => {
  for (const address of ["/widget/demo", "/widget", "/api/docs"]) {
    await page.goto(address);
    await expectAccessible(page);
  }
  await page.goto("/widget/demo");
  const frame = await frameOf(page);
  await expect(frame.getByRole("heading", { name: "Book a Cleaning" })).toBeVisible();
  await expect.poll(fits(frame)).toBe(true);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the widget's form posts to /book", async ({ page }) => {
    await page.goto("/widget?service=deep-cleaning");
    await page.getByRole("button", { name: "Next month" }).click();
    await page.waitForURL(/\/book\?/);
    await expect(page.getByRole("radio", { name: "Deep Cleaning", exact: true })).toBeChecked();
  });
});
