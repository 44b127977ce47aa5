import { countStates, reportInLines } from "./check";
import type { World } from "./facts/define.server";
import { checkNow } from "./queries.server";

/** `npm run doctor`: prints all checks. Returns whether nothing is broken. */
export async function doctorCommand(world: World, print: (line: string) => void): Promise<boolean> {
  const { checks } = await checkNow(world);
  for (const line of reportInLines(checks, world.site.origin)) print(line);
  return countStates(checks).broken === 0;
}
