import { createHash, ECDH } from "node:crypto";
import { isIP } from "node:net";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { crew_phones } from "~/db/schema/fieldwork";
import { push_subscriptions } from "~/db/schema/push";
import type { CrewDay } from "~/features/fieldwork/day/day";
import { officePartOf } from "~/features/fieldwork/day/news";
import type { CrewCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { isPublicAddress } from "~/platform/outside/public-address.server";
import type { Subscription } from "./forms";
import type { KnownDay } from "./push";

type SubscribeOutcome = { ok: true } | { ok: false; reason: "private" | "key" | "ended" };

/**
 * Sends what changes from now on to this phone's browser. One that was another phone's moves to this one. `day`: as the phone
 * knows it.
 */
export async function subscribePhone(
  ctx: CrewCtx,
  { endpoint, keys, day }: Subscription & { day: CrewDay },
): Promise<SubscribeOutcome> {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !isPublicAddress(host)) return { ok: false, reason: "private" };
  if (!isPoint(keys.p256dh)) return { ok: false, reason: "key" };
  const { phone_id } = ctx.actor;
  return ctx.db.transaction(async (tx): Promise<SubscribeOutcome> => {
    const [phone] = await tx
      .select({ id: crew_phones.id })
      .from(crew_phones)
      .where(and(eq(crew_phones.id, phone_id), isNull(crew_phones.ended_at)))
      .for("share");
    if (!phone) return { ok: false, reason: "ended" };
    await lockUntilCommit(tx, "push subscriptions");
    await tx
      .delete(push_subscriptions)
      .where(and(eq(push_subscriptions.endpoint, endpoint), ne(push_subscriptions.phone_id, phone_id)));
    const stored = { endpoint, ...keys, known: knownOf(day), updated_at: ctx.now };
    await tx
      .insert(push_subscriptions)
      .values({ phone_id, ...stored, created_at: ctx.now })
      .onConflictDoUpdate({ target: push_subscriptions.phone_id, set: stored });
    return { ok: true };
  });
}

/** Sends this phone nothing more. */
export async function unsubscribePhone({ db, actor }: CrewCtx): Promise<void> {
  await db.delete(push_subscriptions).where(eq(push_subscriptions.phone_id, actor.phone_id));
}

/** Where this phone hears of changes; null if it didn't ask for it. */
export async function readEndpoint({ db, actor }: CrewCtx): Promise<string | null> {
  const [found] = await db
    .select({ endpoint: push_subscriptions.endpoint })
    .from(push_subscriptions)
    .where(eq(push_subscriptions.phone_id, actor.phone_id));
  return found?.endpoint ?? null;
}

/** Notes that somebody looks at this day on the phone, so that it isn't told again. */
export async function noteSeen({ db, actor, now }: CrewCtx, day: CrewDay): Promise<void> {
  const known = knownOf(day);
  await db
    .update(push_subscriptions)
    .set({ known, updated_at: now })
    .where(
      and(
        eq(push_subscriptions.phone_id, actor.phone_id),
        sql`${push_subscriptions.known} <> ${JSON.stringify(known)}::jsonb`,
      ),
    );
}

/** What is stored of a day to see what changes: nothing that says where or who. */
export function knownOf({ member, today, tomorrow, stops }: CrewDay): KnownDay {
  return {
    language: member.language,
    days: [today, tomorrow],
    stops: stops.map((stop) => ({
      id: stop.id,
      date: stop.date,
      starts: stop.starts,
      mark: hashOf(officePartOf(stop)),
      ...(stop.status === "completed" && { done: true }),
      answers: stop.reports.filter(({ answer }) => answer !== null).length,
    })),
  };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 8);

/** Whether a key is one that messages can be encrypted for. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}
