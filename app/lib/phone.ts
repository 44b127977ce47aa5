/** The fewest digits of a phone number: seven, without area code. */
const LEAST_DIGITS = 7;
const EXTENSION = /[,;]?\s*(?:extension|ext\.?|x)\s*(\d{1,6})\s*$/i;

/** The `tel:` address of a phone number in any format; undefined if it contains no number. */
export function phoneHref(phone: string): string | undefined {
  const extension = EXTENSION.exec(phone);
  const number = (extension ? phone.slice(0, extension.index) : phone).trim().replace(/(?!^\+)\D/g, "");
  if (number.replace("+", "").length < LEAST_DIGITS) return undefined;
  return `tel:${number}${extension ? `;ext=${extension[1]}` : ""}`;
}

export const NO_PHONE = "Phone must be a phone number, like (603) 555-0142";

/** Whether the text contains a number to dial. */
export function isDialable(phone: string): boolean {
  return phoneHref(phone) !== undefined;
}
