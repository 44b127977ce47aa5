import { and, eq, inArray } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { claim_pictures, claims } from "~/db/schema/claims";
import { files } from "~/db/schema/files";
import { completedAt } from "~/features/booking/office/status-changes.server";
import { lockVisit } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { ClaimForm } from "./forms";
import { decideClaim, MOST_PICTURES, termsOf } from "./rules";

/** `id` is made with the form: sent twice, it is one claim. `file_ids`: stored pictures of this visit's forms. */
type Input = ClaimForm & { id: string; booking_id: string; file_ids: string[] };

export type OpenClaimOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "closed" | "open"; message: string };

const OPEN_ALREADY = "We have your claim about this visit already, and are looking into it.";

/**
 * Opens a customer's claim about their visit. One can be open at a time: the visit is locked, and the database refuses a second
 * one. The customer and the office get emails.
 */
export function openClaim(
  ctx: Ctx,
  { id, booking_id, room, words, file_ids }: Input,
): Promise<OpenClaimOutcome> {
  return ctx.db.transaction(async (tx): Promise<OpenClaimOutcome> => {
    const found = await lockVisit(tx, ctx, booking_id);
    if (!found) return { ok: false, reason: "not found" };
    const [same] = await tx.select({ of: claims.booking_id }).from(claims).where(eq(claims.id, id));
    if (same) return same.of === booking_id ? { ok: true } : { ok: false, reason: "not found" };
    const decision = decideClaim(
      { ...found.booking, completed_at: await readCompletedAt(tx, booking_id) },
      termsOf(await readSettings({ db: tx })),
      ctx.now,
    );
    if (!decision.ok) return { ...decision, reason: "closed" };
    const [stored] = await tx
      .insert(claims)
      .values({ id, booking_id, room, words, due_at: decision.due_at, created_at: ctx.now })
      .onConflictDoNothing()
      .returning({ id: claims.id });
    if (!stored) return { ok: false, reason: "open", message: OPEN_ALREADY };
    const pictures = await storePictures(tx, id, file_ids);
    await recordAudit(tx, ctx, {
      action: "booking.claimed",
      entity: "booking",
      entity_id: booking_id,
      details: { claim: id, pictures },
    });
    await ctx.jobs.enqueue(tx, "claim-received-mail", { claim_id: id });
    await ctx.jobs.enqueue(tx, "claim-notice-mail", { claim_id: id });
    return { ok: true };
  });
}

/** When a visit was last marked as completed; null if it never was. */
export async function readCompletedAt(db: Database, booking_id: string): Promise<Temporal.Instant | null> {
  const [visit] = await db.select({ at: completedAt }).from(bookings).where(eq(bookings.id, booking_id));
  return visit?.at ? Temporal.Instant.from(visit.at) : null;
}

/** Gives a claim its pictures, as far as they are still there. Returns how many there are. */
async function storePictures(tx: Database, claim_id: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const stored = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.status, "stored")))
    .for("key share");
  const found = new Set(stored.map((file) => file.id));
  const kept = [...new Set(ids)].filter((id) => found.has(id)).slice(0, MOST_PICTURES);
  if (kept.length === 0) return 0;
  await tx
    .insert(claim_pictures)
    .values(kept.map((file_id, index) => ({ claim_id, file_id, position: index + 1 })));
  return kept.length;
}
