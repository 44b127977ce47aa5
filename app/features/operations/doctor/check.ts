/** The groups of checks, in the order in which they are shown. */
const GROUPS = {
  address: "Address",
  email: "Email",
  payments: "Payments",
  backups: "Backups",
  people: "People and company",
  machine: "Machine",
} as const;
export type Group = keyof typeof GROUPS;

/** `todo`: the site works, but this should be done before customers come. `unknown`: it could not be checked. */
export type State = "good" | "todo" | "broken" | "unknown";

export const STATES: Record<State, { label: string; mark: string }> = {
  good: { label: "Good", mark: "✓" },
  todo: { label: "To do", mark: "!" },
  broken: { label: "Broken", mark: "✗" },
  unknown: { label: "Unknown", mark: "?" },
};

/** In containers it is `.env`. */
const SETTING = "Line for /etc/white-birch.env, then restart";

/** What mends it: a text to copy, a page to open, or both. */
export type Mend = {
  copy?: { what: "Command" | typeof SETTING | "DNS record"; text: string };
  /** `href` is a path of this site or an address elsewhere. */
  link?: { label: string; href: string };
};

/** What a check found, in one or two sentences without secrets. */
export type Finding = { state: State; says: string; mend?: Mend };

/** A check with what it found. */
export type Check = Finding & { id: string; group: Group; title: string };

/** All checks, and when they were done. */
export type Report = { at: Temporal.Instant; checks: Check[] };

export const GOING_LIVE_PAGE = "/admin/settings/going-live";

export const good = (says: string): Finding => ({ state: "good", says });
export const todo = (says: string, mend?: Mend): Finding => ({ state: "todo", says, mend });
export const broken = (says: string, mend?: Mend): Finding => ({ state: "broken", says, mend });
export const unknown = (says: string, mend?: Mend): Finding => ({ state: "unknown", says, mend });

export const command = (text: string): Mend => ({ copy: { what: "Command", text } });
export const setting = (text: string): Mend => ({ copy: { what: SETTING, text } });
export const dnsRecord = (text: string): Mend => ({ copy: { what: "DNS record", text } });
export const page = (label: string, href: string): Mend => ({ link: { label, href } });

/** The checks by group, without empty groups; within a group as they were given. */
export function grouped(checks: readonly Check[]): { group: Group; title: string; checks: Check[] }[] {
  return (Object.keys(GROUPS) as Group[])
    .map((group) => ({
      group,
      title: GROUPS[group],
      checks: checks.filter((check) => check.group === group),
    }))
    .filter(({ checks }) => checks.length > 0);
}

/** How many checks are in each state. */
export function countStates(checks: readonly Check[]): Record<State, number> {
  const counts = { good: 0, todo: 0, broken: 0, unknown: 0 };
  for (const { state } of checks) counts[state] += 1;
  return counts;
}

/** How many things stand between the site and the public. */
export function countOpen(checks: readonly Check[]): number {
  const { todo, broken } = countStates(checks);
  return todo + broken;
}

/** A report for the terminal: a line for each check, and under it what mends it. */
export function reportInLines(checks: readonly Check[], origin: string | null): string[] {
  const lines = grouped(checks).flatMap(({ title, checks }) => [
    "",
    title,
    ...checks.flatMap(({ state, title, says, mend }) => [
      `  ${STATES[state].mark} ${title}: ${says}`,
      ...mendFacts(mend ?? {}, origin ?? "").map(({ label, value }) => `      ${label}: ${value}`),
    ]),
  ]);
  const { good, todo, broken, unknown } = countStates(checks);
  const sum = `${broken} broken, ${todo} to do, ${unknown} unknown, ${good} good.`;
  return [...lines, "", sum, `The same is in the office at ${origin ?? ""}${GOING_LIVE_PAGE}.`];
}

/** As it comes from the database. */
type StoredMend = { copy?: { what: string; text: string }; link?: { label: string; href: string } };

/** What mends it, with what that is: a command, or the address of a page. `origin`: of the site, for its own pages. */
export function mendFacts({ copy, link }: StoredMend, origin: string): { label: string; value: string }[] {
  return [
    ...(copy ? [{ label: copy.what, value: copy.text }] : []),
    ...(link
      ? [{ label: link.label, value: link.href.startsWith("/") ? `${origin}${link.href}` : link.href }]
      : []),
  ];
}

/** Formats how long ago something was: "5 minutes ago", "2 days ago". */
export function formatAgo(at: Temporal.Instant, now: Temporal.Instant): string {
  const minutes = Math.max(0, Math.round(now.since(at).total("minutes")));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  if (minutes < 48 * 60) return `${counted(Math.round(minutes / 60), "hour")} ago`;
  return `${counted(Math.round(minutes / (24 * 60)), "day")} ago`;
}

/** "1 day", "3 days". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Whether a name can never be one on the public Internet (RFC 2606, RFC 6761). Such names are never looked up. */
export function isReservedName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return (
    /(^|\.)(example|test|invalid|localhost|local|internal)$/.test(name) ||
    /(^|\.)example\.(com|net|org)$/.test(name)
  );
}
