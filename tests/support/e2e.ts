import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

export { expect };

/** The small form of axe-core: `axe.source` has twice its size, for each document anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Fixtures = {
  /** Statuses of 400 and above that a test expects: `test.use({ expectedStatuses: [404] })`. */
  expectedStatuses: number[];
  /** Console errors that a test expects. */
  expectedErrors: RegExp[];
  /** Fails each test whose pages had a hidden error. */
  nothingWentWrong: undefined;
};

/** Playwright's `test`, which also fails on console errors, uncaught exceptions and failed requests to the site. */
export const test = base.extend<Fixtures>({
  expectedStatuses: [[], { option: true }],
  expectedErrors: [[], { option: true }],
  nothingWentWrong: [
    async ({ context, baseURL, expectedStatuses, expectedErrors, javaScriptEnabled }, use) => {
      const problems = collectProblems(context, baseURL ?? "", expectedStatuses, javaScriptEnabled !== false);
      await use(undefined);
      const unexpected = problems.filter((problem) => !expectedErrors.some((error) => error.test(problem)));
      expect(unexpected, "nothing goes wrong behind the page").toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Checks the page against WCAG 2.2, levels A and AA. Content is dimmed while it loads; where that began during the check,
 * only that part is checked again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const seen = await page.evaluateHandle(() => {
    const seen = { busy: false };
    const note = () => {
      seen.busy = true;
    };
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
    return seen;
  });
  let found: string[];
  do {
    await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
    await seen.evaluate((it) => {
      it.busy = false;
    });
    found = await violationsOf(page);
  } while (found.length > 0 && (await seen.evaluate(({ busy }) => busy)));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

async function violationsOf(page: Page): Promise<string[]> {
  const frames = page.frames();
  for (const frame of frames) if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(AXE);
  const violations = await page.evaluate(async (iframes) => {
    const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const found = await axe.run(document, {
      runOnly: { type: "tag", values },
      resultTypes: ["violations"],
      iframes, // without them it need not wait for their answers
    });
    return found.violations;
  }, frames.length > 1);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(" ")}: ${failureSummary}`),
  );
}

function collectProblems(
  context: BrowserContext,
  origin: string,
  expectedStatuses: number[],
  withScript: boolean,
): string[] {
  const problems: string[] = [];
  const isExpected = (message: string) =>
    expectedStatuses.some((status) => message.includes(`status of ${status} `));

  context.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => problems.push(`exception: ${error.error()}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    const leftByThePage = reason === "net::ERR_ABORTED";
    const scriptSwitchedOff = !withScript && request.resourceType() === "script";
    if (request.url().startsWith(origin) && !leftByThePage && !scriptSwitchedOff)
      problems.push(`${reason}: ${request.url()}`);
  });
  context.on("response", (response) => {
    const bad = response.status() >= 400 && !expectedStatuses.includes(response.status());
    if (response.url().startsWith(origin) && bad) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}
