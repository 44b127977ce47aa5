import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, max } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { site_text_versions, site_texts } from "~/db/schema/texts";
import { shippedArticles } from "~/features/content/blog/queries.server";
import { findMissing } from "~/features/content/pictures/queries.server";
import { shippedOpening } from "~/features/content/texts/openings.server";
import {
  isSame,
  LAST_SHIPPED_NUMBER,
  NEW_TEXT,
  nameOf,
  type Source,
  serviceIdOf,
  type TextKey,
  type TextKind,
} from "~/features/content/texts/text";
import { readCompany } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { goLive, isSlugTaken } from "./publish.server";

/** What becomes of a text once it is saved. */
export type Next = { do: "keep" } | { do: "publish" } | { do: "plan"; at: Temporal.Instant };

export type SaveInput = TextKey & {
  source: Source;
  /** The newest version that the editor was filled with; 0: what ships. */
  seen: number;
  /** The id of the form: sent twice, it saves once. */
  form_id: string;
  next: Next;
};

export type SaveOutcome =
  | { ok: true; key: TextKey; version: number }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "taken" }
  /** It shows a picture that is not there: `picture` is its number. */
  | { ok: false; reason: "no picture"; picture: number }
  /** Somebody saved another version meanwhile: `newest`. */
  | { ok: false; reason: "changed"; newest: number };

type TextRow = typeof site_texts.$inferSelect;

/**
 * Saves what was written as a new version, unless the newest says the same, and publishes or plans it. A save that has not
 * seen the newest version is refused.
 */
export function saveText(
  ctx: StaffCtx,
  { source, form_id, next, ...input }: SaveInput,
): Promise<SaveOutcome> {
  return ctx.db.transaction(async (tx): Promise<SaveOutcome> => {
    await lockUntilCommit(tx, "site texts");
    const before = await findByForm(tx, form_id);
    const again = before && isSame(before.key.kind, before.source, source) ? before : null;
    if (again && next.do === "keep") return { ok: true, key: again.key, version: again.version };
    // A form that saved a draft and is sent again to publish it has seen what it saved.
    const { seen, ...key } = again ? { ...again.key, seen: again.version } : input;
    const { slug = "" } = source.fields;
    if (next.do !== "keep" && (await isSlugTaken(tx, slug, key))) return { ok: false, reason: "taken" };
    const picture = await findMissing(tx, source);
    if (picture !== null) return { ok: false, reason: "no picture", picture };
    const text = await lockText(tx, ctx, key);
    if (!text) return { ok: false, reason: "not found" };
    const newest = await readNewest(tx, text.id);
    if ((newest?.number ?? 0) !== seen) return { ok: false, reason: "changed", newest: newest?.number ?? 0 };
    const isNew = !newest || !isSame(key.kind, newest, source);
    const version = isNew ? seen + 1 : seen;
    if (isNew) await insertVersion(tx, ctx, { id: before ? randomUUID() : form_id, text, version, source });
    if (next.do === "publish") await goLive(tx, ctx, text, { number: version, slug });
    if (next.do === "plan") await plan(tx, ctx, text, version, next.at);
    return { ok: true, key: keyOfRow(text), version };
  });
}

function keyOfRow({ kind, number }: TextRow): TextKey {
  return { kind, number } as TextKey;
}

/** What an earlier request with the same form saved. */
async function findByForm(tx: Database, form_id: string) {
  const [found] = await tx
    .select({ text: site_texts, version: site_text_versions })
    .from(site_text_versions)
    .innerJoin(site_texts, eq(site_texts.id, site_text_versions.text_id))
    .where(eq(site_text_versions.id, form_id));
  return found && { key: keyOfRow(found.text), version: found.version.number, source: found.version };
}

