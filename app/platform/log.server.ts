import { DrizzleQueryError } from "drizzle-orm";
import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";

export type Log = Logger;

/** Whoever has one of these addresses has what it opens: a calendar, a booking. The router names them too, in its errors. */
const SECRET_PATH = /(\/(?:calendar|api\/bookings)\/)[^\s"'\\?#]+/gi;
/** What links in emails and providers' redirects carry in their query. */
const SECRET_QUERY = /([?&](?:key|token|code|state|session_id|reference)=)[^\s"'\\&#]+/gi;

/**
 * Structured lines, on standard output unless told otherwise. Fields of an entry that are named like a secret are
 * hidden, and a failed query is told without its values: they are people's names and addresses.
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

/** Drizzle puts the values of a query into its message, PostgreSQL those of a broken rule into `detail`; a pool adds its client. */
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
