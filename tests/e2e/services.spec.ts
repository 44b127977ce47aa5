import { expect, test } from "../support/e2e";
import { linksWithin } from "./support/links";
import { countScriptBytes } from "./support/scripts";

const RESIDENTIAL = [
  {
    title: "Regular Cleaning",
    price: "$53/hr",
    link: "Book Now → /book?service=regular-cleaning&type=residential",
  },
  {
    title: "Deep Cleaning",
    price: "$68/hr",
    link: "Book Now → /book?service=deep-cleaning&type=residential",
  },
  {
    title: "Move In/Out Cleaning",
    price: "$72/hr",
    link: "Book Now → /book?service=move-in-out-cleaning&type=residential",
  },
  {
    title: "Monthly Home Care",
    price: "$289/month",
    link: "Subscribe Now → /book?service=monthly-home-care&type=residential",
  },
  { title: "House Washing", price: "Get Estimate", link: "Get Estimate → /contact" },
  {
    title: "Mobile Auto Detailing",
    price: "$189",
    link: "Book Now → /book?service=mobile-auto-detailing&type=residential",
  },
  {
    title: "Paw Print Patrol",
    price: "$45/hr",
    link: "Book Now → /book?service=paw-print-patrol&type=residential",
  },
  {
    title: "Home Cleaning",
    price: "from $129",
    link: "Book Now → /book?service=home-cleaning&type=residential",
  },
];

const COMMERCIAL = [
  {
    title: "Office Cleaning",
    price: "$65/hr",
    link: "Book Now → /book?service=office-cleaning&type=commercial",
  },
  {
    title: "Retail & Showroom",
    price: "$62/hr",
    link: "Book Now → /book?service=retail-showroom&type=commercial",
  },
  {
    title: "Post-Construction",
    price: "$85/hr",
    link: "Book Now → /book?service=post-construction&type=commercial",
  },
  {
    title: "Monthly Janitorial Plan",
    price: "$950/month",
    link: "Subscribe Now → /book?service=monthly-janitorial&type=commercial",
  },
];

for (const { address, current, cards, popular } of [
  { address: "/services", current: "Residential", cards: RESIDENTIAL, popular: "Regular Cleaning" },
  {
    address: "/services?type=residential",
    current: "Residential",
    cards: RESIDENTIAL,
    popular: "Regular Cleaning",
  },
  {
    address: "/services?type=commercial",
    current: "Commercial",
    cards: COMMERCIAL,
    popular: "Office Cleaning",
  },
  {
    address: "/services?type=nonsense",
    current: "Residential",
    cards: RESIDENTIAL,
    popular: "Regular Cleaning",
  },
]) {
  test(`${address} shows the ${current.toLowerCase()} services`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Our Services", level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: current, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(page.getByRole("article").getByRole("heading")).toHaveText(cards.map(({ title }) => title));
    for (const { title, price, link } of cards) {
      const card = page.getByRole("article", { name: title, exact: true });
      await expect(card.getByText(price, { exact: true }).first()).toBeVisible();
      expect(await linksWithin(card)).toEqual([link]);
      expect(await card.getByRole("listitem").count(), "features").toBeGreaterThan(0);
    }
    await expect(page.getByText("Most Popular")).toHaveCount(1);
    await expect(page.getByRole("article", { name: popular, exact: true })).toContainText("Most Popular");
    await expect(page.getByText("Carpet Steam Cleaning"), "inactive").toHaveCount(0);
  });
}

test("the toggle leads to the other type", async ({ page }) => {
  await page.goto("/services");
  await page.getByRole("link", { name: "Commercial", exact: true }).click();
  await expect(page).toHaveURL("/services?type=commercial");
  await expect(page.getByRole("article", { name: "Office Cleaning" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article", { name: "Regular Cleaning" })).toBeVisible();
});

test("a slow answer is announced as 'Loading services...'", async ({ page }) => {
  // A prefetched page is never slow.
  await page.route("**/services", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"speculationrules"', '"none"') });
  });
  await page.goto("/services", { waitUntil: "networkidle" });
  const announced = page.getByRole("status").evaluate(
    (status) =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => resolve((status as HTMLElement).innerText)).observe(status, {
          attributes: true,
          subtree: true,
        });
      }),
  );
  await page.route("**/services?type=commercial", async (route) => {
    await announced;
    await route.continue();
  });
  await page.getByRole("link", { name: "Commercial", exact: true }).click();
  expect(await announced).toContain("Loading services...");
  await expect(page.getByRole("article", { name: "Office Cleaning" })).toBeVisible();
  await expect(page.getByText("Loading services...")).toBeHidden();
});

test("little script is sent", async ({ page }) => {
  const scriptBytes = countScriptBytes(page);
  await page.goto("/services", { waitUntil: "networkidle" });
  expect(await scriptBytes()).toBeLessThan(4000);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the toggle leads to a preselected service", async ({ page }) => {
    await page.goto("/services");
    await page.getByRole("link", { name: "Commercial", exact: true }).click();
    await page.getByRole("article", { name: "Post-Construction" }).getByRole("link").click();
    await expect(page).toHaveURL("/book?service=post-construction&type=commercial");
    await expect(page.getByRole("radio", { name: "Post-Construction" })).toBeChecked();
  });
});
