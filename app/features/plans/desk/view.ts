import type { CallerAddress, ServiceAsks } from "~/features/booking/phone/view";
import type { Frequency } from "~/features/catalog/frequency";
import type { Scope } from "./forms";

/** What the page for changing a plan offers and begins with. */
export type ChangePage = {
  id: string;
  /** "#1042". */
  number: string;
  customer: string;
  service: string;
  when: string;
  price: string;
  /** The price to come: "$310.00 from Aug 1, 2026 on". */
  next_price: string | null;
  /** What the price list asks for the plan as it is now, if another price. */
  list_price: string | null;
  /** The visits that can be the first one to change. */
  visits: { id: string; label: string }[];
  visit: string;
  scope: Scope;
  times: string[];
  crews: { id: string; name: string }[];
  crew: string;
  frequencies: Frequency[];
  asks: ServiceAsks;
  homes: CallerAddress[];
  home: string;
  values: Record<string, string>;
};

/** From which visits on a customer can change day and time; `date` is the day that the visit has by the plan. */
export type DayPage = {
  visits: { id: string; label: string; date: string }[];
  times: string[];
  time: string;
};

/** A visit in a preview. `news`: it differs from the preview that staff saw before. */
export type ChangeLine = {
  key: string;
  was: string | null;
  now: string | null;
  note: string | null;
  kind: "same" | "moved" | "new" | "gone" | "clash" | "open";
};

/** What a change would do, formatted. `lines` has the visits in their order; `text` is all of it, to compare two previews. */
export type ShownChange = {
  lines: ChangeLine[];
  facts: { label: string; value: string }[];
  moved: number;
  seen: string;
};

/** The keys of what differs between two previews; `shown` is `printOf` of the earlier one. */
export function differences(shown: string, { lines, facts }: ShownChange): Set<string> {
  const before = new Set(shown.split("\n"));
  const changed = [
    ...lines.filter((line) => !before.has(textOf(line))).map(({ key }) => key),
    ...facts.filter((fact) => !before.has(`${fact.label}: ${fact.value}`)).map(({ label }) => label),
  ];
  return new Set(shown === "" ? [] : changed);
}

/** The preview as text, for a form that is sent with it. */
export function printOf({ lines, facts }: ShownChange): string {
  return [...lines.map(textOf), ...facts.map(({ label, value }) => `${label}: ${value}`)].join("\n");
}

function textOf({ was, now, note }: ChangeLine): string {
  return `${was ?? "-"} | ${now ?? "-"} | ${note ?? ""}`;
}
