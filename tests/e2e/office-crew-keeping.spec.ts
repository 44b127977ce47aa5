import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { aCrewDay, join, officeOf, smallTargets, tapsOf, WORDS } from "./support/crew-day";
import { askDatabase } from "./support/site-database";

const words = WORDS.en;

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
});

const button = (page: Page, name: string) => page.getByRole("button", { name: words[name], exact: true });
const says = (page: Page, name: string) => page.getByText(words[name] ?? "");

/** A member's phone on the page of their first visit, which may be finished without items. */
async function atTheFirstStop(page: Page, browser: Parameters<typeof officeOf>[0]) {
  const day = await aCrewDay("en");
  await askDatabase("update bookings set items_waived = true where id = $1", [day.first]);
  const office = await officeOf(browser, day);
  await join(page, office, words);
  await office.context().close();
  await page.getByRole("link", { name: /1 Elm Street/ }).click();
  await expect(button(page, "start")).toBeVisible();
  return day;
}

/** As in a private window of some browsers. */
const keepsNothing = (page: Page) =>
  page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("A mutation operation was attempted.", "InvalidStateError");
    };
  });

/** As on a phone whose disk is full. */
const isFull = (page: Page) =>
  page.evaluate(() => {
    const refuse = () => {
      throw new DOMException("There is no room.", "QuotaExceededError");
    };
    Object.assign(IDBObjectStore.prototype, { add: refuse, put: refuse });
  });

for (const [phone, breakIt] of [
  ["can keep nothing", keepsNothing],
  ["is full", isFull],
] as const)
  test(`a phone that ${phone} sends a tap at once, and says when it can't`, async ({
    page,
    context,
    browser,
  }) => {
    if (breakIt === keepsNothing) await breakIt(page);
    const day = await atTheFirstStop(page, browser);
    if (breakIt === isFull) await breakIt(page);

    await button(page, "on_my_way").click();
    await expect(says(page, "unkept_sent")).toBeInViewport();
    await expect(says(page, "state_on_the_way")).toBeVisible();
    expect(await tapsOf(day.first)).toEqual(["on_my_way"]);

    await context.setOffline(true);
    await button(page, "start").click();
    await expect(says(page, "unkept_lost")).toBeInViewport();
    await expect(says(page, "state_on_the_way")).toBeVisible();
    await expectAccessible(page);
    await page.locator("summary", { hasText: words.tell_office }).click();
    await page.getByLabel(words.report_words ?? "").fill("A vase is broken");
    await button(page, "send").click();
    await expect(says(page, "unkept_lost")).toBeVisible();
    await expect(page.getByLabel(words.report_words ?? "")).toHaveValue("A vase is broken");
    await button(page, "understood").click();
    await expect(says(page, "unkept_lost")).toBeHidden();

    await context.setOffline(false);
    await button(page, "send").click();
    await expect(says(page, "unkept_sent")).toBeVisible();
    await expect(page.getByText("A vase is broken")).toBeVisible();
    await button(page, "start").click();
    await expect(page.getByText(words.state_working ?? "", { exact: true })).toBeVisible();
    expect(await tapsOf(day.first)).toEqual(["on_my_way", "started"]);

    await page.getByLabel(new RegExp(`^${words.photo_before}`)).setInputFiles({
      ...{ name: "before.png", mimeType: "image/png", buffer: await page.screenshot() },
    });
    await expect
      .poll(() => askDatabase("select kind from visit_photos where booking_id = $1", [day.first]))
      .toEqual([{ kind: "before" }]);
    await expect(page.getByText("1 photo", { exact: true })).toBeVisible();
  });

test("two tabs of a phone show the same, and send a tap once", async ({ page, context, browser }) => {
  const day = await atTheFirstStop(page, browser);
  const other = await context.newPage();
  await other.goto(`/crew?stop=${day.first}`);
  await expect(button(other, "start")).toBeEnabled();
  await context.setOffline(true);
  await button(page, "on_my_way").click();
  await expect(other.getByText(words.state_on_the_way ?? "")).toBeVisible();
  await button(other, "start").click();
  for (const tab of [page, other])
    await expect(tab.getByText(words.state_working ?? "", { exact: true })).toBeVisible();
  expect(await tapsOf(day.first)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => tapsOf(day.first)).toEqual(["on_my_way", "started"]);
  for (const tab of [page, other]) {
    await expect(tab.getByText(words.offline ?? "")).toBeHidden();
    await expect(tab.getByText(words.state_working ?? "", { exact: true })).toBeVisible();
  }
});

test("a finish is taken back for some seconds, and a double tap is none", async ({ page, browser }) => {
  const day = await atTheFirstStop(page, browser);
  const undo = (tap: string) => page.getByRole("button", { name: `Undo “${words[tap]}”` });
  await button(page, "start").click();
  await expect(undo("start")).toBeVisible();
  await button(page, "finish").click();
  await expect(undo("finish")).toBeDisabled();
  await expect(undo("finish")).toBeEnabled();
  expect(await smallTargets(page)).toEqual([]);
  await expectAccessible(page);
  const status = async () =>
    (await askDatabase("select status from bookings where id = $1", [day.first]))[0]?.status;
  await expect.poll(status).toBe("completed");
  await undo("finish").click();
  await expect(page.getByText(words.state_working ?? "", { exact: true })).toBeVisible();
  await expect.poll(() => tapsOf(day.first)).toEqual(["started", "finished", "undone"]);
  expect(await status()).toBe("confirmed");
  await expect(undo("finish")).toBeHidden();
  await button(page, "finish").click();
  await expect(page.getByText(words.state_done ?? "", { exact: true })).toBeVisible();
  await expect(undo("finish")).toBeHidden({ timeout: 20_000 });
});
