import { eq } from "drizzle-orm";
import { crew_members } from "~/db/schema/office";
import { pay_rates } from "~/db/schema/pay";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Rate } from "./pay";

/** Sets what a member earns from a day on, in place of a rate that begins on the same day. False: there is no such member. */
export function saveRate(
  ctx: StaffCtx,
  { member_id, rate }: { member_id: string; rate: Rate },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(member_id)) return false;
    const [member] = await tx
      .select({ crew_id: crew_members.crew_id })
      .from(crew_members)
      .where(eq(crew_members.id, member_id))
      .for("key share");
    if (!member) return false;
    const stored = {
      ...{ kind: rate.kind, author_id: ctx.actor.id, created_at: ctx.now },
      cents: rate.kind === "percent" ? null : rate.cents,
      basis_points: rate.kind === "percent" ? rate.basis_points : null,
      pays_drive: rate.kind === "hour" && rate.pays_drive,
      pays_break: rate.kind === "hour" && rate.pays_break,
    };
    await tx
      .insert(pay_rates)
      .values({ ...stored, member_id, from_day: rate.from_day })
      .onConflictDoUpdate({ target: [pay_rates.member_id, pay_rates.from_day], set: stored });
    await recordAudit(tx, ctx, {
      action: "crew.rate_saved",
      entity: "crew",
      entity_id: member.crew_id,
      details: { member: member_id, ...rate },
    });
    return true;
  });
}
