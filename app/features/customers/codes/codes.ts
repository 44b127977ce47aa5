/** What opens a home: digits for a door or lockbox, where a key is, what an alarm wants. */
export const CODE_KINDS = ["code", "key", "alarm"] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** Words of a text that look like an entry code, and what they would be in the vault. `start` is their place in the text. */
export type FoundCode = { start: number; words: string; kind: CodeKind; label: string; value: string };

/** What a crew reads in emails and calendars in place of an entry code. */
export const HIDDEN_CODE = "(entry code: see the app)";

/** 3 to 8 digits, perhaps with * and #, in groups ("12-34-56") or with a letter ("C4711Z"). */
const TOKEN = String.raw`[#*]{0,2}(?:[a-z]{1,2}(?=\d))?\d(?:[\d*#]|[- ](?=\d)){2,14}[a-z]?[#*]?(?![\w/$%]|[-.,:]\d)`;

/** "is", ":", "for the back door is", "changed to". */
const LINK = String.raw`(?:[ \t]*(?:code|pin|number|combo|combination|no\.|nr\.|is|are|was|es|now|set to|changed to|[:=–-]|(?:for|to|on|of|at)[ \t]+(?:the|our|my)[ \t]+(?:[a-z]+[ \t]+){0,2}?(?:door|gate|garage|alarm|lockbox|lock box|house|building|entrance|keypad|panel)))*[ \t]*`;

/** Words that name a code by themselves. */
const STRONG = String.raw`(?:(?:front|back|side|rear|main|garage|door|gate|entry|access|security|alarm|building|lobby|house|key|lock|lockbox|keypad|disarm)[ \t]+){0,2}(?:codes?|lock[ -]?box|key[ -]?pad|key[ -]?safe|pass[ -]?code|pin|combo|combination|alarm|door[ -]?code|call[ -]?box|buzzer|c[oó]digo|clave|alarma|contraseña|candado)`;

/** Things that have codes: they need ":", "#", "is" or a leading zero to be one, because "garage 400" is not. */
const WEAK = String.raw`(?:front[ \t]+|back[ \t]+|side[ \t]+)?(?:door|gate|garage|lock|padlock|puerta|garaje)`;

/** Codes that open no home. */
const OTHER_CODE =
  /(?:\b(?:zip|postal|area|dress|promo|promotion|coupon|gift|discount|referral|error|color|colour|paint|country|qr|bar|tax|source|wi-?fi|unit|apt|apartment|suite|room|order|booking|confirmation|invoice)[ \t]*(?:card[ \t]*)?)$/i;

/** What makes a number a time, a size, an amount or a street number. */
const MEASURE =
  /^[ \t]*(?:[ap]\.?m\b|o'?clock|h\b|hrs?\b|hours?\b|min(?:ute)?s?\b|sq\b|square\b|sf\b|ft\b|feet\b|foot\b|inch|in\.|["'″′]|cm\b|m2\b|m²|lbs?\b|pounds?\b|days?\b|dollars?\b|usd\b|%|people\b|cars?\b|bed|bath|room|years?\b|[A-Z][a-z]+[ \t]+(?:st|street|rd|road|ave|avenue|ln|lane|dr|drive|blvd|way|ct|court|hwy|highway|pl|place)\b)/i;

const AFTER = `${LINK}(${TOKEN})`;
const PATTERNS = [
  new RegExp(String.raw`\b(${STRONG})${AFTER}`, "gi"),
  new RegExp(String.raw`\b(${WEAK})[ \t]*(?:code|pin|is|[:=]|(?=#))${AFTER}`, "gi"),
  new RegExp(String.raw`\b(${WEAK})[ \t]+(0\d{3,7}[#*]?|\d{3,7}[#*])(?![\w/])`, "gi"),
  new RegExp(
    String.raw`\b(press|punch(?:[ \t]+in)?|enter|type(?:[ \t]+in)?|key[ \t]+in|marque|marcar)[ \t]+(${TOKEN})`,
    "gi",
  ),
];
/** "4711 opens the gate", "1234# for the lockbox". */
const BACKWARD = new RegExp(
  String.raw`(?<![\w#*/$.:-])(${TOKEN})[ \t]+(?:is|opens|for|disarms|turns off|unlocks)[ \t]+(?:the|our|my)[ \t]+(?:[a-z]+[ \t]+){0,2}?(codes?|lock[ -]?box|gate|garage|door|alarm|key[ -]?pad|padlock|key[ -]?safe)`,
  "gi",
);
const PASSWORD =
  /\b(?:alarm|security)(?:[ \t]+company)?[ \t]+(?:password|pass[ -]?phrase|pass[ -]?word|safe[ -]?word)(?:[ \t]*(?:is|:|=))*[ \t]*("[^"\n]{2,40}"|[^\s.,;]{2,40})/gi;
