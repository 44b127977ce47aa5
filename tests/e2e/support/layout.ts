import { expect, type Page } from "@playwright/test";

/** Nothing on the page reaches beyond its width, once it has settled in it, so it never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(beyond, `pixels of ${page.url()} beyond ${page.viewportSize()?.width} px`)
    .toBeLessThanOrEqual(0);
}
