import type { Difference } from "~/features/moving/rules";
import { type Cents, formatCents, parseCents } from "~/lib/money";

/** The most that a customer can bring along, in cents. More is taken for a mistake in the file. */
const MOST_CREDIT = 1_000_000;

type ReadCredit =
  | { ok: true; cents: Cents | null; warnings: string[] }
  /** What to mend in the file. */
  | { ok: false; reason: string };

/**
 * Reads a credit balance such as "$25.00", "1,250" or "25 USD". "-20" and "(20.00)" are what the customer owes there: no credit, and a
 * warning, because what is owed stays in the other program.
 */
export function readCredit(text: string): ReadCredit {
  if (/^(?:n\/?a|none|null|nil|-+)?$/i.test(text)) return { ok: true, cents: null, warnings: [] };
  const [, open, minus, figures = ""] =
    /^(\()?\s*([-−–])?\s*((?:US)?\$?\s*[-−–]?[\d.,]+)\s*(?:USD)?\)?$/i.exec(text) ?? [];
  const cents = parseCents(
    figures
      .replace(/^US/i, "")
      .replace(/[-−–]/, "")
      .replace(/(\.\d\d)0+$/, "$1"),
  );
  if (cents === null)
    return {
      ok: false,
      reason: `Credit balance: “${text.slice(0, 40)}” is not an amount. Write it like 25.00.`,
    };
  if (cents > MOST_CREDIT)
    return {
      ok: false,
      reason: `Credit balance: ${formatCents(cents)} is more than ${formatCents(MOST_CREDIT)}. If it is right, leave it out of the file and give it on the customer’s page.`,
    };
  if (cents > 0 && (open || minus || /[-−–]/.test(figures)))
    return {
      ok: true,
      cents: 0,
      warnings: [`Owes ${formatCents(cents)} there: what a customer owes is not imported.`],
    };
  return { ok: true, cents, warnings: [] };
}

/** What files of a program said of a person, one for each of their homes. */
type Said = { said_in: string; fields: Record<string, string[]> };
export type CreditChange = {
  /** Cents to give, or to take if below zero. */
  cents: Cents;
  conflicts: Difference[];
  warnings: string[];
};

/**
 * What a balance of a file does. It is moved in once for each person of a program, however often their rows and files come: the first
 * one is given; another one later is for people to decide about. `given`: cents that were moved in. `digest`: of what the file says.
 */
export function compareCredit(
  says: Cents | null,
  { said, given, run_id, digest }: { said: Said[]; given: Cents; run_id: string; digest: string },
): CreditChange {
  const known = said.some(({ fields }) => fields.credit?.includes(digest));
  const again = said.some(({ said_in, fields }) => said_in === run_id && fields.credit);
  const nothing = { cents: 0, conflicts: [], warnings: [] };
  if (says === null || says === given || known) return nothing;
  if (again)
    return {
      ...nothing,
      warnings: [
        `Credit balance: ${formatCents(says)} is left out, because an earlier line has another balance of this customer.`,
      ],
    };
  const differs = { field: "credit", ours: formatCents(given), theirs: formatCents(says) };
  return { ...nothing, cents: says - given, conflicts: given === 0 ? [] : [differs] };
}
