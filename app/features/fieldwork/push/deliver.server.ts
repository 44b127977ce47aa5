import { and, eq, isNull } from "drizzle-orm";
import webPush from "web-push";
import { crews } from "~/db/schema/crews";
import { crew_phones } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { push_subscriptions } from "~/db/schema/push";
import { readDay } from "~/features/fieldwork/day/queries.server";
import type { CrewPhone } from "~/features/fieldwork/phones/recognize.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Ctx } from "~/platform/context.server";
import type { SafeFetch } from "~/platform/outside/safe-fetch.server";
import { openPushKeys } from "./keys.server";
import { changesOf, messageOf, type PushMessage } from "./push";
import { isQuiet, nextMorning } from "./rules";
import { knownOf } from "./subscribe.server";

/** How long changes are collected before they are told together. A page that somebody looks at hears of them at once. */
const COLLECT_SECONDS = 60;

/** Queues to tell the phones of a crew what changed; null: of every crew. Called whenever a crew's near days may have changed. */
export async function queueNews({ db, jobs }: Pick<Ctx, "db" | "jobs">, crew_id: string | null) {
  const listening = await db
    .selectDistinct({ crew_id: crew_members.crew_id })
    .from(push_subscriptions)
    .innerJoin(crew_phones, eq(crew_phones.id, push_subscriptions.phone_id))
    .innerJoin(crew_members, eq(crew_members.id, crew_phones.member_id))
    .where(and(isWelcome, crew_id === null ? undefined : eq(crew_members.crew_id, crew_id)));
  for (const crew of listening)
    await jobs.enqueue(db, "push-news", crew, { afterSeconds: COLLECT_SECONDS, key: crew.crew_id });
}

/**
 * Tells each phone of a crew what the office changed since the phone last heard; at night only what can't wait. Throws, to be
 * retried, if a push service doesn't answer; phones that were told are not told again.
 */
export async function pushNews(ctx: Ctx, post: SafeFetch, { crew_id }: { crew_id: string }): Promise<void> {
  const keys = await openPushKeys(ctx);
  const settings = await readSettings(ctx);
  const now = ctx.now.toZonedDateTimeISO(settings["general.timezone"]);
  const service = {
    post,
    vapid: { subject: `mailto:${settings["general.contact_email"]}`, ...keys },
    /** Seconds until the company's day is over. */
    ttl: now.until(now.startOfDay().add({ days: 1 }), { largestUnit: "seconds" }).seconds,
  };
  let unanswered = 0;
  let waits = false;
  for (const { subscription, phone } of await readListening(ctx, crew_id)) {
    const { phone_id, member_id, language } = phone;
    const actor = { kind: "crew", member_id, crew_id, phone_id } as const;
    const day = await readDay({ ...ctx, actor }, phone);
    const known = knownOf(day);
    const changes = changesOf(subscription.known, known);
    if (changes.length > 0 && isQuiet(changes, now)) {
      waits = true;
      continue;
    }
    const own = and(
      eq(push_subscriptions.phone_id, phone_id),
      eq(push_subscriptions.endpoint, subscription.endpoint),
    );
    const told =
      changes.length === 0
        ? "told"
        : await send(ctx, service, subscription, messageOf(changes, { language, today: day.today }));
    if (told === "unanswered") unanswered += 1;
    else if (told === "gone") await ctx.db.delete(push_subscriptions).where(own);
    else await ctx.db.update(push_subscriptions).set({ known, updated_at: ctx.now }).where(own);
  }
  if (waits) await queueForMorning(ctx, crew_id, now);
  if (unanswered > 0) throw new Error(`${unanswered} phones of a crew are told again.`);
}

/** News of the night waits under a key of its own: what can't wait is told meanwhile, and then this has nothing to say. */
async function queueForMorning({ db, jobs }: Ctx, crew_id: string, now: Temporal.ZonedDateTime) {
  const seconds = now.until(nextMorning(now)).total("seconds");
  await jobs.enqueue(
    db,
    "push-news",
    { crew_id },
    { afterSeconds: Math.ceil(seconds), key: `${crew_id} in the morning` },
  );
}

const isWelcome = and(isNull(crew_phones.ended_at), isNull(crew_members.left_at));

type Stored = typeof push_subscriptions.$inferSelect;
type Listening = { subscription: Stored; phone: CrewPhone };

async function readListening({ db }: Ctx, crew_id: string): Promise<Listening[]> {
  const rows = await db
    .select({ subscription: push_subscriptions, phone: crew_phones, member: crew_members, crew: crews.name })
    .from(push_subscriptions)
    .innerJoin(crew_phones, eq(crew_phones.id, push_subscriptions.phone_id))
    .innerJoin(crew_members, eq(crew_members.id, crew_phones.member_id))
    .innerJoin(crews, eq(crews.id, crew_members.crew_id))
    .where(and(isWelcome, eq(crew_members.crew_id, crew_id)));
  return rows.map(({ subscription, phone: { id: phone_id, unlocked_until }, member, crew }) => {
    const { id: member_id, name, language } = member;
    return { subscription, phone: { phone_id, unlocked_until, member_id, crew_id, name, language, crew } };
  });
}

type Service = {
  post: SafeFetch;
  vapid: { subject: string; publicKey: string; privateKey: string };
  ttl: number;
};

/** `gone`: the phone's browser listens no more. `told`: the push service took it, or refuses it for good. */
async function send(
  { log }: Ctx,
  { post, vapid, ttl }: Service,
  { endpoint, p256dh, auth }: Stored,
  message: PushMessage,
): Promise<"told" | "gone" | "unanswered"> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: vapid, TTL: ttl, urgency: "normal", topic: "day" },
  );
  const { host } = new URL(endpoint); // the rest of it is as good as a password
  try {
    const { status } = await post(endpoint, { headers, body });
    if (status === 404 || status === 410) return "gone";
    if (status < 300) return "told";
    log.warn({ host, status }, "a push service refused news for a phone");
    return status === 429 || status >= 500 ? "unanswered" : "told";
  } catch (err) {
    log.warn({ host, err }, "a push service could not be reached");
    return "unanswered";
  }
}
