import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { openDigests, readDigests } from "~/platform/auth/digests.server";
import type { Ctx } from "~/platform/context.server";
import { IMPORTED_PROVIDER } from "./gift-card";

/** What is stored of a code of ours. 100 random bits need no slow hash, and no key. */
export function hashOfCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/** What is stored of codes of other programs, which may be short: it can't be found out without the site's key. */
export async function openImportedHash(
  ctx: Pick<Ctx, "db" | "vault" | "now">,
): Promise<(code: string) => string> {
  const digest = await openDigests(ctx, "gift codes");
  return (code) => digest(hashOfCode(code));
}

/** What may be stored of a code: of ours, or of one of another program, also from before there was a key. */
export async function readHashes(ctx: Pick<Ctx, "db" | "vault">): Promise<(code: string) => string[]> {
  const digests = await readDigests(ctx, "gift codes");
  return (code) => [hashOfCode(code), ...digests(hashOfCode(code))];
}

/** Letters of a hash without a key. */
const PLAIN_LENGTH = 64;

/** Puts codes of imports of before under the site's key. */
export async function renewImportedHashes(ctx: Pick<Ctx, "db" | "vault" | "now">): Promise<void> {
  const isPlain = and(
    eq(gift_cards.provider, IMPORTED_PROVIDER),
    sql`length(${gift_cards.code_hash}) = ${PLAIN_LENGTH}`,
  );
  const plain = await ctx.db
    .select({ id: gift_cards.id, hash: gift_cards.code_hash })
    .from(gift_cards)
    .where(isPlain);
  if (plain.length === 0) return;
  const digest = await openDigests(ctx, "gift codes");
  for (const { id, hash } of plain)
    await ctx.db
      .update(gift_cards)
      .set({ code_hash: digest(hash ?? "") })
      .where(and(eq(gift_cards.id, id), isPlain));
}
