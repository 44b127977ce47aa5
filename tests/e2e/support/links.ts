import type { Locator } from "@playwright/test";

/** Every link within, in order, as "text → address". */
export function linksWithin(part: Locator): Promise<string[]> {
  return part
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => `${link.textContent?.trim()} → ${link.getAttribute("href")}`),
    );
}