/** The row of a text, locked for a caller who has locked them all; made when the office first touches the text. Undefined if there is no such text. */
async function lockText(
  tx: Database,
  { now }: Pick<StaffCtx, "now">,
  { kind, number }: TextKey,
): Promise<TextRow | undefined> {
  const timestamps = { created_at: now, updated_at: now };
  if (number === NEW_TEXT) {
    const ofKind = eq(site_texts.kind, kind);
    const [last] = await tx
      .select({ number: max(site_texts.number) })
      .from(site_texts)
      .where(ofKind);
    const next = Math.max(last?.number ?? 0, LAST_SHIPPED_NUMBER) + 1;
    const [added] = await tx
      .insert(site_texts)
      .values({ kind, number: next, ...timestamps })
      .returning();
    return added;
  }
  const isIt = and(
    eq(site_texts.kind, kind),
    number === null ? isNull(site_texts.number) : eq(site_texts.number, number),
  );
  const [found] = await tx.select().from(site_texts).where(isIt).for("update");
  if (found) return found;
  if (number !== null && !(await ships(tx, kind, number))) return undefined;
  const service = serviceIdOf(kind);
  if (service !== null && (await tx.$count(services, eq(services.id, service))) === 0) return undefined;
  const [added] = await tx
    .insert(site_texts)
    .values({ kind, number, ...timestamps })
    .returning();
  return added;
}

async function ships(tx: Database, kind: TextKind, number: number): Promise<boolean> {
  if (kind === "article") return shippedArticles.some(({ id }) => id === number);
  return shippedOpening(number, await readCompany({ db: tx })) !== null;
}

async function readNewest(tx: Database, text_id: string) {
  const [newest] = await tx
    .select()
    .from(site_text_versions)
    .where(eq(site_text_versions.text_id, text_id))
    .orderBy(desc(site_text_versions.number))
    .limit(1);
  return newest;
}

type NewVersion = { id: string; text: TextRow; version: number; source: Source };

async function insertVersion(tx: Database, ctx: StaffCtx, { id, text, version, source }: NewVersion) {
  await tx.insert(site_text_versions).values({
    id,
    text_id: text.id,
    number: version,
    ...source,
    author_id: ctx.actor.id,
    created_at: ctx.now,
  });
  await recordText(tx, ctx, "text.saved", text, { version });
}

async function plan(tx: Database, ctx: StaffCtx, text: TextRow, version: number, at: Temporal.Instant) {
  await tx
    .update(site_texts)
    .set({ planned_version: version, publish_at: at, updated_at: ctx.now })
    .where(eq(site_texts.id, text.id));
  await recordText(tx, ctx, "text.planned", text, { version, at: at.toString() });
}

export type TakeDown = "unpublish" | "unplan" | "hide" | "show";

const ACTIONS = {
  unpublish: "text.unpublished",
  unplan: "text.unplanned",
  hide: "text.hidden",
  show: "text.shown",
} as const;

/**
 * Shows what ships again (of an own article: nothing), drops a planned publication, or takes an article off the site and puts it
 * back. What is taken off is not planned any more: it would come back by itself. Repeating has no effect.
 */
export function takeDown(
  ctx: StaffCtx,
  { what, ...key }: TextKey & { what: TakeDown },
): Promise<{ ok: boolean }> {
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "site texts");
    const text = key.number === NEW_TEXT ? undefined : await lockText(tx, ctx, key);
    if (!text || (text.number === null && (what === "hide" || what === "show"))) return { ok: false };
    const noPlan = { planned_version: null, publish_at: null };
    const changes = {
      unpublish: { published_version: null, published_at: null, ...noPlan },
      unplan: noPlan,
      hide: { hidden: true, ...noPlan },
      show: { hidden: false },
    }[what];
    if (Object.entries(changes).every(([name, value]) => text[name as keyof TextRow] === value))
      return { ok: true };
    await tx
      .update(site_texts)
      .set({ ...changes, updated_at: ctx.now })
      .where(eq(site_texts.id, text.id));
    const entity_id = nameOf(keyOfRow(text));
    await recordAudit(tx, ctx, { action: ACTIONS[what], entity: "text", entity_id });
    return { ok: true };
  });
}

function recordText(
  tx: Database,
  ctx: Pick<StaffCtx, "actor" | "now">,
  action: "text.saved" | "text.planned",
  text: TextRow,
  details: Record<string, unknown>,
) {
  return recordAudit(tx, ctx, { action, entity: "text", entity_id: nameOf(keyOfRow(text)), details });
}
