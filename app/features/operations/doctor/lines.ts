import { type Check, countStates, GOING_LIVE_PAGE, grouped, STATES } from "./check";

/** A report for the terminal: a line for each check, and under it what mends it. */
export function reportInLines(checks: readonly Check[], origin: string | null): string[] {
  const address = (href: string) => (href.startsWith("/") ? `${origin ?? ""}${href}` : href);
  const lines = grouped(checks).flatMap(({ title, checks }) => [
    "",
    title,
    ...checks.flatMap(({ state, title, says, mend }) => [
      `  ${STATES[state].mark} ${title}: ${says}`,
      ...(mend?.copy ? [`      ${mend.copy.what}: ${mend.copy.text}`] : []),
      ...(mend?.link ? [`      ${mend.link.label}: ${address(mend.link.href)}`] : []),
    ]),
  ]);
  const { good, todo, broken, unknown } = countStates(checks);
  const sum = `${broken} broken, ${todo} to do, ${unknown} unknown, ${good} good.`;
  return [...lines, "", sum, `The same is in the office at ${address(GOING_LIVE_PAGE)}.`];
}
