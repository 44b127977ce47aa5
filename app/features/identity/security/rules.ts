const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Formats a User-Agent for its owner: "Safari on iPhone". */
export function deviceName(userAgent: string | null): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser && !system) return "Unknown device";
  return system ? `${browser ?? "A browser"} on ${system}` : `${browser}`;
}

/** Names that the account's owner must not use as a password. */
export type PersonalWords = { email: string; names: (string | null)[]; company: string };

/**
 * Whether a password consists only of the owner's email or parts of it, their name and the company's name, in any
 * combination with digits and punctuation. Attackers who know the email try these first.
 */
export function isPersonalWords(password: string, { email, names, company }: PersonalWords): boolean {
  const local = email.split("@")[0] ?? "";
  if (lettersAndDigitsOf(password) === lettersAndDigitsOf(local)) return true;
  const words = [email, local, ...email.split(/[^\p{L}]+/u), ...[...names, company].flatMap(wordsOf)]
    .map(lettersOf)
    .filter((word) => word.length > 1)
    .sort((one, other) => other.length - one.length);
  return isSequenceOf(lettersOf(password), words);
}

function wordsOf(name: string | null): string[] {
  return name ? [name, ...name.split(/\s+/)] : [];
}

/** Whether the text is a sequence of these words. */
function isSequenceOf(text: string, words: string[]): boolean {
  const reached = new Set([0]);
  for (const start of reached) {
    for (const word of words) if (text.startsWith(word, start)) reached.add(start + word.length);
  }
  return text !== "" && reached.has(text.length);
}

const lettersAndDigitsOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/**
 * A signed-in browser. `place` is the network address of its last use, if known. The times are text in company time:
 * "today", "on Nov 05, 2026".
 */
export type Device = {
  id: string;
  name: string;
  place: string | null;
  signed_in: string;
  last_used: string;
  is_this: boolean;
};

/** What a user can prove who they are with. `code`: the password alone is not enough. */
export type ProofMeans = { password: boolean; code: boolean; passkey: boolean };
