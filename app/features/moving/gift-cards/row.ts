import { cellsOf, readDay } from "~/features/moving/cells";
import type { Mapping } from "~/features/moving/columns";
import { MESSAGE_LENGTH, readAnyCode } from "~/features/payments/gift-cards/gift-card";
import { formatDate } from "~/lib/dates";
import { type Cents, formatCents, parseCents } from "~/lib/money";
import type { Field } from "./columns";

/** A gift card of another program's file in our words. */
export type GiftRow = {
  /** As its hash is made. */
  code: string;
  amount: Cents;
  buyer_name: string | null;
  buyer_email: string | null;
  recipient_name: string | null;
  recipient_email: string | null;
  message: string | null;
  /** yyyy-MM-dd. */
  bought_on: string | null;
  expires_on: string | null;
};
type ReadGift = { ok: true; row: GiftRow } | { ok: false; reason: string };

/** The most that a card can be worth, in cents. More is taken for a mistake in the file. */
const MOST = 1_000_000;
/** A long number as spreadsheets write it once they have forgotten its last digits. */
const MANGLED = /^\d([.,]\d+)?E\+\d+$/i;
const NAME_LENGTH = 100;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;

/** Reads the cells of a line; the reason says what to mend in the file. `today`: company time. */
export function readGiftRow(cells: readonly string[], mapping: Mapping, today: string): ReadGift {
  const { all, one, something } = cellsOf<Field>(cells, mapping);
  const bad = (reason: string) => ({ ok: false as const, reason });
  if (!one("code")) return bad("There is no code.");
  if (MANGLED.test(one("code")))
    return bad(
      "A spreadsheet has shortened this code to a number like 1.2E+15. Export the list again, and don’t open it before.",
    );
  const code = readAnyCode(one("code"));
  if (!code)
    return bad(
      "The code must have 8 to 40 letters and digits: a shorter one can be guessed. Sell a new card instead.",
    );
  const amount = parseCents(
    one("balance")
      .replace(/\s*USD$/i, "")
      .replace(/(\.\d\d)0+$/, "$1"),
  );
  if (amount === null)
    return bad(`Balance: “${one("balance").slice(0, 40)}” is not an amount. Write it like 75.00.`);
  if (amount === 0) return bad("Nothing is left on this card.");
  if (amount > MOST) return bad(`The balance is more than ${formatCents(MOST)}.`);
  const emails = [one("buyer_email"), one("recipient_email")].filter(Boolean);
  const wrong = emails.find((email) => !EMAIL.test(email) || email.length > 254);
  if (wrong) return bad(`Email: “${wrong.slice(0, 60)}” is not an email address.`);
  const bought_on = readDay(something("bought_on"));
  const expires_on = readDay(something("expires_on"));
  if (bought_on === undefined || expires_on === undefined)
    return bad(
      `“${bought_on === undefined ? one("bought_on") : one("expires_on")}” is not a date. Write it like 11/25/2026.`,
    );
  if (expires_on && expires_on < today) return bad(`This card expired on ${formatDate(expires_on)}.`);
  const name = (field: Field) => something(field).slice(0, NAME_LENGTH).toWellFormed() || null;
  const message = all("message")[0]?.slice(0, MESSAGE_LENGTH).toWellFormed() || null;
  return {
    ok: true,
    row: {
      ...{ code, amount, bought_on, expires_on, message },
      ...{ buyer_name: name("buyer_name"), recipient_name: name("recipient_name") },
      buyer_email: one("buyer_email").toLowerCase() || null,
      recipient_email: one("recipient_email").toLowerCase() || null,
    },
  };
}
