import { PUBLIC_PAGES } from "../../app/features/site/public-pages";
import { expect, test } from "../support/e2e";

const MAX_KB = 150;
/** Pages that React takes over in the browser: it alone is more than that. */
const HYDRATED_KB: Record<string, number> = {
  "/book": 275,
  "/login": 260,
  "/signup": 260,
  "/forgot-password": 255,
  "/payment": 255,
};
const PAGES = [
  ...PUBLIC_PAGES,
  "/blog/1",
  "/blog/5",
  "/login",
  "/signup",
  "/forgot-password",
  "/payment",
  "/payment-canceled",
  "/confirmation",
  "/newsletter",
];

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true });

for (const address of PAGES) {
  const most = HYDRATED_KB[address] ?? MAX_KB;

  test(`${address} weighs at most ${most} KB on first view; nothing shifts or is forbidden`, async ({
    page,
    context,
  }) => {
    const browser = await context.newCDPSession(page);
    await browser.send("Network.enable");
    const sent = new Map<string, number>();
    const names = new Map<string, string>();
    browser.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url));
    browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      sent.set(names.get(requestId) ?? requestId, encodedDataLength),
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
    const total = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024;
    const heaviest = [...sent].sort(([, a], [, b]) => b - a).slice(0, 5);
    expect(total, heaviest.map(([url, bytes]) => `${bytes} ${url}`).join("\n")).toBeLessThanOrEqual(most);
    const { shift, forbidden } = await page.evaluate(
      () => (window as unknown as { seen: { shift: number; forbidden: string[] } }).seen,
    );
    expect(shift).toBeLessThan(0.01);
    expect(forbidden).toEqual([]);
  });
}
