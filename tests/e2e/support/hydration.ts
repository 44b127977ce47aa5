import type { Frame, Page } from "@playwright/test";

/**
 * Waits until script has taken over the page's form; before that, what only script does is not there yet. The pointer
 * moves, as a visitor's does, since some pages wait for that.
 */
export async function formComesAlive(page: Page | Frame): Promise<void> {
  if ("mouse" in page) {
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
  } else {
    await page.locator("h1").hover(); // a frame hears of no movement in the first one
    await page.locator("h1").hover({ position: { x: 1, y: 1 } });
  }
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    if (form?.hasAttribute("data-live")) return document.readyState === "complete";
    return form && Object.keys(form).some((key) => key.startsWith("__reactProps$"));
  });
}
