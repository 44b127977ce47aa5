import { expect, type Page } from "@playwright/test";

/** Nothing on the page reaches beyond its width, so it never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, `pixels of ${page.url()} beyond ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}
