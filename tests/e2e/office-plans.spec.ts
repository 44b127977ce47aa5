import type { APIRequestContext } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { today } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

test("the office finds a plan, skips a visit, pauses it, and ends it", async ({ page }) => {
  test.slow();
  const name = `Petra Q${Date.now()}`;
  const checkout = checkoutPage(page);
  const panel = page.getByRole("complementary", { name: "Plan" });

  await test.step("a guest starts a plan", async () => {
    const answer = await page.request.post("/api/create-payment", {
      data: {
        serviceId: "monthly-home-care",
        serviceType: "residential",
        bookingDetails: {
          ...(await startWithoutClash(page.request)),
          frequency: "biweekly",
          address: { street: "7 Catamount Street", city: "Pittsfield", state: "NH", zip: "03263" },
        },
      },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    await page.goto((await answer.json()).url);
    await formComesAlive(page);
    await checkout.fillCustomer();
    await checkout.field("Name").fill(name);
    await checkout.fillCard(CARDS.good);
    await checkout.pay.click();
    await expect(page.getByRole("heading", { name: "Your plan has started" })).toBeVisible();
  });

  await test.step("it is found and opened", async () => {
    await logIn(page.request, await demoAdministrator());
    await page.goto(`/admin/plans?q=${encodeURIComponent(name)}`);
    await formComesAlive(page);
    await expect(page.getByText("1 plan", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: `Open the plan of ${name}` }).click();
    await expect(panel.getByText("Next visits")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("its time changes from the second visit on, as the preview shows", async () => {
    await panel.getByRole("link", { name: "Change plan" }).click();
    await formComesAlive(page);
    await page.getByLabel("Visit", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Update form" }).click();
    await expect(page).toHaveURL(/visit=/);
    const time = page.getByLabel("Time", { exact: true });
    const other = (await time.inputValue()) === "8:00 AM" ? "4:00 PM" : "8:00 AM";
    await time.selectOption(other);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("heading", { name: "What it does" })).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Save change" }).click();
    await expect(toast(page, "Plan changed")).toBeVisible();
    await expect(panel.getByText(new RegExp(`^Every other .* at ${other}$`))).toBeVisible();
  });

  await test.step("a new price is announced to its customer, and withdrawn", async () => {
    await page.goto("/admin/plans/prices");
    await formComesAlive(page);
    for (const plan of await page.getByRole("checkbox").all()) await plan.uncheck();
    await page.getByRole("checkbox", { name: name }).check();
    await page.getByLabel("Percent").fill("5");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByText("$303.45", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Announce to 1 customer" }).click();
    await expect(toast(page, "New prices announced")).toBeVisible();
    const announced = page.getByRole("listitem").filter({ hasText: name });
    await announced.getByRole("button", { name: /^Withdraw the new price/ }).click();
    await expect(toast(page, "Withdrawn")).toBeVisible();
    await page.goto(`/admin/plans?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name: `Open the plan of ${name}` }).click();
  });

  await test.step("a visit is skipped after a confirmation", async () => {
    await panel.getByRole("button", { name: /^Skip/ }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Skip visit" }).click();
    await expect(toast(page, "Visit skipped")).toBeVisible();
    await expect(panel.getByText("Skipped", { exact: true })).toBeVisible();
  });

  await test.step("it is paused, and ended at once", async () => {
    await panel.getByText("Pause", { exact: true }).click();
    await panel.getByRole("button", { name: "Pause plan" }).click();
    await expect(toast(page, "Plan paused")).toBeVisible();
    await panel.getByText("End now", { exact: true }).click();
    await panel.getByRole("button", { name: "End plan now" }).click();
    await expect(toast(page, "Plan ended")).toBeVisible();
    await expect(panel.getByText(/^This plan ended on/)).toBeVisible();
  });
});

/** A start on the weekday of plans at which no visit of the plan clashes with those that other tests and the demo have. */
async function startWithoutClash(request: APIRequestContext): Promise<{ date: string; time: string }> {
  const days = [20, 27].map((days) => today().add({ days }).toString());
  const times = ["8:00 AM", "12:00 PM", "4:00 PM", "10:00 AM", "2:00 PM"];
  for (const start of days.flatMap((date) => times.map((time) => ({ date, time })))) {
    const params = { service: "monthly-home-care", frequency: "biweekly", city: "Pittsfield", ...start };
    const { visits } = await (await request.get("/api/plan-preview", { params })).json();
    if (visits?.every(({ clash }: { clash: unknown }) => !clash)) return start;
  }
  throw new Error("Every start clashes");
}
