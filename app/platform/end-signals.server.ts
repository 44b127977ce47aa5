const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `end` at the first sign that the program should end: Ctrl-C, SIGTERM, or a closed terminal. Later signs are
 * ignored, because npm passes on the Ctrl-C that the terminal has sent already.
 */
export function onEndSignal(end: () => void): void {
  let asked = false;
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      end();
    });
  }
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {}); // nobody reads any more
}
