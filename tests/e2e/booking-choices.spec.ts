import { expect, test } from "../support/e2e";
import { bookingPage, choose } from "./support/booking-page";

test("the first residential service, two bedrooms, one bathroom and three hours are preselected", async ({
  page,
}) => {
  const book = bookingPage(page);
  await book.open();
  await expect(book.type("Residential")).toHaveAttribute("aria-pressed", "true");
  await expect(book.service("Regular Cleaning")).toBeChecked();
  await expect(book.summary).toContainText("2 bed, 1 bath");
  await expect(book.summary).toContainText("Regular Cleaning, 3 hours × $53.00");
  await expect(book.summary).toContainText("Total$159.00");
  await book.go("Details");
  await expect(book.field("Bedrooms")).toHaveValue("2");
  await expect(book.field("Bathrooms")).toHaveValue("1");
  await expect(book.hours).toHaveValue("3");
});

test("the address can select a type and a service", async ({ page }) => {
  const book = bookingPage(page);
  for (const { query, type, service } of [
    { query: "?type=commercial", type: "Commercial", service: "Office Cleaning" },
    { query: "?type=residential", type: "Residential", service: "Regular Cleaning" },
    { query: "?type=industrial", type: "Residential", service: "Regular Cleaning" },
    { query: "?service=paw-print-patrol", type: "Residential", service: "Paw Print Patrol" },
    { query: "?service=retail-showroom", type: "Commercial", service: "Retail & Showroom" },
    { query: "?service=retail-showroom&type=commercial", type: "Commercial", service: "Retail & Showroom" },
    { query: "?service=deep-cleaning&type=commercial", type: "Commercial", service: "Office Cleaning" },
    { query: "?service=house-washing", type: "Residential", service: "Regular Cleaning" },
    { query: "?service=no-such-service", type: "Residential", service: "Regular Cleaning" },
  ] as const) {
    await test.step(query, async () => {
      await page.goto(`/book${query}`);
      await expect(book.type(type)).toHaveAttribute("aria-pressed", "true");
      await expect(book.service(service)).toBeChecked();
      await expect(book.services.getByRole("radio", { checked: true })).toHaveCount(1);
    });
  }
});

test("changing the type clears the service and updates the address", async ({ page }) => {
  const book = bookingPage(page);
  await book.open("?service=deep-cleaning&type=residential");
  await book.type("Commercial").click();
  await expect(page).toHaveURL("/book?type=commercial");
  await expect(book.services.getByRole("radio")).toHaveCount(4);
  await expect(book.service("Office Cleaning")).toBeChecked();
  await expect(book.summary).toContainText("Office Cleaning, 3 hours × $65.00");
  await expect(book.summary).toContainText("Total$195.00");
  await expect(book.summary).not.toContainText("bed");
  await book.type("Residential").click();
  await expect(page).toHaveURL("/book?type=residential");
  await expect(book.service("Regular Cleaning")).toBeChecked();
  await expect(book.service("Deep Cleaning")).not.toBeChecked();
});

test("loading services is announced", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  const announced = Promise.withResolvers<void>();
  await page.route(/book\.data/, async (route) => {
    await announced.promise;
    await route.continue();
  });
  await book.type("Commercial").click();
  await expect(page.getByText("Loading services...")).toBeVisible();
  announced.resolve();
  await expect(book.service("Office Cleaning")).toBeChecked();
  await expect(page.getByText("Loading services...")).toHaveCount(0);
});

test("each service shows its title, description, price and first three features", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  const regular = page.locator("label").filter({ has: book.service("Regular Cleaning") });
  await expect(regular).toContainText("Regular Cleaning");
  await expect(regular).toContainText("The visit that keeps a home easy to live in");
  await expect(regular).toContainText("$53/hr");
  await expect(regular).toContainText("Most Popular");
  for (const feature of [
    "Kitchen and bathrooms scrubbed",
    "Floors vacuumed and mopped",
    "Dusting in every room",
  ])
    await expect(regular).toContainText(feature);
  await expect(regular).not.toContainText("Beds made");
  await expect(page.getByText("Most Popular")).toHaveCount(1);
  await expect(page.getByText("$289/month")).toBeVisible();
  await expect(page.getByText("$189", { exact: true })).toBeVisible();
});

