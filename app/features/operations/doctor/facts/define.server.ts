import type { LookupFunction } from "node:net";
import type { Ctx } from "~/platform/context.server";
import { describeConnectionError } from "~/platform/database/connection-error.server";
import type { SiteFacts } from "~/platform/site-facts.server";
import { type Check, type Finding, type Group, type Report, unknown } from "../check";

/** Where the outside is; for tests. */
export type Outside = {
  /** Name servers as `address:port`; the machine's own when left out. */
  nameServers?: string[];
  /** Resolves the host of ORIGIN. */
  lookup?: LookupFunction;
  /** The certificate authorities that are trusted, in PEM. */
  ca?: string;
  /** The port of plain http. */
  plainPort?: number;
};

/** What the checks look at. */
export type World = Pick<Ctx, "db" | "vault" | "stripe" | "links" | "log" | "dataDir"> & {
  site: SiteFacts;
  clock: () => Temporal.Instant;
  outside?: Outside;
};

/** A world with the end of the time that its checks have. */
export type LimitedWorld = World & { signal: AbortSignal };

/** `look` reads the facts and judges them; null when the check makes no sense here. */
export type CheckKind = {
  id: string;
  group: Group;
  title: string;
  look: () => Promise<Finding | null>;
};

/** Milliseconds for all checks together. */
const LIMIT_MS = 8_000;

/** Does all checks side by side. One that fails or hangs is unknown, and no other one suffers. */
export async function runChecks(
  world: World,
  kindsOf: (world: LimitedWorld) => CheckKind[],
  limitMs = LIMIT_MS,
): Promise<Report> {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<Finding>((resolve) => {
    const says = `This could not be checked. There was no answer within ${limitMs / 1000} seconds.`;
    signal.addEventListener("abort", () => resolve(unknown(says)));
  });
  const found = await Promise.all(
    kindsOf({ ...world, signal }).map(async ({ look, ...check }): Promise<Check | null> => {
      const finding = await Promise.race([
        look().catch((err: unknown) => {
          if (!signal.aborted) world.log.warn({ err, check: check.id }, "a check could not be done");
          return unknown(`This could not be checked. ${reasonOf(err)}`);
        }),
        late,
      ]);
      return finding && { ...check, ...finding };
    }),
  );
  return { at: world.clock(), checks: found.filter((check) => check !== null) };
}

/** Why a check failed, without what the error may repeat. */
function reasonOf(error: unknown): string {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  const { code, syscall, hostname } = (cause ?? {}) as Record<string, unknown>;
  const name = typeof hostname === "string" ? hostname : "the other side";
  if (typeof syscall === "string" && syscall.startsWith("query"))
    return `The name servers of this machine don't answer questions about ${name} (${code}).`;
  const known = describeConnectionError(cause, name);
  if (known) return known.charAt(0).toUpperCase() + known.slice(1);
  return typeof code === "string" ? `It ended with ${code}.` : "The site's log says why.";
}

/** Remembers what the first call returns, for checks that share a fact. */
export function shared<Fact>(read: () => Promise<Fact>): () => Promise<Fact> {
  let known: Promise<Fact> | undefined;
  return () => {
    known ??= read();
    return known;
  };
}
