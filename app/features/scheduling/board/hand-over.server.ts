import { moveByStaff } from "~/features/booking/office/move.server";
import { readCrew } from "~/features/scheduling/crews/reads.server";
import type { AdminCtx } from "~/platform/context.server";

export type HandOver = { moved: number; left: number };

/**
 * Gives visits of a crew to others, each at its time, where one is free and
 * nobody has moved it meanwhile: all to come, or those that its hours or days
 * off say it can't make. Null: there is no such crew.
 */
export async function handOver(
  ctx: AdminCtx,
  { crew_id, which }: { crew_id: string; which: "all" | "in the way" },
): Promise<HandOver | null> {
  const crew = await readCrew(ctx, crew_id);
  if (!crew) return null;
  const visits = crew.visits.filter(({ in_the_way }) => which === "all" || in_the_way !== null);
  let moved = 0;
  for (const { id, date, time, sequence } of visits) {
    const outcome = await moveByStaff(ctx, { id, date, time, sequence, crew_id: null, avoid: crew_id });
    if (outcome.ok) moved += 1;
  }
  return { moved, left: visits.length - moved };
}
