import { readCompany } from "~/features/operations/settings/queries.server";
import { NOTE_LENGTH } from "~/features/payments/books/difference";
import { readLastCompared, readOpenDifferences } from "~/features/payments/books/queries.server";
import { settleDifference } from "~/features/payments/books/settle.server";
import { formatMoment } from "~/lib/dates";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import { defineAttention, GONE, refused } from "./define.server";

/** Two books that don't agree, those found first at the top. For those who may settle them. */
export const differences = defineAttention({
  kind: "books",
  one: "difference in the books",
  many: "differences in the books",
  read: async (ctx, part) => {
    if (!may(ctx.actor.role, "books.settle")) return { count: 0, cases: [] };
    const { timezone } = await readCompany(ctx);
    const { count, differences } = await readOpenDifferences(ctx, part);
    const cases = differences.map(({ id, order_id, subject, sides, found_at }) => ({
      id,
      href: order_id ? `/admin/orders/${order_id}` : "/admin/orders",
      what: `${subject}: ${sides}`,
      when: `Found ${formatMoment(found_at, timezone)}`,
      actions: [
        {
          label: "Settle",
          intent: "settle",
          pending: "Saving...",
          fields: { id },
          line: { name: "note", label: "What it was", max: NOTE_LENGTH },
        },
      ],
    }));
    return { count: cases.length > 0 ? count : 0, cases };
  },
  handlers: {
    settle: async (ctx, { id = "", note = "" }) => {
      const outcome = await settleDifference(ctx, { id, note });
      if (outcome.ok) return { ok: true, toast: { title: "Difference settled" } };
      return outcome.reason === "not found" ? GONE : refused(outcome);
    },
  },
});

/** "Books last compared Jun 01, 2026, 4:03 AM.", for those who may settle differences; null for others. */
export async function readBooksState(ctx: StaffCtx): Promise<string | null> {
  if (!may(ctx.actor.role, "books.settle")) return null;
  const at = await readLastCompared(ctx);
  const { timezone } = await readCompany(ctx);
  return at
    ? `Books last compared ${formatMoment(at, timezone)}.`
    : "The books are compared every night. Tonight is the first time.";
}
