import { expect, test } from "../support/e2e";
import { linksWithin } from "./support/links";
import { countScriptBytes } from "./support/scripts";

test("the hero promises sparkling clean services, and links to booking and to the services", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/White Birch Cleaning/);
  const hero = page.getByRole("region", { name: /sparkling clean services for your home/i });
  await expect(hero.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await linksWithin(hero)).toEqual(["Book a Cleaning → /book", "View Services → /services"]);
});

test("three services are previewed in their order", async ({ page }) => {
  await page.goto("/");
  const preview = page.getByRole("region", { name: "Our Services" });
  await expect(preview.getByRole("article").getByRole("heading")).toHaveText([
    "Regular Cleaning",
    "Deep Cleaning",
    "Move In/Out Cleaning",
  ]);
  expect(await linksWithin(preview)).toEqual([
    "View All Services → /services",
    "Book Now → /book?service=regular-cleaning",
    "Book Now → /book?service=deep-cleaning",
    "Book Now → /book?service=move-in-out-cleaning",
  ]);
  for (const [title, price] of [
    ["Regular Cleaning", "$53/hr"],
    ["Deep Cleaning", "$68/hr"],
    ["Move In/Out Cleaning", "$72/hr"],
  ] as const)
    await expect(preview.getByRole("article", { name: title })).toContainText(price);
  await expect(preview.getByText("Most Popular")).toHaveCount(1);
  await expect(preview.getByRole("article", { name: "Regular Cleaning" })).toContainText("Most Popular");
});

test("four steps show how it works", async ({ page }) => {
  await page.goto("/");
  const steps = page.getByRole("region", { name: "How It Works" });
  await expect(steps.getByRole("listitem").getByRole("heading")).toHaveText([
    "Book Online",
    "We Clean",
    "Instant Payment",
    "Enjoy your time",
  ]);
  await expect(steps.getByRole("listitem").nth(2)).toContainText("Pay securely by card when you book");
});

test("customers are quoted by their published reviews, each with its stars", async ({ page }) => {
  await page.goto("/");
  const quotes = page.getByRole("blockquote");
  const stars = page.getByRole("figure").getByRole("img", { name: /^[1-5] out of 5 stars$/ });
  await expect(quotes.first()).toBeVisible();
  await expect(stars).toHaveCount(await quotes.count());
});

test("the closing section links to booking", async ({ page }) => {
  await page.goto("/");
  const call = page.getByRole("region", { name: "Ready for a Sparkling Clean Home?" });
  expect(await linksWithin(call)).toEqual(["Book a Cleaning Now → /book"]);
});

test("little script is sent", async ({ page }) => {
  const scriptBytes = countScriptBytes(page);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(await scriptBytes()).toBeLessThan(3000);
});

test("every picture is loaded at the end of the page, and has a text unless it is decorative", async ({
  page,
}) => {
  await page.goto("/");
  const pictures = page.getByRole("main").locator("img");
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
    expect(await picture.getAttribute("alt")).not.toBeNull();
  }
});