test("House Washing leads to an estimate and can't be selected", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await expect(book.services.getByText("House Washing")).toBeVisible();
  await expect(book.service("House Washing")).toHaveCount(0);
  await expect(book.services.getByRole("link", { name: "Get Estimate" })).toHaveAttribute("href", "/contact");
});

test("an inactive service is not shown", async ({ page }) => {
  const book = bookingPage(page);
  await book.open("?type=commercial&service=carpet-steam-cleaning");
  await expect(book.service("Office Cleaning")).toBeChecked();
  await expect(page.getByText("Carpet Steam Cleaning")).toHaveCount(0);
});

test("each service has the inputs that it needs, and its total", async ({ page }) => {
  const book = bookingPage(page);
  const residential = { query: "?type=residential", rooms: true, roomsInSummary: false };
  const commercial = { query: "?type=commercial", rooms: false, roomsInSummary: false };
  for (const { query, rooms, service, hours, roomsInSummary, amount } of [
    { ...residential, service: "Regular Cleaning", hours: true, roomsInSummary: true, amount: "$159.00" },
    { ...residential, service: "Move In/Out Cleaning", hours: true, roomsInSummary: true, amount: "$216.00" },
    { ...residential, service: "Paw Print Patrol", hours: true, amount: "$135.00" },
    { ...residential, service: "Mobile Auto Detailing", hours: false, amount: "$189.00" },
    { ...residential, service: "Monthly Home Care", hours: false, amount: "$289.00" },
    { ...commercial, service: "Office Cleaning", hours: true, amount: "$195.00" },
    { ...commercial, service: "Post-Construction", hours: true, amount: "$255.00" },
    { ...commercial, service: "Monthly Janitorial Plan", hours: false, amount: "$950.00" },
  ]) {
    await test.step(service, async () => {
      await book.open(query);
      await choose(book.service(service));
      await expect(book.summary).toContainText(`Total${amount}`);
      await expect(book.summary.getByText("2 bed, 1 bath")).toHaveCount(roomsInSummary ? 1 : 0);
      await book.go("Details");
      await expect(book.field("Bedrooms")).toHaveCount(rooms ? 1 : 0);
      await expect(book.field("Bathrooms")).toHaveCount(rooms ? 1 : 0);
      await expect(book.hours).toHaveCount(hours ? 1 : 0);
      await expect(book.field("Notes (optional)")).toBeVisible();
    });
  }
});

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("total and button stay in view", async ({ page }) => {
      const book = bookingPage(page);
      await book.open();
      for (const place of [book.type("Residential"), book.service("Paw Print Patrol"), book.continue]) {
        await place.scrollIntoViewIfNeeded();
        await expect(book.proceed).toBeInViewport({ ratio: 1 });
        await expect(book.summary.getByText("$159.00").filter({ visible: true }).last()).toBeInViewport();
        await expect(book.missing).toBeInViewport();
      }
    });
  });
}

test("every change of the details updates the summary at once", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await book.go("Details");
  await expect(book.hours.locator("option")).toHaveText([
    "1 hour",
    "2 hours",
    "3 hours",
    "4 hours",
    "6 hours",
    "Full Day",
  ]);
  await expect(book.field("Bedrooms").locator("option")).toHaveText(["1", "2", "3", "4", "5+"]);
  await expect(book.field("Bathrooms").locator("option")).toHaveText(["1", "2", "3", "4+"]);

  await book.hours.selectOption("Full Day");
  await expect(book.summary).toContainText("Full Day");
  await expect(book.summary).toContainText("Total$424.00");
  await expect(page.getByRole("button", { name: "More hours" })).toBeDisabled();
  await page.getByRole("button", { name: "Fewer hours" }).click();
  await expect(book.summary).toContainText("6 hours");
  await expect(book.summary).toContainText("Total$318.00");

  await book.field("Bedrooms").selectOption("5+");
  await book.field("Bathrooms").selectOption("4+");
  await expect(book.summary).toContainText("5+ bed, 4+ bath");
  await page.getByRole("button", { name: "Fewer bedrooms" }).click();
  await expect(book.summary).toContainText("4 bed, 4+ bath");
});
