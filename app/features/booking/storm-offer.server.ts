import { and, desc, eq } from "drizzle-orm";
import { storm_offers } from "~/db/schema/office";
import { formatTime } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/** What is proposed instead of a visit of a storm day, company time; nothing when no crew was free. */
export type StormOffer = { id: string; date: string | null; time: string | null; crew_id: string | null };

/** What a storm day asks the customer of a visit; null once it is answered, and for other visits. */
export async function readOpenOffer({ db }: Pick<Ctx, "db">, bookingId: string): Promise<StormOffer | null> {
  const [offer] = await db
    .select({
      id: storm_offers.id,
      date: storm_offers.proposed_date,
      time: storm_offers.proposed_time,
      crew_id: storm_offers.proposed_crew_id,
    })
    .from(storm_offers)
    .where(isOpen(bookingId))
    .orderBy(desc(storm_offers.created_at))
    .limit(1);
  return offer ? { ...offer, time: offer.time && formatTime(offer.time) } : null;
}

/** To somebody who answers when another answer was there first. */
export const ANSWERED = "This has already been answered.";

export function isProposed(
  offer: StormOffer | null,
  { date, time }: { date: string; time: string },
): boolean {
  return offer?.date === date && offer.time === time;
}

/** The question of a storm day has its answer, whichever way the visit was changed. Call it with the booking locked. */
export async function settleOffer(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  bookingId: string,
  status: "accepted" | "moved" | "skipped" | "settled",
): Promise<void> {
  const answered = await tx
    .update(storm_offers)
    .set({ status, answered_at: ctx.now, updated_at: ctx.now })
    .where(isOpen(bookingId))
    .returning({ id: storm_offers.id, storm_day_id: storm_offers.storm_day_id });
  const entries = answered.map(({ storm_day_id }) => ({
    action: `storm.offer_${status}`,
    entity: "booking",
    entity_id: bookingId,
    details: { storm_day: storm_day_id },
  }));
  if (entries.length > 0) await recordAudit(tx, ctx, ...entries);
}

function isOpen(bookingId: string) {
  return and(eq(storm_offers.booking_id, bookingId), eq(storm_offers.status, "open"));
}
