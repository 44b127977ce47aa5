/** The shortest number that reaches somebody: seven digits, without an area code. */
const LEAST_DIGITS = 7;
const EXTENSION = /[,;]?\s*(?:extension|ext\.?|x)\s*(\d{1,6})\s*$/i;

/** The `tel:` address of a phone number however it is written; undefined when there is no number in it to dial. */
export function phoneHref(phone: string): string | undefined {
  const extension = EXTENSION.exec(phone);
  const number = (extension ? phone.slice(0, extension.index) : phone).trim().replace(/(?!^\+)\D/g, "");
  if (number.replace("+", "").length < LEAST_DIGITS) return undefined;
  return `tel:${number}${extension ? `;ext=${extension[1]}` : ""}`;
}

export const NO_PHONE = "Phone must be a phone number, like (603) 555-0142";

/** Whether there is a number in it to dial. */
export function isDialable(phone: string): boolean {
  return phoneHref(phone) !== undefined;
}
