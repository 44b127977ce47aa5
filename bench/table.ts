import type { OfficeTime } from "./office.ts";
import type { SlotTimes } from "./slots.ts";

/** A line of the table: what was measured, the value, what it is compared with, and the aim. */
export function line(name: string, value = "", share = "", aim = ""): string {
  return `${name.padEnd(38)}${value.padStart(12)}${share.padStart(10)}   ${aim}\n`;
}

/** A page of the office: the medians with a small and a large past, their ratio, and the 95th percentile. */
export function officeLine({ name, small, big, p95 }: OfficeTime): string {
  const misses = p95 > 50 || big / small > 1.5 ? "  <<" : "";
  return line(
    `  ${name}`,
    `${small.toFixed(1)} → ${big.toFixed(1)} ms`,
    ratio(big, small),
    `≤ 1.5; p95 ${p95.toFixed(0)} ms ≤ 50 ms${misses}`,
  );
}

export function ratio(a: number, b: number): string {
  return `× ${(a / b).toFixed(2)}`;
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-US")}/s`;
}

/** The free slots of a month: the query with the computation, and over HTTP. */
export function slotLines({ visits, p95Ms, http }: SlotTimes): string {
  const over = http
    ? line(
        "  over HTTP",
        perSecond(http.perSecond),
        "",
        `≥ 500/s; ${http.cpuMs.toFixed(1)} ms of a core each, ${http.memoryMb.toFixed(0)} MB`,
      )
    : line("  over HTTP", "no wrk here");
  return line(`slots of a month, ${visits} visits, p95`, `${p95Ms.toFixed(1)} ms`, "", "≤ 10 ms") + over;
}
