import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { signUp } from "./support/account";
import { expectNoSidewaysScroll } from "./support/layout";
import { countScriptBytes } from "./support/scripts";

const toast = (page: Page, title: string) =>
  page.getByRole("dialog", { name: "Message" }).filter({ hasText: title });
const helpful = (page: Page) => page.getByRole("button", { name: "Found this helpful" });
const saves = (page: Page) => page.getByRole("button", { name: /^Saved?\b/ });
const share = (page: Page) => page.getByRole("button", { name: "Share" }).first();

test.describe("from 320 to 1440 px wide", () => {
  test.use({ expectedStatuses: [404] });

  for (const address of ["/blog", "/blog/1", "/blog/5", "/blog/none"]) {
    test(`${address} fits its width and is accessible`, async ({ page }) => {
      await page.goto(address);
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    });
  }
});

test("the list leads to an article and back", async ({ page }) => {
  await page.goto("/blog");
  await expect(page.getByRole("heading", { name: "White Birch Cleaning Blog", level: 1 })).toBeVisible();
  const card = page.getByRole("article", { name: "Spring Cleaning in a Place With Two Springs" });
  await card.getByRole("link", { name: "Read" }).click();
  await expect(page).toHaveURL("/blog/4");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Spring Cleaning in a Place With Two Springs",
  );
  await page.getByRole("link", { name: "Back to Blog" }).last().click();
  await expect(page).toHaveURL("/blog");
});

test("the cards are in two columns on medium screens and three on large ones", async ({ page }) => {
  await page.goto("/blog");
  const columns = async () => {
    const cards = page.getByRole("region", { name: "Recent Posts" }).getByRole("article");
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    return new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size;
  };
  for (const [width, count] of [
    [390, 1],
    [768, 2],
    [1024, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await columns(), `${width} px`).toBe(count);
  }
});

test("no picture is higher than 500 px", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/blog/1");
  const box = await page.getByRole("article").first().locator("img").boundingBox();
  expect(box?.height).toBeLessThanOrEqual(500);
});

test("a table fits a phone without scrolling sideways, with the cells of a row together", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/blog/5");
  const row = page.getByRole("table", { name: "Kitchen and bathrooms" }).getByRole("row", { name: "Sponge" });
  const [what, often, why] = await Promise.all(
    [row.getByRole("rowheader"), row.getByRole("cell").first(), row.getByRole("cell").last()].map((cell) =>
      cell.boundingBox(),
    ),
  );
  if (!what || !often || !why) throw new Error("A cell is not shown.");
  expect(often.y).toBe(what.y);
  expect(why.y).toBeGreaterThanOrEqual(what.y + what.height);
  expect(why.x).toBe(what.x);
  for (const cell of [what, often, why]) expect(cell.x + cell.width).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 768, height: 700 });
  const wide = await row.getByRole("cell").last().boundingBox();
  expect(wide?.x).toBeGreaterThan(what.x + what.width);
});

test("little script is sent, and the page has at most 150 KB", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  let bytes = 0;
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const scriptBytes = countScriptBytes(page);
  await page.goto("/blog/1", { waitUntil: "networkidle" });
  expect(await scriptBytes()).toBeLessThan(12_000);
  expect(bytes).toBeLessThan(150 * 1024);
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a line under the header grows with reading progress", async ({ page }) => {
    await page.goto("/blog/5");
    const hiddenPercent = () =>
      page
        .locator(".reading-progress")
        .evaluate((line) => Number(/([\d.]+)%/.exec(getComputedStyle(line).clipPath)?.[1] ?? 0));
    await expect(page.locator(".reading-progress")).toBeVisible();
    await expect.poll(hiddenPercent).toBeGreaterThan(98);
    await page.evaluate(() => scrollTo({ top: 4000, behavior: "instant" }));
    await expect.poll(hiddenPercent).toBeLessThan(80);
  });
});

test.describe("'Share'", () => {
  test("uses the browser's dialog, with title, excerpt and address", async ({ page }) => {
    await page.addInitScript(() => {
      navigator.share = async (what) => void Object.assign(window, { shared: what });
    });
    await page.goto("/blog/4");
    await share(page).click();
    expect(await page.evaluate(() => (window as { shared?: ShareData }).shared)).toEqual({
      title: "Spring Cleaning in a Place With Two Springs",
      text: expect.stringContaining("First comes mud"),
      url: expect.stringMatching(/\/blog\/4$/),
    });
    await expect(toast(page, "Link Copied!")).toHaveCount(0);
  });

  test("copies the address where there is no dialog", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await page.goto("/blog/4?from=mail#end");
    await share(page).click();
    await expect(toast(page, "Link Copied!")).toContainText(
      "The link to this article has been copied to your clipboard.",
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/blog\/4$/);
    await expectAccessible(page);
  });

  test("says nothing when the reader closes the dialog", async ({ page }) => {
    await page.addInitScript(() => {
      navigator.share = async () => Promise.reject(new DOMException("no", "AbortError"));
    });
    await page.goto("/blog/4");
    await share(page).click();
    await expect(page.getByRole("dialog", { name: "Message" })).toHaveCount(0);
  });

  test("says so when nothing works", async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(navigator, { share: undefined });
      navigator.clipboard.writeText = async () => Promise.reject(new Error("no"));
    });
    await page.goto("/blog/4");
    await share(page).click();
    await expect(toast(page, "Not copied")).toBeVisible();
  });
});

