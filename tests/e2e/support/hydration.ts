import type { Page } from "@playwright/test";

/** Waits until script has taken over the page's form; before that, what only script does is not there yet. */
export async function formComesAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    if (form?.hasAttribute("data-live")) return document.readyState === "complete";
    return form && Object.keys(form).some((key) => key.startsWith("__reactProps$"));
  });
}
