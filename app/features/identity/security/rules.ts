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

/** A browser in the words of its owner, told from its User-Agent: "Safari on iPhone". */
export function deviceName(userAgent: string | null): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser && !system) return "Unknown device";
  return system ? `${browser ?? "A browser"} on ${system}` : `${browser}`;
}

/** What an account's owner is called: none of it makes a password. */
export type OwnWords = { email: string; names: (string | null)[]; company: string };

/**
 * Whether a password is nothing but its owner's own words: the email address or a part of it, their name, the company's
 * name, also several of them, with digits and signs between and around. Whoever knows the address tries those first.
 */
export function isOwnWords(password: string, { email, names, company }: OwnWords): boolean {
  const local = email.split("@")[0] ?? "";
  if (bareOf(password) === bareOf(local)) return true;
  const words = [email, local, ...email.split(/[^\p{L}]+/u), ...[...names, company].flatMap(wordsOf)]
    .map(lettersOf)
    .filter((word) => word.length > 1)
    .sort((one, other) => other.length - one.length);
  return isMadeOf(lettersOf(password), words);
}

function wordsOf(name: string | null): string[] {
  return name ? [name, ...name.split(/\s+/)] : [];
}

/** Whether the text is some of the words, one after the other. */
function isMadeOf(text: string, words: string[]): boolean {
  const reached = new Set([0]);
  for (const start of reached) {
    for (const word of words) if (text.startsWith(word, start)) reached.add(start + word.length);
  }
  return text !== "" && reached.has(text.length);
}

const bareOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");
