import { phoneDigits } from "~/features/customers/records/contact";
import { numberIn } from "~/lib/number";
import { cleanLine } from "~/lib/text";

export const SEARCH_PAGE = "/admin/search";
/** The longest text that is searched; the rest is ignored. */
export const LONGEST = 100;
/** How many of a kind are shown. */
export const MOST_HITS = 6;

/** The kinds of things that are found, in the order in which they are shown. */
const HIT_KINDS = ["customer", "booking", "order", "plan", "message"] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** Something that was found: finished strings, company time. */
export type Hit = {
  kind: HitKind;
  href: string;
  title: string;
  /** "#1042"; null for messages. */
  number: string | null;
  detail: string;
  status: { label: string; tone: "neutral" | "green" | "berry" } | null;
  /** Its number is what was searched for. */
  exact: boolean;
};

/** `more`: the list that has the others, if there are others. */
export type HitGroup = { kind: HitKind; label: string; hits: Hit[]; more: string | null };

/** What a search found. `call`: a phone number that nobody has. */
export type Found = { q: string; groups: HitGroup[]; call: string | null };

const LABELS: Record<HitKind, string> = {
  customer: "Customers",
  booking: "Bookings",
  order: "Orders",
  plan: "Plans",
  message: "Messages",
};

const LISTS: Record<HitKind, string> = {
  customer: "/admin/customers",
  booking: "/admin/bookings",
  order: "/admin/orders",
  plan: "/admin/plans",
  message: "/admin/messages",
};

/** The page of something that was found. */
export function hitPath(kind: HitKind, id: string): string {
  return `${LISTS[kind]}/${id}`;
}

/** The page that books a visit for somebody who called from this number. */
export function bookingPath(phone: string): string {
  return `/admin/bookings/new?${new URLSearchParams({ find: phone })}`;
}

/**
 * What somebody typed. `words` are searched in names, emails and streets, all of them; they are empty if no index could find
 * them: a single letter, or signs only. `digits` are those of a phone number or of a part of one.
 */
export type Asked = { q: string; number: number | null; digits: string | null; words: string[] };

const MOST_WORDS = 6;
/** Fewer digits are in the phone numbers of thousands. */
const LEAST_DIGITS = 4;

export function askedOf(text: string): Asked {
  const q = cleanLine(text).slice(0, LONGEST).toWellFormed();
  const words = q.toLowerCase().split(" ").filter(Boolean).slice(0, MOST_WORDS);
  const digits = phoneDigits(q);
  return {
    q,
    number: numberIn(q),
    digits: digits !== null && digits.length >= LEAST_DIGITS ? digits : null,
    words: words.some((word) => /[\p{L}\p{N}]{2}/u.test(word)) ? words : [],
  };
}

/** Whether there is anything to search for. */
export function isSearch({ number, digits, words }: Asked): boolean {
  return number !== null || digits !== null || words.length > 0;
}

/** The ways in which a whole American number is written in messages; other digits stay as they are. */
export function writtenAs(digits: string): string[] {
  const [, area, exchange, line] = /^(\d{3})?(\d{3})(\d{4})$/.exec(digits) ?? [];
  if (!exchange) return [digits];
  const parts = area ? [area, exchange, line] : [exchange, line];
  const joined = ["", "-", ".", " "].map((sign) => parts.join(sign));
  return area ? [...joined, `(${area}) ${exchange}-${line}`, `(${area})${exchange}-${line}`] : joined;
}

/** Groups what was found, the most likely first: what has the number, then the kinds in their order. */
export function groupHits({ q, digits }: Asked, hits: Hit[]): Found {
  const groups = HIT_KINDS.flatMap((kind): HitGroup[] => {
    const found = hits.filter((hit) => hit.kind === kind);
    if (found.length === 0) return [];
    const more = found.length > MOST_HITS ? `${LISTS[kind]}?${new URLSearchParams({ q })}` : null;
    return [{ kind, label: LABELS[kind], hits: found.slice(0, MOST_HITS), more }];
  });
  const isExact = ({ hits: [first] }: HitGroup) => first?.exact === true;
  const exact = groups.filter(isExact);
  const isCall = digits !== null && digits.length >= 7 && groups.length === 0;
  return { q, groups: [...exact, ...groups.filter((group) => !isExact(group))], call: isCall ? q : null };
}
