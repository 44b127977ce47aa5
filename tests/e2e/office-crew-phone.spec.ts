import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import {
  aCrewDay,
  installed,
  join,
  officeOf,
  smallTargets,
  storedIn,
  tapsOf,
  WORDS,
} from "./support/crew-day";
import { askDatabase } from "./support/site-database";

/** KB of script of /crew, as sent (Brotli). */
const MAX_SCRIPT_KB = 120;

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  expectedStatuses: [410],
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
});

const statusOf = async (id: string) =>
  (await askDatabase("select status from bookings where id = $1", [id]))[0]?.status;

async function expectUsable(page: Page) {
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
}

for (const language of ["es", "en"] as const) {
  const words = WORDS[language];
  const button = (page: Page, name: string) => page.getByRole("button", { name: words[name], exact: true });

  test(`a whole day in ${language}, with a part of it offline`, async ({ page, context, browser }) => {
    test.slow();
    const day = await aCrewDay(language);
    const office = await officeOf(browser, day);
    await join(page, office, words);
    await expect(page.getByRole("listitem")).toHaveCount(2);
    await installed(page);
    await expectUsable(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectUsable(page);

    await page.getByRole("link", { name: /1 Elm Street/ }).click();
    await expect(page.getByText("Grace", { exact: false }).first()).toBeVisible();
    await button(page, "on_my_way").click();
    await button(page, "start").click();
    await expect.poll(() => tapsOf(day.first)).toEqual(["on_my_way", "started"]);
    const items = page.getByRole("checkbox");
    for (const item of await items.all()) {
      await item.click();
      await expect(item).toBeChecked();
    }
    await expect.poll(async () => (await tapsOf(day.first)).length).toBe(2 + (await items.count()));
    await expectUsable(page);
    await page.emulateMedia({ colorScheme: "light" });
    await expectUsable(page);

    await context.setOffline(true);
    await expect(page.getByText(words.offline ?? "")).toBeVisible();
    await button(page, "pause").click();
    await button(page, "resume").click();
    await page.locator("summary", { hasText: words.tell_office }).click();
    await page.getByLabel(words.report_words ?? "").fill("A vase is broken");
    await button(page, "send").click();
    await expect(page.getByText(words.waiting_to_send ?? "")).toBeVisible();
    for (let round = 0; round < 3; round += 1) {
      await page.reload();
      await expect(page).toHaveURL(`/crew?stop=${day.first}`);
      await expect(page.getByText("A vase is broken")).toBeVisible();
      await expect(page.getByText(words.state_working ?? "", { exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await button(page, "finish").click();
    await expect(page.getByText(words.state_done ?? "", { exact: true })).toBeVisible();
    expect((await tapsOf(day.first)).slice(-1)).toEqual(["checked"]);

    await context.setOffline(false);
    await expect
      .poll(async () => (await tapsOf(day.first)).slice(-3))
      .toEqual(["paused", "resumed", "finished"]);
    await expect(page.getByText(words.offline ?? "")).toBeHidden();
    await expect(page.getByText(words.no_answer ?? "")).toBeVisible();
    expect(await statusOf(day.first)).toBe("completed");
    await office.goto(`/admin/bookings/${day.first}`);
    await expect(office.getByLabel("Status of this booking")).toHaveValue("completed");

    await page.getByRole("link", { name: words.back }).click();
    await askDatabase("update bookings set scheduled_time = '15:00', calendar_sequence = 1 where id = $1", [
      day.second,
    ]);
    await expect(page.getByText(words.moved ?? "")).toBeVisible();
    await button(page, "understood").click();
    await expect(page.getByText(words.moved ?? "")).toBeHidden();
    await expect(page.getByText("3:00 PM")).toBeVisible();
    await page.getByRole("link", { name: words.hours, exact: true }).click();
    await expect(page.getByRole("heading", { name: words.week_total })).toBeVisible();
    await expect(page.getByRole("heading", { name: words.push_on_phone })).toBeVisible();
    await page.getByRole("button", { name: words.sign_out }).scrollIntoViewIfNeeded(); // the tabs cover what is half seen
    await expectUsable(page);

    await office.goto(`/admin/crews/${day.crew}/members/${day.member}`);
    await office.getByRole("button", { name: "End this phone" }).click();
    await expect(office.getByText("It deletes what it keeps when it is online next.").first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(words.phone_ended ?? "")).toBeVisible();
    expect((await storedIn(page)).filter((name) => name.startsWith("crew-"))).toEqual([]);
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(
      [],
    );
    await office.reload();
    await expect(office.getByText("It has deleted what it kept.")).toBeVisible();
    await office.context().close();
  });
}

test("changing the view asks the site for nothing", async ({ page, browser }) => {
  const office = await officeOf(browser, await aCrewDay("en"));
  await join(page, office, WORDS.en);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("link", { name: /1 Elm Street/ }).click();
  await expect(page.getByRole("button", { name: WORDS.en.start })).toBeVisible();
  await page.getByRole("link", { name: WORDS.en.back }).click();
  await expect(page.getByRole("listitem")).toHaveCount(2);
  expect(asked.filter((path) => path.endsWith(".data"))).toEqual([]);
  await office.context().close();
});

test(`loads at most ${MAX_SCRIPT_KB} KB of script`, async ({ page, browser }) => {
  const office = await officeOf(browser, await aCrewDay("en"));
  await join(page, office, WORDS.en);
  await page.getByRole("link", { name: /1 Elm Street/ }).click();
  await expect(page.getByRole("button", { name: WORDS.en.start })).toBeVisible();
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, encodedBodySize }) => ({ name, kilobytes: encodedBodySize / 1024 })),
  );
  const report = scripts.map(({ kilobytes, name }) => `${kilobytes.toFixed(1)} KB ${name}`).join("\n");
  const total = scripts.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
  expect(total, report).toBeGreaterThan(80);
  expect(total, report).toBeLessThanOrEqual(MAX_SCRIPT_KB);
  await office.context().close();
});
