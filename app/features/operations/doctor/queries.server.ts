import { readCompany, readSettings } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, oncePerDatabase } from "~/platform/database/database.server";
import { type Check, countOpen, type Report } from "./check";
import { addressChecks } from "./facts/address.server";
import { backupChecks } from "./facts/backup.server";
import { type CheckKind, type LimitedWorld, runChecks, type World } from "./facts/define.server";
import { emailChecks } from "./facts/email.server";
import { machineChecks } from "./facts/machine.server";
import { paymentChecks } from "./facts/payments.server";
import { peopleChecks } from "./facts/people.server";
import { readSelector } from "./save.server";

/** How long a report is shown before the page does the checks again, and the dashboard. */
const FRESH = { minutes: 5 };
const FRESH_ON_DASHBOARD = { hours: 6 };

/** The last report of this process, and the checks that are under way. */
type Kept = { report: Report | null; running: Promise<Report> | null };
const keptFor = oncePerDatabase((_: Database): Kept => ({ report: null, running: null }));

const allChecks = (world: LimitedWorld): CheckKind[] => [
  ...addressChecks(world),
  ...emailChecks(world),
  ...paymentChecks(world),
  ...backupChecks(world),
  ...peopleChecks(world),
  ...machineChecks(world),
];

/** Does all checks now, or waits for those that are under way. Takes at most 8 seconds. */
export function checkNow(world: World): Promise<Report> {
  const kept = keptFor(world.db);
  kept.running ??= runChecks(world, allChecks)
    .then((report) => {
      kept.report = report;
      return report;
    })
    .finally(() => {
      kept.running = null;
    });
  return kept.running;
}

/** Checks as the page shows them. `checked`: when, in company time; null while the first checks run. */
export type ReportView = { checked: string | null; running: boolean; checks: Check[]; selector: string };

/** The last report, at once. Begins new checks when it is older than five minutes. */
export async function readReport(ctx: StaffCtx, world: World): Promise<ReportView> {
  const { report, running } = lastReport(world, FRESH);
  const { timezone } = await readCompany(ctx);
  return {
    checked: report && formatMoment(report.at, timezone),
    running,
    checks: report?.checks ?? [],
    selector: await readSelector(ctx.db),
  };
}

/** How many things stand between a company's own site and the public; 0 for the demo, and while the first checks run. */
export async function countBeforePublic(world: World): Promise<number> {
  const { "site.kind": kind } = await readSettings(world);
  if (kind === "demo") return 0;
  return countOpen(lastReport(world, FRESH_ON_DASHBOARD).report?.checks ?? []);
}

function lastReport(world: World, fresh: Temporal.DurationLike): { report: Report | null; running: boolean } {
  const kept = keptFor(world.db);
  const isFresh = kept.report && Temporal.Instant.compare(kept.report.at.add(fresh), world.clock()) >= 0;
  if (!isFresh && !kept.running)
    checkNow(world).catch((err: unknown) => world.log.error({ err }, "the checks before going live failed"));
  return { report: kept.report, running: kept.running !== null };
}
