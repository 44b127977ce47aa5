import type { Log } from "./log.server";

/**
 * Runs what may fail through a fault of ours, such as a database that is away: it is logged, and `instead` answers.
 * Responses that are thrown are no faults.
 */
export async function orElse<Answer, Instead>(
  log: Log,
  failed: string,
  run: () => Promise<Answer>,
  instead: () => Instead,
): Promise<Answer | Instead> {
  try {
    return await run();
  } catch (err) {
    if (!(err instanceof Error)) throw err;
    log.error({ err }, failed);
    return instead();
  }
}
