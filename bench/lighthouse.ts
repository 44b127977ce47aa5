/**
 * `npm run lighthouse [-- /path…]`: measures every public page with Lighthouse's phone, on a site of its own. Exits with 1
 * if a page scores below 98 in any category, is too heavy, or shifts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import lighthouse from "lighthouse";
import { findChromium } from "../tests/support/chromium.ts";
import { MAX_KB, MISSING, PUBLIC_ADDRESSES, UNLISTED } from "../tests/support/public-addresses.ts";
import { run, SITE, temporaryFolder } from "./server.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const LEAST = 98;
const MAX_SHIFT = 0.01;

type Measured = {
  page: string;
  scores: number[];
  kilobytes: number;
  lcp: string;
  tbt: string;
  cls: number;
  failed: string[];
};

const asked = process.argv.slice(2);
const pages = asked.length > 0 ? asked : PUBLIC_ADDRESSES;
const folder = temporaryFolder();
const site = await run(SITE, { DATA_DIR: folder.path, LOG_LEVEL: "error" });
const browser = await startBrowser();
let below = 0;
try {
  print(["page", "perf", "a11y", "best", "SEO", "KB", "LCP", "TBT", "CLS"]);
  for (const page of pages) {
    const measured = await measure(page);
    const { scores, kilobytes, lcp, tbt, cls, failed } = measured;
    print([page, ...scores.map(String), kilobytes.toFixed(0), lcp, tbt, cls.toFixed(3)]);
    const faults = [
      ...(kilobytes > MAX_KB ? [`more than ${MAX_KB} KB`] : []),
      ...(cls > MAX_SHIFT ? [`shifts by more than ${MAX_SHIFT}`] : []),
    ];
    for (const line of [...failed, ...faults]) process.stdout.write(`    ${line}\n`);
    if (faults.length > 0 || scores.some((score) => score < LEAST)) below += 1;
  }
} finally {
  browser.child.kill("SIGTERM");
  await site.stop();
  folder.remove();
}
process.stdout.write(
  below === 0
    ? `\nAll of ${pages.length} pages have ${LEAST} or more, are light and stand still.\n`
    : `\n${below} of ${pages.length} pages below ${LEAST}, too heavy or shifting.\n`,
);
process.exit(below === 0 ? 0 : 1);

/**
 * Measures a page once. A page that seems slow is measured twice more, and the median counts, because other work slows a
 * machine down.
 */
async function measure(page: string): Promise<Measured> {
  const first = await look(page);
  if (first.scores[0] === undefined || first.scores[0] >= LEAST) return first;
  const runs = [first, await look(page), await look(page)];
  return runs.sort((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0))[1] ?? first;
}

async function look(page: string, triesLeft = 2): Promise<Measured> {
  const result = await lighthouse(site.origin + page, {
    port: browser.port,
    output: "json",
    logLevel: "silent",
    onlyCategories: [...CATEGORIES],
    ignoreStatusCode: page === MISSING,
    skipAudits: notAsked(page),
  });
  const trouble = result ? result.lhr.runtimeError?.message : "no result";
  if (trouble && triesLeft > 0) return look(page, triesLeft - 1);
  if (!result || trouble) throw new Error(`${page}: ${trouble}`);
  const { audits, categories } = result.lhr;
  const words = (id: string) => audits[id]?.displayValue ?? "";
  return {
    page,
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    kilobytes: (audits["total-byte-weight"]?.numericValue ?? 0) / 1024,
    lcp: words("largest-contentful-paint"),
    tbt: words("total-blocking-time"),
    cls: audits["cumulative-layout-shift"]?.numericValue ?? 0,
    failed: CATEGORIES.slice(1).flatMap((id) => failures(id, result.lhr)),
  };
}

/** Audits that pages fail on purpose. */
function notAsked(page: string): string[] {
  if (page === MISSING) return ["is-crawlable", "http-status-code", "errors-in-console"];
  return UNLISTED.includes(page) ? ["is-crawlable"] : [];
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

/** The failed audits, without those for speed, which has its own figures. */
function failures(category: string, { audits, categories }: Report): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id];
    const lost = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1;
    return lost ? [`${category}: ${audit.title}`] : [];
  });
}

async function startBrowser(): Promise<{ child: ChildProcess; port: number }> {
  const profile = `${folder.path}/chromium`;
  const child = spawn(
    await findChromium(),
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let output = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      output += chunk;
      const [, found] = /DevTools listening on ws:\/\/[\w.]+:(\d+)/.exec(output) ?? [];
      if (found) resolve(Number(found));
    });
    once(child, "exit").then(() => reject(new Error(`The browser ended:\n${output}`)));
  });
  return { child, port };
}

function print([page = "", ...figures]: string[]): void {
  process.stdout.write(`${page.padEnd(28)}${figures.map((figure) => figure.padStart(9)).join("")}\n`);
}
