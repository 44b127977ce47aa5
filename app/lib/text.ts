/** Invisible characters: harmless in a document, but a disguise in a name or an address. */
const INVISIBLE = /[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu;

/** Cleans one line of typed text: control characters and runs of spaces become one space; trimmed. */
export function cleanLine(text: string): string {
  return wellFormed(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Cleans typed text of several lines: drops control characters except newlines and tabs; trimmed. */
export function cleanBlock(text: string): string {
  return wellFormed(text)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();
}

/** "1, 2, or 3". */
export function orList(options: readonly (string | number)[]): string {
  return orFormat.format(options.map(String));
}

const orFormat = new Intl.ListFormat("en-US", { type: "disjunction" });

/** Nearly every text: nothing in it is to be mended. */
const ASCII = /^[\t\n\r -~]*$/;

function wellFormed(text: string): string {
  if (ASCII.test(text)) return text;
  return text.toWellFormed().replace(INVISIBLE, "").normalize("NFC");
}

/** The first word of a name, as crews and customers call each other; null without one. */
export function firstNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null;
}
