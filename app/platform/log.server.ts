import { DrizzleQueryError } from "drizzle-orm";
import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";

export type Log = Logger;

/** Addresses that give access: calendars, bookings. The router repeats them in its errors. */
const SECRET_PATH = /(\/(?:calendar|api\/bookings)\/)[^\s"'\\?#]+/gi;
/** Query parameters of links in emails and of providers' redirects. */
const SECRET_QUERY =
  /((?:[?&]|%3f|%26)(?:key|token|code|state|session_id|reference)(?:=|%3d))(?:(?!%26)[^\s"'\\&#])+/gi;

/**
 * Structured lines, by default on standard output. Fields named like secrets are masked. Failed queries are logged without
 * their values, which are personal data.
 */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: withoutValues },
    redact: {
      paths: ["*.password", "*.card", "*.secret", "*.authorization", "*.cookie"],
      censor: "[hidden]",
    },
    hooks: {
      streamWrite: (line) => line.replace(SECRET_PATH, "$1[secret]").replace(SECRET_QUERY, "$1[secret]"),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Removes values from errors: Drizzle puts a query's values into its message, PostgreSQL those of a violated constraint
 * into `detail`, a pool adds its client.
 */
function withoutValues(error: Error): Record<string, unknown> {
  const { params: _params, detail: _detail, client: _client, ...entry } = pino.stdSerializers.err(error);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof DrizzleQueryError)) continue;
    const query = `Failed query: ${cause.query}`;
    entry.message = entry.message.replace(cause.message, () => query);
    entry.stack = entry.stack.replace(cause.message, () => query);
  }
  return entry;
}
