import type { Log } from "./log.server";

/**
 * Runs `run`. If it throws an Error (such as when the database is down), logs it with `failed` and returns what `instead`
 * returns. Thrown Responses pass through.
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
