import type { Result } from "./scenarios.ts";

export type Promised = { name: string; promised: string; found: string; kept: boolean; details: string[] };

/** The least value that this share of values does not exceed; 0 for none. */
function percentile(sorted: number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** The promises for bookings under load, and what was found. */
export function promisesOf({
  diary,
  audit,
  answers,
  taken,
  ms,
  dropped,
  errors,
  excused,
}: Result): Promised[] {
  const griefs = (kind: string) =>
    diary.griefs.filter((grief) => grief.kind === kind).map(({ what }) => what);
  const p99 = percentile(ms, 0.99);
  const told = diary.confirmedAfterMs.sort((one, other) => one - other);
  return [
    none(
      "answers that are errors",
      [...errors, ...griefs("refused")],
      notes({ answers, taken, dropped, excused }),
    ),
    promised(
      "99 % of answers within",
      "300 ms",
      `${Math.round(p99)} ms (half ${Math.round(percentile(ms, 0.5))})`,
      p99 <= 300,
    ),
    none("drafts with two checkouts", griefs("two checkouts")),
    count("crews in two places at once", audit.crewsTwice),
    none(
      "paid checkouts without a confirmed booking",
      audit.forgotten,
      `${audit.paid} paid: ${audit.confirmed} confirmed, ${audit.flagged} for staff, ${audit.givenBack} given back`,
    ),
    count("bookings confirmed without money", audit.unpaid),
    none(
      "customers who came back and saw no confirmation",
      griefs("not confirmed"),
      `${told.length} did, half within ${seconds(percentile(told, 0.5))}, all within ${seconds(told.at(-1) ?? 0)}`,
    ),
    count("holds that do not end", audit.holds),
    count("checkouts left open at the provider", audit.openCheckouts),
    count("cents between the site's books and the provider's", Math.abs(audit.moneyOff)),
    count("cents between their refunds", Math.abs(audit.refundsOff)),
  ];
}

function promised(
  name: string,
  wanted: string,
  found: string,
  kept: boolean,
  details: string[] = [],
): Promised {
  return { name, promised: wanted, found, kept, details };
}

function count(name: string, number: number): Promised {
  return promised(name, "0", String(number), number === 0);
}

function none(name: string, all: string[], beside?: string): Promised {
  const found = beside ? `${all.length} (${beside})` : String(all.length);
  return promised(name, "0", found, all.length === 0, [...new Set(all)].slice(0, 5));
}

function notes({
  answers,
  taken,
  dropped,
  excused,
}: Pick<Result, "answers" | "taken" | "dropped" | "excused">) {
  const parts = [`${answers} answers`, `${taken} 'slot taken'`];
  if (dropped > 0) parts.push(`${dropped} connections of the killed one`);
  if (excused > 0) parts.push(`${excused} errors while the database was away`);
  return parts.join(", ");
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
