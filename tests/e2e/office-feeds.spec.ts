import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

test.use({ expectedStatuses: [404, 409] });

const openCrew = async (page: Page) => {
  await page.goto("/admin/crews");
  await page.getByRole("link", { name: "Open Maple crew" }).click();
};
const openOffice = async (page: Page) => {
  await page.goto("/admin/schedule");
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
};

for (const [whose, open, width] of [
  ["the crew", openCrew, 390],
  ["the office", openOffice, 1440],
] as const) {
  test(`the calendar address of ${whose} is created, read, replaced and removed`, async ({
    page,
    playwright,
  }) => {
    test.slow();
    await logIn(page.request, await demoAdministrator());
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    await page.getByRole("button", { name: "Make private address" }).click();
    const field = page.getByLabel(`Your address for ${whose === "the crew" ? "this crew" : "all crews"}`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const first = await field.inputValue();
    await expect(page.getByRole("link", { name: "Subscribe" })).toHaveAttribute(
      "href",
      first.replace("http:", "webcal:"),
    );
    const anybody = await playwright.request.newContext();
    const read = async (url: string) => (await anybody.get(url)).status();
    expect(await (await anybody.get(first)).text()).toMatch(/^BEGIN:VCALENDAR.*BEGIN:VEVENT.*Customer: /s);
    await page.getByRole("button", { name: "Replace" }).click();
    await expect(field).not.toHaveValue(first, { timeout: 15_000 });
    const second = await field.inputValue();
    expect([await read(first), await read(second)]).toEqual([404, 200]);
    await page.getByRole("button", { name: "Remove" }).last().click();
    await expect(page.getByRole("button", { name: "Make private address" })).toBeVisible({
      timeout: 15_000,
    });
    expect(await read(second)).toBe(404);
    await anybody.dispose();
  });
}

test("when two edit a crew at once, the second sees the conflict, keeps what was typed, and can save it", async ({
  page,
  context,
}) => {
  test.slow();
  await logIn(context.request, await demoAdministrator());
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await openCrew(tab);
    await formComesAlive(tab);
  }
  const email = (tab: Page) => tab.locator("#details").getByLabel("Email");
  const save = (tab: Page) => tab.locator("#details").getByRole("button", { name: "Save" }).click();
  const before = await email(page).inputValue();
  await email(page).fill("first@crew.example");
  await save(page);
  await expect(toast(page, "Crew saved")).toBeVisible();
  await email(other).fill("second@crew.example");
  await save(other);
  await expect(other.getByText("Someone else changed this crew while you were editing")).toBeVisible();
  await expect(other.getByText(/first@crew\.example\. Save again/)).toBeVisible();
  await expect(email(other)).toHaveValue("second@crew.example");
  await expectAccessible(other);
  await save(other);
  await expect(toast(other, "Crew saved")).toBeVisible();
  await email(other).fill(before);
  await save(other);
});
