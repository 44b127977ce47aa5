import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";

test.describe.configure({ mode: "serial" });
test.use({ expectedStatuses: [409] });

/** A week that no other test uses, in which both crews of the demo company have visits. */
const daysAhead = (days: number) => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
};

async function openDay(page: Page, date: string) {
  await page.goto(`/admin/schedule?view=day&date=${date}`);
  await page.waitForFunction(() => {
    const block = document.querySelector("[data-visit]");
    return block && Object.keys(block).some((key) => key.startsWith("__reactProps$"));
  });
}

/** The first day on which both crews have one movable visit each. */
async function busyDay(page: Page): Promise<string> {
  for (let days = 8; days < 20; days += 1) {
    const date = daysAhead(days);
    const html = await (await page.request.get(`/admin/schedule?view=day&date=${date}`)).text();
    const [first, second] = html
      .split("<tr data-crew=")
      .slice(1)
      .map((row) => row.split("data-movable=").length - 1);
    if (first === 1 && second) return date;
  }
  throw new Error("There is no such day.");
}

const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });

async function dragTo(page: Page, block: Locator, target: { x: number; y: number }) {
  const box = await block.boundingBox();
  if (!box) throw new Error("The block is not on the page.");
  await page.mouse.move(box.x + 12, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + 12, { steps: 3 });
  await page.mouse.move(target.x + 12, target.y + 12, { steps: 6 });
}

test("a visit is dragged, a conflict moves it back, and undo works", async ({ page }) => {
  await logIn(page.request, await demoAdministrator());
  const date = await busyDay(page);
  await openDay(page, date);
  const [first, second] = [page.locator("tr[data-crew]").nth(0), page.locator("tr[data-crew]").nth(1)];
  const block = first.locator("[data-movable]").first();
  const id = await block.getAttribute("data-visit");
  const moved = page.locator(`[data-visit="${id}"]`);
  const before = await moved.textContent();

  const other = await second.locator("[data-movable]").first().boundingBox();
  await dragTo(page, block, other ?? { x: 0, y: 0 });
  await expect(page.getByText(/has another visit at that time\.$/)).toBeVisible();
  await page.mouse.up();
  await expect(toast(page)).toContainText(/Not moved.*has another visit at that time: /);
  await expect(first.locator(`[data-visit="${id}"]`)).toHaveText(before ?? "");
  expect(page.url()).not.toContain("visit=");

  // 4:00 PM is free for both crews on most days.
  const slot = await page.getByRole("columnheader", { name: "4:00 PM" }).boundingBox();
  const row = await first.boundingBox();
  await dragTo(page, moved, { x: (slot?.x ?? 0) + 4, y: (row?.y ?? 0) + 8 });
  await page.mouse.up();
  await expect(toast(page)).toContainText("Visit moved");
  await expect(moved).toContainText("4 PM");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(moved).toHaveText(before ?? "");
});

test("a visit is moved by keyboard alone, and a refused move keeps the choice", async ({ page }) => {
  await logIn(page.request, await demoAdministrator());
  const date = await busyDay(page);
  await openDay(page, date);
  const block = page.locator("tr[data-crew]").nth(1).locator("[data-movable]").first();
  const id = await block.getAttribute("data-visit");
  await block.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary").filter({ has: page.getByRole("heading", { name: "Move" }) });
  await expect(panel).toBeFocused();

  const taken = await page.locator("tr[data-crew]").nth(0).locator("[data-movable]").first().textContent();
  const start = /^(\d+ [AP]M)/.exec(taken ?? "")?.[1]?.replace(" ", ":00 ") ?? "";
  await panel.getByLabel("Crew").focus();
  await page.keyboard.press("ArrowUp");
  await panel.getByLabel("Time").selectOption(start);
  await panel.getByRole("button", { name: "Move" }).press("Enter");
  await expect(panel.getByText(/has another visit at that time/).first()).toBeVisible();
  await expect(panel.getByLabel("Time")).toHaveValue(start);

  await panel.getByLabel("Date").fill(daysAhead(40));
  await panel.getByRole("button", { name: "Move" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`date=${daysAhead(40)}$`));
  await expect(page.locator(`[data-visit="${id}"]`)).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`boards and crews are accessible and fit ${width} px`, async ({ page }) => {
    test.slow();
    await logIn(page.request, await demoAdministrator());
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      "/admin/schedule",
      "/admin/schedule?view=week",
      `/admin/schedule?date=${daysAhead(9)}&close=${daysAhead(9)}`,
      "/admin/crews/new",
    ]) {
      await page.goto(path);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await openDay(page, await busyDay(page));
    await page.locator("[data-movable]").first().click();
    await expect(page.getByRole("heading", { name: "Move" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/crews");
    await page.getByRole("link", { name: "Open Birch crew" }).click();
    await page.getByLabel("Its own hours").check();
    await expectAccessible(page);
  });
}
