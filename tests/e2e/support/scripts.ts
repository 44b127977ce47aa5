import type { Page } from "@playwright/test";

/** Counts the bytes of all scripts from now on, inline ones too. Call the result after the page has loaded. */
export function countScriptBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      sizes.push(response.body().then(({ length }) => length));
  });
  return async () => {
    const inline = await page
      .locator('script:not([src], [type="application/ld+json"])')
      .evaluateAll((scripts) => scripts.map(({ textContent }) => textContent?.length ?? 0));
    return [...(await Promise.all(sizes)), ...inline].reduce((sum, size) => sum + size, 0);
  };
}
