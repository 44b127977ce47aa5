import { countStates, GOING_LIVE_PAGE, grouped, type Report, STATES } from "./check";
import type { World } from "./facts/define.server";
import { checkNow } from "./queries.server";

/** `npm run doctor`: prints all checks. Returns whether nothing is broken. */
export async function doctorCommand(world: World, print: (line: string) => void): Promise<boolean> {
  const report = await checkNow(world);
  for (const line of reportInLines(report, world.site.origin)) print(line);
  return countStates(report.checks).broken === 0;
}

/** A report for the terminal: a line for each check, and under it what mends it. */
export function reportInLines({ checks }: Report, origin: string | null): string[] {
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
