import { expect, test } from "../support/e2e";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { ownDay, today } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { bookElsewhere } from "./support/requests";

test.use({ expectedStatuses: [402] });

test.beforeEach(async ({ page, request }) => {
  await page.goto(await bookElsewhere(request, { day: ownDay(), time: "8:00 AM" }));
  await formComesAlive(page);
});

const MESSAGES = {
  Name: "Name must be at least 2 characters",
  Email: "Please enter a valid email address",
  Phone: "Please enter a valid phone number",
  "Card number": "Card number is not valid. Please check the digits.",
  Expiry: "Expiry must be a month written as MM/YY.",
  CVC: "CVC must be the 3 digits on the back of the card.",
};

test("shows errors at each field and focuses the first", async ({ page }) => {
  const checkout = checkoutPage(page);
  await checkout.pay.click();
  for (const [label, message] of Object.entries(MESSAGES)) {
    await expect(checkout.field(label)).toHaveAccessibleDescription(message);
    await expect(checkout.field(label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(checkout.field("Name")).toBeFocused();

  await test.step("errors disappear when corrected", async () => {
    await checkout.field("Name").fill("M");
    await expect(checkout.field("Name")).toHaveAccessibleDescription(MESSAGES.Name);
    await checkout.field("Name").fill("Margaret");
    await expect(checkout.field("Name")).toHaveAccessibleDescription("");
    await checkout.fillCustomer();
    await checkout.pay.click();
    await expect(checkout.field("Card number")).toBeFocused();
  });
});

test("refuses invalid values", async ({ page }) => {
  const lastMonth = today().subtract({ months: 1 });
  const checkout = checkoutPage(page);
  await checkout.fillCustomer();
  for (const { invalid, label, value, message } of [
    { invalid: "a mistyped number", label: "Card number", value: "4242 4242 4242 4243" },
    { invalid: "a short number", label: "Card number", value: "4242 4242" },
    { invalid: "a month that isn't", label: "Expiry", value: "13/39" },
    {
      invalid: "a card of last month",
      label: "Expiry",
      value: lastMonth.toLocaleString("en-US", { month: "2-digit", year: "2-digit" }),
      message: "Expiry is in the past. Please use another card.",
    },
    { invalid: "a short CVC", label: "CVC", value: "12" },
    { invalid: "half an e-mail address", label: "Email", value: "margaret@" },
    { invalid: "half a phone number", label: "Phone", value: "603 555" },
  ] as { invalid: string; label: keyof typeof MESSAGES; value: string; message?: string }[]) {
    await test.step(invalid, async () => {
      await checkout.fillCard(CARDS.good);
      await checkout.field(label).fill(value);
      await checkout.pay.click();
      await expect(checkout.field(label)).toHaveAccessibleDescription(message ?? MESSAGES[label]);
      await expect(checkout.field(label)).toBeFocused();
    });
    await checkout.fillCustomer();
  }
  await expect(page).toHaveURL(/\/payment\?session_id=/);
});

test("refuses real cards", async ({ page }) => {
  const checkout = checkoutPage(page);
  await checkout.fillCustomer();
  await checkout.fillCard("4111 1111 1111 1111");
  await checkout.pay.click();
  await expect(page.getByRole("alert")).toContainText("takes no real cards");
});

test("formats the card while it is typed", async ({ page }) => {
  const checkout = checkoutPage(page);
  await checkout.field("Card number").pressSequentially("4000000000000002");
  await expect(checkout.field("Card number")).toHaveValue(CARDS.declined);
  await checkout.field("Expiry").pressSequentially("0739");
  await expect(checkout.field("Expiry")).toHaveValue("07/39");
});

test("a double click pays once", async ({ page }) => {
  const checkout = checkoutPage(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sent++;
  });
  await checkout.fillCustomer();
  await checkout.fillCard(CARDS.good);
  await checkout.pay.dblclick();
  await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
  expect(sent).toBe(1);
});