const KEY =
  /\b((?:spare|house|front door|back door|extra|hidden|garage)[ \t]+)?(?:keys?|llaves?)(?:[ \t]+(?:is|are|est[aá]n?|will be|hangs?|hidden|kept|left|stored|always))*[ \t]+((?:under|beneath|underneath|below|behind|inside|in|on|above|next to|with|debajo|bajo|detr[aá]s|en|dentro)[ \t]+(?:de[ \t]+|del[ \t]+)?(?:the|our|my|a|an|your|la|el|las|los|una?|[a-z]+)\b[^.,;!?\n]{0,60})/gi;

/** All words of a text that look like entry codes, in their order. They may be none: people decide. */
export function findCodes(text: string): FoundCode[] {
  const found = [
    ...PATTERNS.flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => numberIn(text, match, match[1] ?? "", match[2] ?? "")),
    ),
    ...[...text.matchAll(BACKWARD)].map((match) => numberIn(text, match, match[2] ?? "", match[1] ?? "")),
    ...[...text.matchAll(PASSWORD)].map((match) => foundAt(match, "alarm", "Alarm password", match[1] ?? "")),
    ...[...text.matchAll(KEY)].map((match) => foundAt(match, "key", `${match[1] ?? ""}key`, match[2] ?? "")),
  ].filter((one) => one !== null);
  found.sort((one, other) => one.start - other.start || other.words.length - one.words.length);
  return found.filter((one, index) =>
    found.slice(0, index).every((before) => before.start + before.words.length <= one.start),
  );
}

/** The text with `HIDDEN_CODE` in place of each code, except words that somebody said are none. */
export function withoutCodes(text: string, dismissed: readonly string[] = []): string {
  return replaceCodes(text, (words) => !dismissed.includes(words), HIDDEN_CODE);
}

function replaceCodes(text: string, isMeant: (words: string) => boolean, by: string): string {
  let replaced = text;
  for (const { start, words } of findCodes(text).reverse())
    if (isMeant(words)) replaced = replaced.slice(0, start) + by + replaced.slice(start + words.length);
  return replaced;
}

/** What remains of a text without the code that these words are; null for nothing but spaces and signs. */
export function takeOut(text: string, words: string): string | null {
  const rest = replaceCodes(text, (one) => one === words, "\0")
    .replace(/\0[ \t]*[.,;:)]*/g, "\0")
    .replace(/[ \t]*\([ \t]*\0/g, "\0")
    .replace(/[ \t]*[,;:–-]?[ \t]*\0[ \t]*/g, (gap, at: number) =>
      at === 0 ? "" : /[,;]/.test(gap) ? ", " : " ",
    )
    .replace(/[ \t]+([.,;:!?])/g, "$1")
    .replace(/[ \t]*(?:,|;)[ \t]*$/gm, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : null;
}

function numberIn(text: string, match: RegExpExecArray, name: string, value: string): FoundCode | null {
  const end = match.index + match[0].length;
  const digits = value.replace(/\D/g, "").length;
  if (digits < 3 || digits > 8 || /^\d{3}[- ]\d{4}$/.test(value)) return null;
  if (MEASURE.test(text.slice(end)) || OTHER_CODE.test(text.slice(0, match.index))) return null;
  if (/^code/i.test(name) && OTHER_CODE.test(name)) return null;
  const kind = /alarm|disarm|security/i.test(match[0]) ? "alarm" : "code";
  const label = /^(?:press|punch|enter|type|key in|marque|marcar)/i.test(name) ? "Keypad" : name;
  return foundAt(match, kind, label, value);
}

function foundAt(match: RegExpExecArray, kind: CodeKind, label: string, value: string): FoundCode {
  const words = match[0].trimEnd();
  const name = label.replace(/[ \t]+/g, " ").trim();
  return {
    start: match.index,
    words,
    kind,
    label: name.charAt(0).toUpperCase() + name.slice(1).toLowerCase(),
    value: value.trim().replace(/^"|"$/g, ""),
  };
}
