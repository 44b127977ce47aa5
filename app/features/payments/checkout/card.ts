/** A month of the calendar; `month` counts from 1. */
export type YearMonth = { year: number; month: number };

export type CardBrand = "Visa" | "Mastercard" | "American Express" | "Discover" | "Card";

/** Digits grouped in fours, at most 19 characters: "4242 4242 4242 4242" (spec section 5). */
export function formatCardNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, 16)
      .match(/\d{1,4}/g) ?? []
  ).join(" ");
}

/** "MM/YY", at most 5 characters; the slash comes with the third digit. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

/** Digits only, at most 3. */
export function formatCvc(text: string): string {
  return digitsOf(text).slice(0, 3);
}

/** Whether the number has a card's length and its check digit is right. Spaces and dashes don't matter. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, "");
  return /^\d{13,16}$/.test(digits) && luhnSum(digits) % 10 === 0;
}

/** The network that issued the card, told from its first digits. */
export function cardBrand(text: string): CardBrand {
  const digits = digitsOf(text);
  if (digits.startsWith("4")) return "Visa";
  if (/^3[47]/.test(digits)) return "American Express";
  if (/^6(011|4[4-9]|5)/.test(digits)) return "Discover";
  const prefix = Number(digits.slice(0, 4));
  const mastercard = (prefix >= 5100 && prefix <= 5599) || (prefix >= 2221 && prefix <= 2720);
  return mastercard ? "Mastercard" : "Card";
}

/** The month in "MM/YY" text, or null when it is none. */
export function parseExpiry(text: string): YearMonth | null {
  const [, month, year] = (/^(0[1-9]|1[0-2]) ?\/ ?(\d{2})$/.exec(text) ?? []).map(Number);
  return month === undefined || year === undefined ? null : { year: 2000 + year, month };
}

/** A card is good through the last day of its month. */
export function isExpired(expiry: YearMonth, now: YearMonth): boolean {
  return expiry.year * 12 + expiry.month < now.year * 12 + now.month;
}

function luhnSum(digits: string): number {
  return Array.from(digits)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0);
}

/** The digits alone. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