test("'Found this helpful' counts once, in place, and others see it", async ({ page, browser }) => {
  await page.goto("/blog/6");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await helpful(page).click();
  await expect(toast(page, "Thank you!")).toBeVisible();
  await expect(helpful(page)).toHaveAccessibleName("Found this helpful, counted");
  await expect(helpful(page)).toBeFocused();
  const count = await page.getByText(/(person|people) found this helpful/).innerText();
  await helpful(page).click();
  await expect(toast(page, "You have already told us. Thank you!")).toBeVisible();
  await expect(page.getByText(count)).toBeVisible();
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  await expectAccessible(page);
  const other = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await expect(async () => {
    await other.goto("/blog/6");
    await expect(other.getByText(/found this helpful$/).last()).toContainText(/\d/, { timeout: 500 });
  }).toPass();
  await expect(helpful(other)).toHaveAccessibleName("Found this helpful");
  await other.close();
});

test("'Save' saves and removes an article in place for a signed-in reader", async ({ page }) => {
  await signUp(page.request);
  await page.goto("/blog/2");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await saves(page).last().click();
  await expect(toast(page, "Article Bookmarked!")).toContainText(
    "This article has been saved to your bookmarks.",
  );
  await expect(saves(page)).toHaveText([/^Saved/, /^Saved/]);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  await page.goto("/blog");
  await page.getByRole("link", { name: "Saved Articles" }).click();
  const card = page.getByRole("article", { name: "What Green Really Means" });
  await expect(card).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByRole("heading", { name: "Nothing saved yet" })).toBeVisible();
  await expectAccessible(page);
});

test("one 'Save' undoes what the other did", async ({ page }) => {
  await signUp(page.request);
  await page.goto("/blog/2");
  await saves(page).last().click();
  await expect(saves(page).first()).toHaveText(/^Saved/);
  await saves(page).first().click();
  await expect(toast(page, "Bookmark Removed")).toBeVisible();
  await expect(saves(page)).toHaveText(["Save", "Save"]);
});

test("a guest saves an article on this device and moves it to the account after login", async ({ page }) => {
  await page.goto("/blog/2");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await saves(page).first().click();
  await expect(toast(page, "Article Bookmarked!")).toBeVisible();
  await expect(saves(page)).toHaveText([/^Saved/, /^Saved/]);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  await page.reload();
  await expect(saves(page)).toHaveText([/^Saved/, /^Saved/]);
  await page.goto("/blog/saved");
  await expect(page.getByText("Saved on this device")).toBeVisible();
  await expectAccessible(page);
  await signUp(page.request);
  await page.goto("/blog/saved");
  await expect(page.getByText("You saved an article on this device")).toBeVisible();
  await expectAccessible(page);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole("button", { name: "Keep in my account" }).click();
  await expect(toast(page, "Saved to your account")).toBeVisible();
  await expect(page.getByRole("article", { name: "What Green Really Means" })).toBeVisible();
});

test("the feed is well-formed", async ({ page }) => {
  await page.goto("/blog");
  const feed = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[type='application/rss+xml']");
    const xml = await (await fetch(link?.href ?? "")).text();
    const parsed = new DOMParser().parseFromString(xml, "text/xml");
    return {
      broken: parsed.querySelector("parsererror")?.textContent,
      titles: [...parsed.querySelectorAll("item > title")].map((title) => title.textContent),
    };
  });
  expect(feed.broken).toBeUndefined();
  expect(feed.titles).toHaveLength(6);
  expect(feed.titles[0]).toBe("Home Cleaning Tips From People Who Do It All Day");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a vote counts, and 'Share' opens an email", async ({ page }) => {
    await page.goto("/blog/3");
    await expect(page.getByRole("button", { name: "Share" })).toHaveCount(0);
    const email = await page.getByRole("link", { name: "Share" }).first().getAttribute("href");
    expect(email).toMatch(/^mailto:\?subject=A%20Clean%20Workplace.*%2Fblog%2F3$/);
    await helpful(page).click();
    await expect(page).toHaveURL("/blog/3#end");
    await expect(page.getByText("Thank you!")).toBeVisible();
    await expect(helpful(page)).toHaveAccessibleName("Found this helpful, counted");
  });

  test("a double press counts once", async ({ page }) => {
    await page.goto("/blog/4");
    await helpful(page).dblclick();
    await expect(helpful(page)).toHaveAccessibleName("Found this helpful, counted");
    await expect(page.getByText("1 person found this helpful")).toBeVisible();
  });

  test("an article is saved and removed", async ({ page }) => {
    await signUp(page.request);
    await page.goto("/blog/3");
    await saves(page).first().click();
    await expect(page.getByText("Article Bookmarked!")).toBeVisible();
    await expect(saves(page)).toHaveText([/^Saved/, /^Saved/]);
    await saves(page).last().click();
    await expect(page.getByText("Bookmark Removed")).toBeVisible();
  });
});
