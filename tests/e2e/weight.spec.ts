import { expect, test } from "../support/e2e";
import { MAX_KB, MISSING, PUBLIC_ADDRESSES } from "../support/public-addresses";
import { formComesAlive } from "./support/hydration";

/** Maximum KB of the booking page with all its scripts, after hydration. */
const MAX_KB_HYDRATED = 250;

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true });

for (const address of PUBLIC_ADDRESSES) {
  test.describe(address, () => {
    test.use({ expectedStatuses: address === MISSING ? [404] : [] });

    test(`loads at most ${MAX_KB} KB, without layout shifts and policy violations`, async ({
      page,
      context,
    }) => {
      const browser = await context.newCDPSession(page);
      await browser.send("Network.enable");
      const names = new Map<string, string>();
      const sent: { kilobytes: number; of: string }[] = [];
      browser.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url));
      browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
        sent.push({ kilobytes: encodedDataLength / 1024, of: names.get(requestId) ?? requestId }),
      );
      await page.addInitScript(() => {
        const seen = { shift: 0, forbidden: [] as string[] };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) =>
          seen.forbidden.push(`${violatedDirective} ${sourceFile}`),
        );
      });
      await page.goto(address, { waitUntil: "networkidle" });
      const expectAtMost = (most: number) => {
        const total = sent.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
        const heaviest = sent.toSorted((a, b) => b.kilobytes - a.kilobytes).slice(0, 5);
        const report = heaviest.map(({ kilobytes, of }) => `${kilobytes.toFixed(1)} KB ${of}`).join("\n");
        expect(total, report).toBeLessThanOrEqual(most);
      };
      expectAtMost(MAX_KB);
      if (address === "/book") {
        await formComesAlive(page);
        await page.waitForLoadState("networkidle");
        expectAtMost(MAX_KB_HYDRATED);
      }
      const { shift, forbidden } = await page.evaluate(
        () => (window as unknown as { seen: { shift: number; forbidden: string[] } }).seen,
      );
      expect(shift).toBeLessThan(0.01);
      expect(forbidden).toEqual([]);
    });
  });
}
