import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, oncePerDatabase } from "~/platform/database/database.server";
import type { Check, Report } from "./check";
import { addressChecks } from "./facts/address.server";
import { backupChecks } from "./facts/backup.server";
import { type CheckKind, type LimitedWorld, runChecks, type World } from "./facts/define.server";
import { emailChecks } from "./facts/email.server";
import { machineChecks } from "./facts/machine.server";
import { paymentChecks } from "./facts/payments.server";
import { peopleChecks } from "./facts/people.server";
import { readSelector } from "./save.server";

/** How long a report is shown before the page does the checks again. */
const FRESH = { minutes: 5 };

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
  const kept = keptFor(world.db);
  const { report } = kept;
  const isFresh = report && Temporal.Instant.compare(report.at.add(FRESH), world.clock()) >= 0;
  if (!isFresh && !kept.running)
    checkNow(world).catch((err: unknown) => world.log.error({ err }, "the checks before going live failed"));
  const { timezone } = await readCompany(ctx);
  return {
    checked: report && formatMoment(report.at, timezone),
    running: kept.running !== null,
    checks: report?.checks ?? [],
    selector: await readSelector(ctx.db),
  };
}
