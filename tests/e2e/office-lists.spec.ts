import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { formComesAlive } from "./support/hydration";

test.beforeEach(async ({ page }) => {
  await logIn(page.request, await demoAdministrator());
});

function orders(page: Page) {
  const days = page.getByRole("navigation", { name: "Created, by day" });
  return {
    status: page.getByLabel("Status", { exact: true }),
    search: page.getByRole("searchbox", { name: "Search orders" }),
    chip: (name: string) => days.getByRole("link", { name, exact: true }),
    async open() {
      await page.goto("/admin/orders?range=any");
      await formComesAlive(page);
    },
    /** The address that the list has arrived at, as sorted parameters without the empty ones. */
    async arrivesAt(expected: string) {
      const asked = () =>
        [...new URL(page.url()).searchParams]
          .filter(([, value]) => value)
          .map((pair) => pair.join("="))
          .sort()
          .join("&");
      await expect.poll(asked).toBe(expected);
      await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
    },
  };
}

/** Holds the loads of a list back, from `hold` to `release`. */
async function gate(page: Page) {
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  await page.route(/\/admin\/orders\.data/, async (route) => {
    await opened.promise;
    await route.continue().catch(() => undefined); // another choice may have taken its place
  });
  return {
    hold: () => {
      opened = Promise.withResolvers<void>();
    },
    release: () => opened.resolve(),
  };
}

test("a filter and a range that are chosen while the list loads both count, in any order", async ({
  page,
}) => {
  const list = orders(page);
  const loads = await gate(page);
  await list.open();

  await test.step("the range first", async () => {
    loads.hold();
    await list.chip("This week").click();
    await list.status.selectOption("completed");
    loads.release();
    await list.arrivesAt("range=week&status=completed");
    await expect(list.chip("This week")).toHaveAttribute("aria-current", "true");
    await expect(list.status).toHaveValue("completed");
  });

  await test.step("Back leads to the list before, and what is chosen on the way adds to that list", async () => {
    await page.goBack();
    await list.arrivesAt("range=any");
    await expect(list.status).toHaveValue("");
    await list.chip("This month").click();
    await list.arrivesAt("range=month");
    await list.chip("Any time").click();
    await list.arrivesAt("range=any");
    loads.hold();
    await page.goBack();
    await expect(list.chip("This month")).toHaveAttribute("aria-current", "true");
    await list.status.selectOption("pending");
    loads.release();
    await list.arrivesAt("range=month&status=pending");
  });

  await test.step("the filter first", async () => {
    await list.open();
    loads.hold();
    await list.status.selectOption("completed");
    await list.chip("This month").click();
    loads.release();
    await list.arrivesAt("range=month&status=completed");
  });

  await test.step("a search that is still being typed, too", async () => {
    await list.open();
    loads.hold();
    await list.search.fill("cleaning");
    await list.chip("This week").click();
    loads.release();
    await list.arrivesAt("q=cleaning&range=week");
  });

  await test.step("both in the same moment", async () => {
    await list.open();
    const select = await list.status.elementHandle();
    await list.chip("This month").evaluate(async (chip, status) => {
      (chip as HTMLElement).click();
      await Promise.resolve();
      (status as HTMLSelectElement).value = "completed";
      status?.dispatchEvent(new Event("change", { bubbles: true }));
    }, select);
    await list.arrivesAt("range=month&status=completed");
  });
});

test("a tab and a filter that are chosen in the same moment both count", async ({ page }) => {
  await page.goto("/admin/bookings?range=any");
  await formComesAlive(page);
  const select = await page.getByLabel("Status", { exact: true }).elementHandle();
  const tabs = page.getByRole("navigation", { name: "Bookings by day" });
  await tabs.getByRole("link", { name: "Past" }).evaluate(async (tab, status) => {
    (tab as HTMLElement).click();
    await Promise.resolve();
    (status as HTMLSelectElement).value = "completed";
    status?.dispatchEvent(new Event("change", { bubbles: true }));
  }, select);
  await expect(page).toHaveURL(/\bstatus=completed\b/);
  await expect(tabs.locator("[aria-current]")).toHaveText("Past");
});

test("a search that is typed on a tab looks in all, and its end leads back to the tab", async ({ page }) => {
  await page.goto("/admin/bookings?when=past");
  await formComesAlive(page);
  const tabs = page.getByRole("navigation", { name: "Bookings by day" });
  const current = tabs.locator("[aria-current]");
  const box = page.getByPlaceholder("Search bookings");
  await expect(current).toHaveText("Past");
  await box.fill("Whitcomb");
  await expect(current).toHaveText("All");
  await expect(
    page.getByRole("link", { name: /^Open the booking of Margaret Whitcomb/ }).first(),
  ).toBeVisible();
  await box.fill("");
  await expect(current).toHaveText("Past");
});

test("the pipeline of applications leads back to the list", async ({ page }) => {
  await page.goto("/admin/applications?range=any");
  await formComesAlive(page);
  const views = page.getByRole("navigation", { name: "View" });
  await views.getByRole("link", { name: "Pipeline" }).click();
  await expect(views.getByRole("link", { name: "Pipeline" })).toHaveAttribute("aria-current", "true");
  await views.getByRole("link", { name: "List" }).click();
  await expect(views.getByRole("link", { name: "List" })).toHaveAttribute("aria-current", "true");
});
