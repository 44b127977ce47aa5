/** Runs one step of the start and prints one line: its name and how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const done = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`› ${title} … ${seconds} s\n`);
  return done;
}
