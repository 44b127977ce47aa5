import { and, eq, isNull } from "drizzle-orm";
import { site_text_versions, site_texts } from "~/db/schema/texts";
import type { Ctx } from "~/platform/context.server";
import { keyOf, nameOf, type Source, type TextKey } from "./text";

/** How long a preview link works. */
const PREVIEW_DAYS = 7;

type Signing = Pick<Ctx, "links" | "now" | "origin">;

/** The address where anybody can read a version before it is published, for 7 days. */
export function previewLink(ctx: Signing, key: TextKey, version: number): string {
  const name = nameOf(key);
  const until = Math.floor(ctx.now.add({ hours: 24 * PREVIEW_DAYS }).epochMilliseconds / 1000);
  const query = new URLSearchParams({
    version: String(version),
    until: String(until),
    key: ctx.links.sign(subjectOf(name, version, until)),
  });
  return `${ctx.origin}/preview/${name}?${query}`;
}

const subjectOf = (name: string, version: number, until: number) => `preview:${name}:${version}:${until}`;

const numberIn = (text: string | null) => (/^\d{1,12}$/.test(text ?? "") ? Number(text) : 0);

/** What a preview link opens: 404 if it is wrong, 410 if it is over. */
export async function readPreview(
  ctx: Pick<Ctx, "db" | "links" | "now">,
  name: string,
  query: URLSearchParams,
): Promise<{ ok: true; key: TextKey; source: Source } | { ok: false; status: 404 | 410 }> {
  const key = keyOf(name);
  const [version, until] = [numberIn(query.get("version")), numberIn(query.get("until"))];
  if (!key || !ctx.links.isSigned(subjectOf(name, version, until), query.get("key") ?? ""))
    return { ok: false, status: 404 };
  if (until * 1000 <= ctx.now.epochMilliseconds) return { ok: false, status: 410 };
  const source = await readVersion(ctx, key, version);
  return source ? { ok: true, key, source } : { ok: false, status: 404 };
}

/** One version of a text. */
export async function readVersion(
  { db }: Pick<Ctx, "db">,
  { kind, number }: TextKey,
  version: number,
): Promise<Source | null> {
  const [found] = await db
    .select({ fields: site_text_versions.fields, body: site_text_versions.body })
    .from(site_text_versions)
    .innerJoin(site_texts, eq(site_texts.id, site_text_versions.text_id))
    .where(
      and(
        eq(site_texts.kind, kind),
        number === null ? isNull(site_texts.number) : eq(site_texts.number, number),
        eq(site_text_versions.number, version),
      ),
    );
  return found ?? null;
}
