import { and, eq, isNull, sql } from "drizzle-orm";
import { site_redirects, site_text_versions, site_texts } from "~/db/schema/texts";
import { treeOf } from "~/lib/markdown";
import type { TextTree } from "~/lib/text-tree";
import type { Ctx } from "~/platform/context.server";
import type { NumberedKind, PageKind, ServiceKind } from "./text";

/** A published version as readers get it. */
export type PublishedText = { fields: Record<string, string>; text: TextTree };

type ReadCtx = Pick<Ctx, "db" | "log">;

/** Versions never change: each is parsed once, when it is first read. The oldest are forgotten. */
const parsed = new Map<string, PublishedText>();
const MAX_PARSED = 400;

function parse(id: string, fields: Record<string, string>, body: string): PublishedText {
  const known = parsed.get(id);
  if (known) return known;
  const text = { fields, text: treeOf(body) };
  const [oldest] = parsed.keys();
  if (oldest !== undefined && parsed.size >= MAX_PARSED) parsed.delete(oldest);
  parsed.set(id, text);
  return text;
}

/** The version that a text shows. */
const shown = and(
  eq(site_text_versions.text_id, site_texts.id),
  eq(site_text_versions.number, site_texts.published_version),
);

/**
 * The text of a page or service that the company published; null while it shows what ships. If the database does not answer, it is the
 * last that this process read, and `stale` says not to cache the page.
 */
export async function readPageText(
  ctx: ReadCtx,
  kind: PageKind | ServiceKind,
): Promise<{ own: PublishedText | null; stale: boolean }> {
  return orLast(ctx, kind, async () => {
    const [found] = await ctx.db
      .select({
        id: site_text_versions.id,
        fields: site_text_versions.fields,
        body: site_text_versions.body,
      })
      .from(site_texts)
      .innerJoin(site_text_versions, shown)
      .where(and(eq(site_texts.kind, kind), isNull(site_texts.number)));
    return found ? parse(found.id, found.fields, found.body) : null;
  });
}

/** An article or opening that the office has touched. `own` is null while what ships is shown. */
export type TouchedText = {
  number: number;
  slug: string | null;
  hidden: boolean;
  own: PublishedText | null;
};

/** The articles or openings that the office has touched, in the order of their numbers. */
export async function readTouchedTexts(
  ctx: ReadCtx,
  kind: NumberedKind,
): Promise<{ own: TouchedText[] | null; stale: boolean }> {
  return orLast(ctx, kind, async () => {
    const known = new Map(parsed);
    const rows = await ctx.db
      .select({
        number: site_texts.number,
        slug: site_texts.slug,
        hidden: site_texts.hidden,
        id: site_text_versions.id,
        fields: site_text_versions.fields,
        // What was parsed already is not read again.
        body: sql<
          string | null
        >`case when ${site_text_versions.id} = any(${sql.param([...known.keys()])}::uuid[]) then null
          else ${site_text_versions.body} end`,
      })
      .from(site_texts)
      .leftJoin(site_text_versions, shown)
      .where(eq(site_texts.kind, kind))
      .orderBy(site_texts.number);
    return rows.flatMap(({ number, slug, hidden, id, fields, body }) => {
      if (number === null) return [];
      const own = id && fields ? (known.get(id) ?? parse(id, fields, body ?? "")) : null;
      return [{ number, slug, hidden, own }];
    });
  });
}

/** Where an earlier address of an article leads now: its number. */
export async function findRedirect({ db }: Pick<Ctx, "db">, slug: string): Promise<number | null> {
  const [found] = await db
    .select({ number: site_texts.number })
    .from(site_redirects)
    .innerJoin(site_texts, eq(site_texts.id, site_redirects.text_id))
    .where(eq(site_redirects.slug, slug));
  return found?.number ?? null;
}

const last = new Map<string, unknown>();

async function orLast<Text>(
  { log }: ReadCtx,
  name: string,
  read: () => Promise<Text>,
): Promise<{ own: Text | null; stale: boolean }> {
  try {
    const own = await read();
    last.set(name, own);
    return { own, stale: false };
  } catch (err) {
    log.error({ err, text: name }, "a text could not be read; the last one stands in");
    return { own: (last.get(name) as Text | undefined) ?? null, stale: true };
  }
}
