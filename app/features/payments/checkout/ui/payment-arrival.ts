// "Confirming your payment..." for a moment at least, and until it has arrived; then what came of it (payment-success.tsx).
import { parsed } from "~/ui/live/parsed";

const PATIENCE_MS = 10_000;
const arrival = () => document.querySelector("[data-arrival]") as HTMLElement;
const pause = (ms: string | undefined) => new Promise((done) => setTimeout(done, Number(ms)));

async function ask() {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector<HTMLElement>("[data-arrival]");
  if (next && next.dataset.arrival !== "pending") arrival().replaceWith(next);
}

await parsed;
const { confirmingMs, pollMs } = arrival().dataset;
const seen = pause(confirmingMs);
while (arrival().dataset.arrival === "pending") {
  await pause(pollMs);
  await ask().catch(() => {}); // no answer this time: there is a next one
}
await seen;
arrival().dataset.shown = "";
