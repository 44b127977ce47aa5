// Rooms: who was erased (customers), the company's day and currency (operations), and what is stored of codes (payments).
import { and, eq, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { import_rows } from "~/db/schema/imports";
import { readErased } from "~/features/customers/records/erasures.server";
import type { Verdict } from "~/features/moving/rules";
import {
  type Done,
  type Found,
  markRows,
  type Run,
  type StoredRow,
  type Subject,
} from "~/features/moving/run.server";
import { openCells } from "~/features/moving/upload.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { openImportedHash, readHashes } from "~/features/payments/gift-cards/code.server";
import { IMPORTED_PROVIDER } from "~/features/payments/gift-cards/gift-card";
import { companyToday, formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { type GiftRow, readGiftRow } from "./row";
import { type GiftMade, readGiftDependents, takeBackGiftCards } from "./undo.server";

/** Gift cards that another program sold. */
export const GIFT_CARDS: Subject = {
  check: checkRows,
  store: storeRows,
  readDependents: readGiftDependents,
  takeBack: takeBackGiftCards,
  countAdded: (db, run_id) => db.$count(gift_cards, eq(gift_cards.import_id, run_id)),
};

type Card = typeof gift_cards.$inferSelect;
type Compared = {
  stored: StoredRow;
  row: GiftRow;
  hash: string;
  card: Card | null;
  verdict: Verdict;
  reason: string | null;
  /** Whether what the row says of its buyer or recipient, who was erased here, is taken out. */
  forgets: boolean;
};
type Bad = { stored: StoredRow; reason: string };

/** Compares rows with the cards that we have, which it locks, and with earlier rows of the file. */
async function compare(tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]) {
  const settings = await readSettings({ db: tx });
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const currency = settings["payments.default_currency"].toUpperCase();
  const hashOf = await openImportedHash({ ...ctx, db: tx });
  const hashesOf = await readHashes({ ...ctx, db: tx });
  const bad: Bad[] = [];
  const read = rows.flatMap((stored) => {
    const cells = openCells(ctx.vault, stored);
    const found = cells
      ? readGiftRow(cells, run.mapping, today)
      : { ok: false as const, reason: "This row was sealed under another secret. Upload the file again." };
    if (found.ok) return [{ stored, row: found.row, hash: hashOf(found.row.code) }];
    bad.push({ stored, reason: found.reason });
    return [];
  });
  const hashes = [...new Set(read.map(({ hash }) => hash))];
  const cards = await tx
    .select()
    .from(gift_cards)
    .where(
      inArray(
        gift_cards.code_hash,
        read.flatMap(({ row }) => hashesOf(row.code)),
      ),
    )
    .for("update");
  const earlier = await readEarlier(tx, run.id, hashes, rows[0]?.line ?? 0);
  const erasedOf = await readErased(tx, ctx, read.map(({ row }) => row).flatMap(peopleOf));
  const compared: Compared[] = [];
  for (const one of read) {
    const before = earlier.get(one.hash);
    if (before !== undefined) {
      bad.push({ stored: one.stored, reason: `The code is that of line ${before}.` });
      continue;
    }
    earlier.set(one.hash, one.stored.file_line ?? one.stored.line);
    const stored = hashesOf(one.row.code);
    const card = cards.find(({ code_hash }) => code_hash !== null && stored.includes(code_hash)) ?? null;
    const why = card ? whySame(card) : null;
    const verdict = !card ? "new" : why || card.amount === one.row.amount ? "same" : "conflict";
    const row = withoutErased(one.row, (email) => erasedOf(personOf(email)) !== null);
    const forgets = row !== one.row;
    const reason = why ?? (forgets ? ERASED : null);
    compared.push({ ...one, row, card, verdict, reason, forgets });
  }
  return { compared, bad, currency };
}

const ERASED = "Its buyer or recipient was erased here: their name and email are left out.";

const personOf = (email: string) => ({ emails: [email], phones: [], vendor: "", key: "" });
const peopleOf = ({ buyer_email, recipient_email }: GiftRow) =>
  [buyer_email, recipient_email].flatMap((email) => (email ? [personOf(email)] : []));

/** The row without what it says of people who were erased here; the card is owed all the same. */
function withoutErased(row: GiftRow, isErased: (email: string) => boolean): GiftRow {
  const { buyer_email, recipient_email } = row;
  const buyer = buyer_email && isErased(buyer_email) && { buyer_name: null, buyer_email: null };
  const recipient = recipient_email &&
    isErased(recipient_email) && { recipient_name: null, recipient_email: null };
  return buyer || recipient ? { ...row, ...buyer, ...recipient, message: null } : row;
}

/** Why a card that we have is left as it is, whatever the file says. */
function whySame({ provider, redeemed_at }: Card): string | null {
  if (provider !== IMPORTED_PROVIDER) return "Nothing: it is a gift card of ours.";
  return redeemed_at ? "Nothing: it was redeemed here." : null;
}

/** The lines of the file that have these codes before this one. */
async function readEarlier(tx: Database, run_id: string, hashes: string[], before: number) {
  const found = await tx
    .select({
      hash: import_rows.person_key,
      line: sql<number>`coalesce(${import_rows.file_line}, ${import_rows.line})`,
    })
    .from(import_rows)
    .where(
      and(
        ...[
          eq(import_rows.run_id, run_id),
          inArray(import_rows.person_key, hashes),
          lt(import_rows.line, before),
        ],
        ...[isNotNull(import_rows.verdict), ne(import_rows.verdict, "bad")],
      ),
    );
  return new Map(found.map(({ hash, line }) => [hash ?? "", line]));
}

async function checkRows(tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]): Promise<Found[]> {
  const { compared, bad, currency } = await compare(tx, ctx, run, rows);
  return [
    ...compared.map(({ stored: { line }, row, hash, card, verdict, reason }) => ({
      ...{ line, verdict, reason, person_key: hash },
      name: row.recipient_name ?? row.buyer_name ?? "Gift card",
      email: row.recipient_email ?? row.buyer_email,
      facts: {
        Balance: formatCents(row.amount, currency),
        ...(row.buyer_name && { From: row.buyer_name }),
        ...(row.expires_on && { Expires: formatDate(row.expires_on) }),
      },
      differences:
        verdict === "conflict" && card
          ? [
              {
                field: "Balance",
                ours: formatCents(card.amount, card.currency),
                theirs: formatCents(row.amount, card.currency),
              },
            ]
          : [],
    })),
    ...bad.map(({ stored: { line }, reason }) => ({ line, verdict: "bad" as const, reason })),
  ];
}

