import { setTimeout as sleep } from "node:timers/promises";
import { type Audit, audit, settle } from "./audit.ts";
import type { Seen } from "./balancer.ts";
import { type Diary, type Pace, visit } from "./customer.ts";
import type { World } from "./world.ts";

export type Scenario = {
  name: string;
  /** How the provider's events are delivered. */
  events?: { times?: number; shuffleMs?: number; loseEvery?: number };
  /** The fault in the middle. */
  midway?: (world: World) => Promise<void>;
};

export const SCENARIOS: Scenario[] = [
  { name: "nothing goes wrong" },
  { name: "a process is killed", midway: (world) => world.killProcess() },
  { name: "the database is restarted", midway: (world) => world.restartDatabase() },
  { name: "every event twice, out of order", events: { times: 2, shuffleMs: 3_000 } },
  { name: "every third event is lost", events: { loseEvery: 3 } },
];

export type Run = Pace & { customers: number; ms: number };

/**
 * `ms`: times of requests that should be answered, sorted. `errors`: failures among them. `excused`: failures while the
 * database was down.
 */
export type Result = {
  diary: Diary;
  audit: Audit;
  seconds: number;
  answers: number;
  taken: number;
  ms: number[];
  dropped: number;
  errors: string[];
  excused: number;
};

/** Grace period: requests that waited for the database, and new connections. */
const RECOVERY_MS = 3_000;

/** Runs a scenario with this many customers for some time and one fault; then audits the result. */
export async function runScenario(world: World, { events, midway }: Scenario, run: Run): Promise<Result> {
  const { site, stripe } = world;
  site.seen.length = 0;
  await world.empty();
  Object.assign(stripe.events.state, { times: 1, shuffleMs: 0, loseEvery: 0, ...events });
  const diary: Diary = { visits: 0, paid: new Set(), confirmedAfterMs: [], griefs: [] };
  const from = performance.now();
  const until = from + run.ms;
  const fault = midway && sleep(run.ms / 2).then(() => midway(world));
  await Promise.all(
    Array.from({ length: run.customers }, async () => {
      await sleep(2 * run.pauseMs * Math.random()); // customers don't act in step
      while (performance.now() < until) await visit(world, diary, run);
    }),
  );
  await fault;
  const seconds = (performance.now() - from) / 1000;
  await settle(world);
  const seen = site.seen.slice();
  const excused = seen.filter((one) => isExcused(world, one));
  const counted = seen.filter((one) => !isExcused(world, one));
  const dropped = counted.filter((one) => one.status === 0 && hasDiedUnder(world, one));
  return {
    diary,
    audit: await audit(world),
    seconds,
    answers: seen.length,
    taken: seen.filter(({ taken }) => taken).length,
    ms: counted.map(({ ms }) => ms).sort((one, other) => one - other),
    dropped: dropped.length,
    errors: counted.filter((one) => isError(one) && !dropped.includes(one)).map(inWords),
    excused: excused.filter(isError).length,
  };
}

function isExcused({ away }: World, { from, ms }: Seen): boolean {
  return away.some((window) => from < window.to + RECOVERY_MS && from + ms > window.from);
}

function hasDiedUnder({ deaths }: World, { from, ms }: Seen): boolean {
  return deaths.some((at) => from <= at && at <= from + ms);
}

function isError({ status, taken }: Seen): boolean {
  return status !== 200 && !taken;
}

function inWords({ kind, status, what }: Seen): string {
  return `${kind} ${status} ${what}`;
}
