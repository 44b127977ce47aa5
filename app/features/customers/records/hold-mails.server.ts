import { and, asc, eq, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { customer_merges } from "~/db/schema/customers";
import { import_links, import_runs } from "~/db/schema/imports";
import type { Database } from "~/platform/database/database.server";

/**
 * Whoever was a customer before an import gets emails as before, also merged with one whom it added (decision 080). Returns the links
 * that no longer hold emails.
 */
export async function openMails(
  tx: Database,
  { kept, merged }: { kept: string; merged: string },
): Promise<string[]> {
  const holding = await tx
    .select({ id: import_links.id, customer_id: import_links.customer_id })
    .from(import_links)
    .innerJoin(import_runs, eq(import_runs.id, import_links.run_id))
    .where(
      and(
        inArray(import_links.customer_id, [kept, merged]),
        eq(import_links.is_new, true),
        isNull(import_runs.mails_open_at),
      ),
    );
  if (new Set(holding.map(({ customer_id }) => customer_id)).size !== 1) return [];
  const ids = holding.map(({ id }) => id);
  await tx.update(import_links).set({ is_new: false }).where(inArray(import_links.id, ids));
  return ids;
}

type Moved = { rows: { imports?: string[] }; opened?: string[] };

/**
 * Emails of imported customers are held again when the merge that opened them is undone. Later merges into the kept customer count: with
 * another customer from before, the kept one's stay open, and that merge's undo holds them; what they opened of the merged one's is held.
 */
export async function holdMails(
  tx: Database,
  { kept, key }: { kept: string; key: string },
  { rows, opened = [] }: Moved,
): Promise<void> {
  const begun = sql`(select created_at from customer_merges where id = ${key})`;
  const later = (
    await tx
      .select({ id: customer_merges.id, moved: customer_merges.moved })
      .from(customer_merges)
      .where(
        and(
          ...[
            eq(customer_merges.kept_id, kept),
            ne(customer_merges.id, key),
            isNull(customer_merges.undone_at),
          ],
          gte(customer_merges.created_at, begun),
        ),
      )
      .orderBy(asc(customer_merges.created_at))
  ).map(({ id, moved }) => ({ id, moved: moved as Moved }));
  const returned = new Set(rows.imports ?? []);
  const ofKept = opened.filter((id) => !returned.has(id));
  const heir = later.find(({ moved }) => !moved.opened?.length);
  const reopened = later.flatMap(({ moved }) => moved.opened ?? []).filter((id) => returned.has(id));
  const held = [...opened.filter((id) => returned.has(id)), ...reopened, ...(heir ? [] : ofKept)];
  if (held.length > 0)
    await tx.update(import_links).set({ is_new: true }).where(inArray(import_links.id, held));
  for (const one of later) {
    const inherited = one === heir ? ofKept : [];
    const left = [...(one.moved.opened ?? []).filter((id) => !returned.has(id)), ...inherited];
    await tx
      .update(customer_merges)
      .set({ moved: { ...one.moved, opened: left } })
      .where(eq(customer_merges.id, one.id));
  }
}
