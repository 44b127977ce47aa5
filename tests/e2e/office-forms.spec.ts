import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { bookByPhone } from "./support/phone-booking";

test.use({ expectedStatuses: [409] });
test.beforeEach(async ({ page }) => {
  test.slow();
  await logIn(page.request, await demoAdministrator());
});

/** Books by phone with a direct request. */
async function book(page: Page, change: Record<string, string> = {}) {
  const name = `Iris ${randomUUID().slice(0, 8)}`;
  const form = {
    token: randomUUID(),
    customer_name: name,
    customer_phone: "(603) 555-0177",
    service: "regular-cleaning",
    hours: "3",
    date: ownDay(),
    time: "8:00 AM",
    street: "9 Main Street",
    city: "Concord",
    state: "NH",
    zip: "03301",
    ...change,
  };
  const path = await bookByPhone(page.request, form);
  return { path, id: path.split("/").at(-1) ?? "", ...form };
}

/** Types who calls and where into the form of a booking by phone. */
async function fillCaller(page: Page) {
  for (const [label, text] of [
    ["Name", "Ruth Merrill"],
    ["Phone", "(603) 555-0100"],
    ["Street", "9 Main Street"],
    ["City", "Concord"],
    ["State", "NH"],
    ["ZIP code", "03301"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

/** Posts a form as another administrator. */
async function post(page: Page, path: string, form: Record<string, string>): Promise<string> {
  const answer = await page.request.post(path, { form, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(303);
  return answer.headers().location ?? "";
}

const notices = (page: Page) => page.getByRole("region", { name: "Notifications" });

test("a form refused because of a conflict can be sent again", async ({ page }) => {
  const { path, id } = await book(page);
  const day = ownDay();
  await page.goto(path);
  await formComesAlive(page);

  await test.step("a move", async () => {
    await page.getByText("Reschedule or assign a crew").click();
    await post(page, "/admin/bookings", { id, status: "pending" });
    await page.getByLabel("Date", { exact: true }).fill(day);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("complementary", { name: /^Iris/ })).toContainText("Someone else changed");
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue(day);
    const form = page.locator("form").filter({ has: page.getByLabel("Date", { exact: true }) });
    await expect(form.locator("[type=submit]").first(), "what Enter presses").toHaveText("Save");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "Visit moved")).toBeVisible();
  });

  await test.step("details", async () => {
    await page.getByText("Edit details").click();
    await post(page, "/admin/bookings", { id, status: "confirmed" });
    await page.getByLabel("City", { exact: true }).fill("Dover");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(notices(page)).toContainText("save again to keep your changes.");
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("Dover");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page, "Booking updated")).toBeVisible();
  });

  await test.step("a cancellation", async () => {
    const order = (await page.getByRole("link", { name: "Order and payment" }).getAttribute("href")) ?? "";
    await post(page, order, { intent: "pay", method: "cash" });
    await page.reload();
    await formComesAlive(page);
    await page.getByText("Cancel with a refund").click();
    const refund = { intent: "refund", token: randomUUID(), amount: "10", left: "15900", reason: "Late" };
    await post(page, order, refund);
    await page.getByLabel(/Full remaining amount/).check();
    await page.getByRole("button", { name: "Cancel this booking" }).click();
    await expect(notices(page)).toContainText("Nothing was changed");
    await expect(page.getByText("Full remaining amount: $149.00")).toBeVisible();
    await page.getByLabel(/Full remaining amount/).check();
    await page.getByRole("button", { name: "Cancel this booking" }).click();
    await expect(toast(page, "Booking cancelled")).toBeVisible();
  });
});

test("a slot taken during the call is shown as full, and another one is booked", async ({ page }) => {
  const date = ownDay();
  await page.goto("/admin/bookings/new");
  await formComesAlive(page);
  await page.getByLabel("Service", { exact: true }).selectOption({ label: "Regular Cleaning" });
  await page.locator("[name=date]").fill(date);
  const time = (name: string) => page.getByRole("radio", { name: new RegExp(`, ${name}$`) }).first();
  await expect(page.locator(`[name=slot][value^="${date}"]`).first()).toBeVisible();
  await time("10:00 AM").check();
  await fillCaller(page);
  await page.waitForLoadState("networkidle"); // the times that belong to this caller have come
  await book(page, { date, time: "10:00 AM" });
  await book(page, { date, time: "10:00 AM" });
  await page.getByRole("button", { name: "Book this visit" }).click();
  await expect(page.getByText(/Still available that day/).first()).toBeVisible();
  await expect(time("10:00 AM")).toBeDisabled();
  await time("2:00 PM").check();
  await page.getByRole("button", { name: "Book this visit" }).click();
  await expect(page.getByRole("heading", { name: /^#\d+ is booked$/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Book another" })).toBeFocused();
});

test("a status is set by keyboard without intermediate values, and cancelling asks first", async ({
  page,
}) => {
  const { customer_name } = await book(page);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  await page.goto(`/admin/bookings?q=${encodeURIComponent(customer_name)}`);
  await formComesAlive(page);
  const status = page.getByLabel(`Status of the booking of ${customer_name}`);
  await expect(status).toHaveValue("confirmed");

  await status.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(status).toHaveValue("cancelled");
  for (let up = 0; up < 3; up++) await page.keyboard.press("ArrowUp");
  expect(posts).toBe(0);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Booking status updated successfully")).toBeVisible();
  await expect(status).toHaveValue("pending");
  await expect(status).toBeFocused();
  expect(posts).toBe(1);

  for (let down = 0; down < 3; down++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Cancel this booking?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(status).toHaveValue("pending");
  await expect(status).toBeFocused();
  await status.selectOption("Cancelled");
  await question.getByRole("button", { name: "Keep booking" }).click();
  await expect(status).toHaveValue("pending");
  expect(posts).toBe(1);
  await status.selectOption("Cancelled");
  await question.getByRole("button", { name: "Cancel booking" }).click();
  await expect(status).toHaveValue("cancelled");
  await expect.poll(() => posts).toBe(2);
  await expect(page.getByRole("row", { name: customer_name }).getByText("Cancelled").first()).toBeVisible();
  await expect(status).not.toHaveAttribute("aria-busy");

  await page.keyboard.press("Tab");
  await status.focus();
  for (let up = 0; up < 3; up++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await expect.poll(() => posts).toBe(3);
  await expect(status).toHaveValue("pending");
});

test("a future visit can't be set to Completed, and the page says when it can", async ({ page }) => {
  const { customer_name } = await book(page);
  await page.goto(`/admin/bookings?q=${encodeURIComponent(customer_name)}`);
  await formComesAlive(page);
  const status = page.getByLabel(`Status of the booking of ${customer_name}`);
  await status.selectOption("Completed");
  await expect(notices(page)).toContainText("Set it to Completed on that day or later.");
  await expect(status).toHaveValue("confirmed");
});

test("a status doesn't overwrite another person's change", async ({ page }) => {
  const { customer_name, id } = await book(page);
  await page.goto(`/admin/bookings?q=${encodeURIComponent(customer_name)}`);
  await formComesAlive(page);
  await post(page, "/admin/bookings", { id, status: "pending" });
  const status = page.getByLabel(`Status of the booking of ${customer_name}`);
  await status.selectOption("Cancelled");
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(notices(page)).toContainText("it is now Pending");
  await expect(status).toHaveValue("pending");
  await status.selectOption("Confirmed");
  await expect(toast(page, "Booking status updated successfully")).toBeVisible();
});

test("Enter in the reason doesn't close a day", async ({ page }) => {
  const date = ownDay();
  await page.goto(`/admin/schedule?date=${date}&close=${date}`);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Reason").fill("Fair");
  await page.getByLabel("Reason").press("Enter");
  await page.getByRole("button", { name: "Close 8:00 AM" }).click();
  await expect(page.getByRole("button", { name: "Open 8:00 AM" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Close all day" })).toBeVisible();
});

test("the panel keeps what is typed, returns the focus, and covers no reachable list", async ({ page }) => {
  const { customer_name } = await book(page);
  const list = `/admin/bookings?q=${encodeURIComponent(customer_name)}`;
  await page.goto(list);
  await formComesAlive(page);
  const row = page.getByRole("link", { name: `Open the booking of ${customer_name}` });
  const panel = page.getByRole("complementary", { name: customer_name });
  await row.press("Enter");
  await expect(panel).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(row).toBeFocused();

  await row.press("Enter");
  await panel.getByLabel("Add a note").fill("Key at the neighbour's");
  await page.keyboard.press("Escape");
  await expect(toast(page, "Not saved yet")).toBeVisible();
  await expect(panel.getByLabel("Add a note")).toHaveValue("Key at the neighbour's");
  await panel.getByRole("button", { name: "Add note" }).click();
  await expect(toast(page, "Note added")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(row).toBeFocused();

  await page.setViewportSize({ width: 768, height: 900 });
  await row.press("Enter");
  await expect(panel).toBeFocused();
  for (let tabs = 0; tabs < 40; tabs += 1) {
    await page.keyboard.press("Tab");
    const inList = await page.evaluate(() =>
      Boolean(document.activeElement?.closest("table, form[role=search]")),
    );
    expect(inList).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("searchbox", { name: "Search bookings" })).toBeEnabled();
  await page.reload();
  await formComesAlive(page);
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(row).toBeFocused();
});

test("a morning of calls: a broken line is taken up again, and who is known is booked by keyboard", async ({
  page,
}) => {
  const date = ownDay();
  const name = `Opal ${randomUUID().slice(0, 8)}`;
  const heading = page.getByRole("heading", { name: /^#\d+ is booked$/ });

  await test.step("the line breaks, and the same caller calls again", async () => {
    await page.goto("/admin/bookings/new");
    await formComesAlive(page);
    await expect(page.getByLabel("Who is calling?")).toBeFocused();
    await page.keyboard.type("603 555 0188");
    await expect(page.getByLabel("Phone", { exact: true })).toHaveValue("603 555 0188");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Street", { exact: true }).fill("9 Main Street");
    await page.goto("/admin/bookings");
    await page.goto("/admin/bookings/new");
    await formComesAlive(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
    await expect(page.getByLabel("Street", { exact: true })).toHaveValue("9 Main Street");
    await page.getByLabel("City", { exact: true }).fill("Concord");
    await page.getByLabel("State", { exact: true }).fill("NH");
    await page.getByLabel("ZIP code", { exact: true }).fill("03301");
    await page.locator("[name=date]").fill(date);
    await page.locator(`[name=slot][value^="${date}"]`).first().check();
    await page.getByRole("button", { name: "Book this visit" }).click();
    await expect(heading).toBeVisible();
  });

  await test.step("who is known is found while the name is typed, and chosen with Enter", async () => {
    await page.keyboard.press("Enter"); // Book another
    await expect(page.getByLabel("Who is calling?")).toBeFocused();
    await expect(page.getByText("Unfinished call")).toBeHidden();
    await page.keyboard.type(name);
    await expect(page.getByRole("link", { name: new RegExp(name) })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Street", { exact: true })).toHaveValue("9 Main Street");
    await expect(page.getByLabel("Service", { exact: true })).toBeFocused();
    await page.locator("[name=slot]:enabled").first().check();
    await page.keyboard.press("Enter");
    await expect(heading).toBeVisible();
  });
});

test("a home's size, half baths and extras change price and length of a booking by phone", async ({
  page,
}) => {
  const date = ownDay();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const total = page.getByRole("complementary", { name: "Booking" });
  await page.goto("/admin/bookings/new");
  await formComesAlive(page);
  await field("Service").selectOption({ label: "Home Cleaning" });
  await page.locator("[name=date]").fill(date);
  await field("Size of the home").selectOption("Up to 1,500 sq ft");
  await expect(total).toContainText("$195.00");
  await field("Half baths").selectOption("1");
  await expect(total).toContainText("$204.00");
  await field("Inside oven").selectOption("1");
  await expect(total).toContainText("$239.00");
  await expect(total).toContainText("about 3 h 45 min");
  await page.locator(`[name=slot][value^="${date}"]:enabled`).first().check();
  await fillCaller(page);
  await page.getByRole("button", { name: "Book this visit" }).click();
  await expect(page.getByRole("heading", { name: /^#\d+ is booked$/ })).toBeVisible();
  await page.goto(`/admin/bookings?from=${date}&to=${date}`);
  await page.getByRole("link", { name: "Open the booking of Ruth Merrill" }).first().click();
  const panel = page.getByRole("complementary", { name: "Ruth Merrill" });
  for (const text of ["Up to 1,500 sq ft", "Inside oven", "$239.00"]) await expect(panel).toContainText(text);
});

test("an unfinished call is not offered to whoever signs in next in the same tab", async ({ page }) => {
  await page.goto("/admin/bookings/new");
  await formComesAlive(page);
  await page.getByLabel("Name", { exact: true }).fill("Opal Quimby");
  await page.goto("/admin/bookings/new");
  await formComesAlive(page);
  await expect(page.getByText("Unfinished call")).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await logIn(page.request, await demoAdministrator());
  await page.goto("/admin/bookings/new");
  await formComesAlive(page);
  await expect(page.getByLabel("Who is calling?")).toBeVisible();
  await expect(page.getByText("Unfinished call")).toBeHidden();
});
