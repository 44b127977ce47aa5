import { expect, type Page } from "@playwright/test";

/** Nothing on the page may be wider than the page once its layout has settled. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(beyond, `pixels of ${page.url()} beyond ${page.viewportSize()?.width} px`)
    .toBeLessThanOrEqual(0);
}
