import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { expectNoSidewaysScroll } from "./support/layout";
import { countScriptBytes } from "./support/scripts";

const ADDRESSES = ["/about", "/faq", "/privacy", "/terms"];

const question = (page: Page, name: string) => page.locator("summary", { hasText: name });
const opened = (page: Page) => page.locator("details[name=faq][open] h2").allTextContents();
const [FIRST, SECOND] = ["How do I book a cleaning?", "How and when do I pay?"];

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script });

    test("one answer is open at a time, and can be closed", async ({ page }) => {
      await page.goto("/faq");
      expect(await opened(page)).toEqual([]);
      await question(page, FIRST).click();
      await expect(page.getByText("It takes about two minutes.")).toBeVisible();
      await question(page, SECOND).click();
      await expect(page.getByText("Where a sales tax applies")).toBeVisible();
      await expect(page.getByText("It takes about two minutes.")).toBeHidden();
      expect(await opened(page)).toEqual([SECOND]);
      await question(page, SECOND).click();
      await expect(page.getByText("Where a sales tax applies")).toBeHidden();
      expect(await opened(page)).toEqual([]);
    });
  });
}

test("the questions open by keyboard, and the links work", async ({ page }) => {
  await page.goto("/faq");
  await question(page, FIRST).focus();
  await page.keyboard.press("Enter");
  expect(await opened(page)).toEqual([FIRST]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "booking page" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(question(page, "What is included")).toBeFocused();
  await page.keyboard.press("Space");
  expect(await opened(page)).toEqual(["What is included in a cleaning?"]);
});

test("a link to an answer opens it", async ({ page }) => {
  await page.goto("/faq#how-and-when-do-i-pay");
  await expect(page.getByText("Where a sales tax applies")).toBeInViewport();
  expect(await opened(page)).toEqual([SECOND]);
});

for (const address of ADDRESSES)
  test(`${address} is accessible from 390 to 1440 px, with sections closed and open`, async ({ page }) => {
    await page.goto(address);
    const folds = page.locator("main summary").filter({ visible: true });
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
      if (await folds.count()) {
        await folds.first().click();
        await expectAccessible(page);
        await folds.first().click();
      }
    }
  });

for (const width of [320, 390, 768, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("nothing scrolls sideways, even with open sections", async ({ page }) => {
      for (const address of ADDRESSES) {
        await page.goto(address);
        await expectNoSidewaysScroll(page);
        for (const fold of await page.locator("main summary").filter({ visible: true }).all()) {
          await fold.click();
          await expectNoSidewaysScroll(page);
        }
      }
    });

    test("the legal pages have readable line lengths", async ({ page }) => {
      for (const address of ["/privacy", "/terms"]) {
        await page.goto(address);
        expect(await lineLength(page)).toBeLessThanOrEqual(68);
      }
    });
  });
}

/** Average number of characters on a full line, over all paragraphs. */
function lineLength(page: Page): Promise<number> {
  return page.locator("main section p").evaluateAll((paragraphs) => {
    const full = paragraphs.map((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size;
      return { characters: paragraph.textContent.length, lines };
    });
    const long = full.filter(({ lines }) => lines > 2);
    const sum = (key: "characters" | "lines") => long.reduce((total, line) => total + line[key], 0);
    return sum("characters") / (sum("lines") - long.length / 2); // the last line is half full on average
  });
}

test.describe("the contents of a legal page", () => {
  test("are beside the text and link to each section", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/terms");
    await page
      .getByRole("navigation", { name: "Contents" })
      .getByRole("link", { name: "When you cancel" })
      .click();
    const heading = page.getByRole("heading", { name: "7. When you cancel" });
    await expect(heading).toBeInViewport();
    await expect(page.getByRole("navigation", { name: "Contents" })).toBeInViewport();
    const header = await page.getByRole("banner").boundingBox();
    expect((await heading.boundingBox())?.y).toBeGreaterThan(header?.height ?? Number.NaN);
  });

  test("open on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/privacy");
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents).toBeHidden();
    await page.locator("summary", { hasText: "Contents" }).click();
    await contents.getByRole("link", { name: "13. How we protect it" }).click();
    await expect(page.getByRole("heading", { name: "13. How we protect it" })).toBeInViewport();
  });
});

test("print shows only the text, with every answer", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto("/terms");
  for (const part of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    page.getByText("Contents").first(),
  ])
    await expect(part).toBeHidden();
  await expect(page.getByText("Effective 4/11/25")).toBeVisible();
  const link = page.getByRole("main").getByRole("link", { name: "Privacy Policy" }).first();
  const address = await link.evaluate((element) => getComputedStyle(element, "::after").content);
  expect(address.replaceAll('"', "")).toContain(new URL("/privacy", page.url()).href);
  await page.goto("/faq");
  await expect(page.getByText("Where a sales tax applies")).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact Us" })).toBeHidden();
});

test("with reduced motion an answer opens at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/faq");
  await question(page, FIRST).click();
  const seconds = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration) / 1000),
  );
  expect(Math.max(0, ...seconds)).toBeLessThan(0.001);
});

test("with reduced motion changes have no intermediate frames", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/faq");
  const padding = await page.getByRole("main").evaluate((main) => {
    main.style.padding = "9px";
    return getComputedStyle(main).padding;
  });
  expect(padding).toBe("9px");
});

test("little script is sent", async ({ page }) => {
  for (const address of ADDRESSES) {
    const scriptBytes = countScriptBytes(page);
    await page.goto(address, { waitUntil: "networkidle" });
    expect(await scriptBytes()).toBeLessThan(3000);
  }
});
