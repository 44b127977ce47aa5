import pino, { type Logger } from "pino";

export type Log = Logger;

/** Structured lines on standard output. Secrets and card data never reach it: they are dropped by path. */
export function openLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: ["*.password", "*.card", "*.secret", "*.authorization", "*.cookie"],
      censor: "[hidden]",
    },
  });
}
