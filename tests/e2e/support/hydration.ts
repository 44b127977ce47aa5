import type { Frame, Page } from "@playwright/test";

/** Waits until the page's form is hydrated. Moves the pointer first, which some pages wait for. */
export async function formComesAlive(page: Page | Frame): Promise<void> {
  if ("mouse" in page) {
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
  } else {
    await page.locator("h1").hover(); // a frame gets no event for the first movement
    await page.locator("h1").hover({ position: { x: 1, y: 1 } });
  }
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    if (form?.hasAttribute("data-live")) return document.readyState === "complete";
    return form && Object.keys(form).some((key) => key.startsWith("__reactProps$"));
  });
}
