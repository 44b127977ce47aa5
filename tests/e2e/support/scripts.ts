import type { Page } from "@playwright/test";

/** Collects the bytes of every script that the page is sent from now on, inline ones too; ask after it has loaded. */
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
