const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `end` at the first Ctrl-C, SIGTERM or closed terminal. Later signals are ignored, because npm repeats the Ctrl-C
 * that the terminal already sent.
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
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {}); // nobody reads the output any longer
}