async function storeRows(tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]): Promise<void> {
  const { compared, currency } = await compare(tx, ctx, run, rows);
  const done: Done[] = [];
  for (const { stored, row, hash, card, verdict, reason } of compared) {
    const common = { line: stored.line, customer_id: null, verdict };
    if (verdict === "new") {
      const id = await addCard(tx, ctx, run, { line: stored.line, row, hash, currency });
      const made: GiftMade = { card_id: id, before: null };
      done.push({ ...common, reason, made });
    } else if (verdict === "conflict" && card && stored.answer === "theirs") {
      await tx
        .update(gift_cards)
        .set({ amount: row.amount, updated_at: ctx.now })
        .where(eq(gift_cards.id, card.id));
      const made: GiftMade = { card_id: card.id, before: card.amount };
      done.push({ ...common, reason, made });
    } else {
      const isLate = verdict === "conflict" && !stored.answer;
      const left = isLate ? "Left out: the gift card was changed after the dry run." : null;
      done.push({ ...common, reason: reason ?? left, made: null });
    }
  }
  await markRows(tx, ctx, run.id, done);
  const forgotten = compared.filter(({ forgets }) => forgets).map(({ stored }) => stored.line);
  await tx
    .update(import_rows)
    .set({ sealed: "" })
    .where(and(eq(import_rows.run_id, run.id), inArray(import_rows.line, forgotten)));
}

type Add = { line: number; row: GiftRow; hash: string; currency: string };

/** Stores a card as one that was paid and sent, so that no email goes out. The ledger of money has nothing: no money came here. */
async function addCard(
  tx: Database,
  ctx: JobCtx,
  run: Run,
  { line, row, hash, currency }: Add,
): Promise<string> {
  const { code: _, bought_on, ...fields } = row;
  const day = bought_on && Temporal.Instant.from(`${bought_on}T12:00:00Z`);
  const at = day && Temporal.Instant.compare(day, ctx.now) < 0 ? day : ctx.now;
  const [card] = await tx
    .insert(gift_cards)
    .values({
      ...{ ...fields, currency, status: "paid", provider: IMPORTED_PROVIDER, code_hash: hash },
      ...{ import_id: run.id, form_id: `import:${run.id}:${line}`, send_on: at.toString().slice(0, 10) },
      ...{ checkout_expires_at: at, session_closed_at: at, paid_at: at, sent_at: at },
      ...{ created_at: at, updated_at: ctx.now },
    })
    .returning({ id: gift_cards.id });
  if (!card) throw new Error("The gift card was not stored");
  const entry = { action: "gift_card.imported", entity: "gift_card", entity_id: card.id };
  await recordAudit(tx, ctx, { ...entry, details: { amount: row.amount, import: run.id } });
  return card.id;
}
