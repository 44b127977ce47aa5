import type { Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { reportTally } from "./tally";

/** Counts the tests of a Playwright run. An error outside of tests counts as a failed one. */
export default class PlaywrightTally implements Reporter {
  #root: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root;
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    const tests = this.#root?.allTests() ?? [];
    const ended = (outcome: string) => tests.filter((test) => test.outcome() === outcome);
    reportTally({
      passed: ended("expected").length,
      failed: ended("unexpected").length + ended("flaky").length + this.#errors,
      skipped: ended("skipped").map((test) => `${test.titlePath().slice(2).join(" › ")}: ${reasonOf(test)}`),
    });
  }
}

function reasonOf(test: TestCase): string {
  const annotation = test.annotations.find(({ type }) => type === "skip" || type === "fixme");
  return annotation?.description ?? "no reason given";
}
