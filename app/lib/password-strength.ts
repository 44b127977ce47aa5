/** Lengths of passwords, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** 0: empty, 1: too short, 2: weak, 3: fair, 4: strong. */
export type PasswordStrength = { score: 0 | 1 | 2 | 3 | 4; label: string };

const FAIR_BITS = 45;
const STRONG_BITS = 65;

/** Words that guessers try first; longer words before those they contain. */
const COMMON =
  /passwor[dt]|password|passwd|passw|iloveyou|letmein|welcome|sunshine|princess|football|baseball|superman|batman|master|monkey|dragon|shadow|hello|admin|login|secret|spring|summer|autumn|winter|january|february|march|april|june|july|august|september|october|november|december|clean(?:ing)?|birch|love|abc|(?:19|20)\d\d/g;

const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890", "qazwsxedcrfv"];

/** Estimates the strength while somebody types. The server decides what is refused. */
export function passwordStrength(password: string, minimum: number): PasswordStrength {
  if (password === "") return { score: 0, label: "" };
  if (password.length < minimum) return { score: 1, label: "Too short" };
  const bits = surprises(password) * Math.log2(alphabetOf(password));
  if (bits < FAIR_BITS) return { score: 2, label: "Weak" };
  return bits < STRONG_BITS ? { score: 3, label: "Fair" } : { score: 4, label: "Strong" };
}

/**
 * The number of characters that must be guessed. A common word counts as one, and so does a run such as 'aaaa', 'abcd' or
 * 'qwer'.
 */
function surprises(password: string): number {
  const plain = withoutDisguise(password.toLowerCase()).replace(COMMON, "\u0000");
  const letters = [...plain];
  const fresh = letters.filter((letter, at) => !follows(letters[at - 1], letter));
  return Math.min(fresh.length, new Set(letters).size * 2);
}

function withoutDisguise(text: string): string {
  const meant: Record<string, string> = { "@": "a", "4": "a", "3": "e", "!": "i", "0": "o", $: "s" };
  return text.replace(/(?<=[a-z@$!])[@430$!](?=[a-z@$!430])/g, (sign) => meant[sign] ?? sign);
}

function follows(before: string | undefined, letter: string): boolean {
  if (before === undefined) return false;
  const step = (letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  if (Math.abs(step) <= 1) return true;
  return ROWS.some((row) => row.includes(before + letter) || row.includes(letter + before));
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/, 33],
    [/[^\x20-\x7e]/, 100],
  ];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0) || 1;
}
