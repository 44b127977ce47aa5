import type { Reporter, TestModule } from "vitest/node";
import { reportTally } from "./tally";

/** Counts the tests of a Vitest run. A file that can't be loaded counts as a failed test. */
export default class VitestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
    const ended = (state: string) => tests.filter((test) => test.result().state === state);
    reportTally({
      passed: ended("passed").length,
      failed: ended("failed").length + broken,
      skipped: ended("skipped").map((test) => `${test.fullName}: ${reasonOf(test.result())}`),
    });
  }
}

function reasonOf(result: { note?: string | undefined } | object): string {
  return ("note" in result && result.note) || "no reason given";
}
