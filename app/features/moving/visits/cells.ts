import { FREQUENCIES, type Frequency } from "~/features/catalog/frequency";
import { readDay } from "~/features/moving/cells";
import type { Cents } from "~/lib/money";

/** A moment as its cell has it: company time, unless a zone stands with it. */
export type When = { date: string; time: string | null };

const CLOCK = /(\d{1,2})(?::(\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*(am|pm|a\.m\.|p\.m\.|a|p)?(?![\d:])/i;

/** A time of day as "HH:MM": "9:00 AM", "9am", "09:00", "14:30:00". Null for none; undefined if it is no time. */
export function readTime(text: string): string | null | undefined {
  if (!text) return null;
  const match = new RegExp(`^${CLOCK.source}$`, "i").exec(text.trim());
  return match ? clockOf(match) : undefined;
}

/** A bare number is no time: "9" may be hours that a visit takes. */
function clockOf([, hours = "", minutes, half]: RegExpExecArray): string | undefined {
  if (!half && minutes === undefined) return undefined;
  const hour = Number(hours);
  if (Number(minutes ?? 0) > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined;
  const late = half?.toLowerCase().startsWith("p") ? 12 : 0;
  return `${String(half ? (hour % 12) + late : hour).padStart(2, "0")}:${minutes ?? "00"}`;
}

/** The start and the end of "9:00 AM - 11:00 AM", or the start alone. */
export function readTimes(text: string): { start: string | null; end: string | null } | undefined {
  const [first = "", second = ""] = text.split(/\s*(?:-|–|—|\bto\b)\s*/i);
  const end = readTime(second);
  // "9 - 11 AM": the half of the day stands once.
  const half = /[ap]\.?m\.?$/i.exec(second)?.[0] ?? "";
  const start = readTime(
    /[ap]\.?m?\.?$/i.test(first) || /:/.test(first) ? first : first && `${first} ${half}`,
  );
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** A day, perhaps with a time after it; with a zone it is turned into company time. Undefined if it is no day. */
export function readWhen(text: string, zone: string): When | null | undefined {
  if (!text) return null;
  const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})$/.exec(
    text,
  );
  if (iso) {
    const [, day = "", time = "", offset = ""] = iso;
    try {
      const at = Temporal.Instant.from(`${day}T${time}${offset === "UTC" ? "Z" : offset}`);
      const local = at.toZonedDateTimeISO(zone).toPlainDateTime();
      return {
        date: local.toPlainDate().toString(),
        time: local.toPlainTime().toString({ smallestUnit: "minute" }),
      };
    } catch {
      return undefined;
    }
  }
  const date = readDay(
    text.replace(/^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[ ,]+/i, ""),
  );
  if (!date) return undefined;
  const rest =
    /(?:\d{4}|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2}|-\d{1,2})(?:,|T| at)?\s+?(?:at )?(\d{1,2}(?::\d{2}){0,2}\s*(?:[ap]\.?m?\.?)?)$/i.exec(
      text.replace("T", " "),
    );
  const time = rest ? readTime(rest[1] ?? "") : null;
  return time === undefined ? undefined : { date, time };
}

/**
 * Cents of "$1,234.50", "1234.5", "USD 80", "(20.00)" and "-$20". Null for none; undefined if it is no amount. Without its
 * sign: a discount is written either way.
 */
export function readMoney(text: string): Cents | null | undefined {
  const plain = text.replace(/[\s$()-]|usd|us\$/gi, "");
  if (!plain) return null;
  const [, whole, part = ""] = /^(\d{1,7}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,4}))?$/.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  return Math.round(Number(`${whole.replaceAll(",", "")}.${part || "0"}`) * 100);
}

/** Longest visit, in minutes: no visit blocks more than a day. */
const LONGEST = 16 * 60;
/** A bare number up to this is hours, above it minutes. */
const MOST_HOURS = 16;

/** Minutes of "2h 30m", "2.5 hours", "150", "150 min", "2:30", "02:30:00". Null for none; undefined if it is no length. */
export function readMinutes(text: string): number | null | undefined {
  if (!text) return null;
  const plain = text.toLowerCase().trim();
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?(?: ?h(?:ou)?rs?)?$/.exec(plain);
  const parts =
    /^(?:(\d+(?:\.\d+)?) ?h(?:(?:ou)?rs?)?\.?)?[ ,]*(?:and )?(?:(\d+) ?m(?:in(?:ute)?s?)?\.?)?$/.exec(plain);
  const bare = /^\d+(?:\.\d+)?$/.exec(plain);
  let minutes: number | undefined;
  if (bare) minutes = Number(plain) <= MOST_HOURS ? Number(plain) * 60 : Number(plain);
  else if (clock) minutes = Number(clock[1]) * 60 + Number(clock[2]);
  else if (parts?.[1] ?? parts?.[2]) minutes = Number(parts?.[1] ?? 0) * 60 + Number(parts?.[2] ?? 0);
  if (minutes === undefined || minutes > LONGEST) return undefined;
  return Math.round(minutes) || null;
}

export type VisitStatus = "confirmed" | "completed" | "cancelled";

/**
 * What a status says about a visit. "Yes" and "No" are of a column such as "Visit completed". Null: it says nothing, and the
 * day decides; undefined: it is unknown.
 */
export function readStatus(text: string): VisitStatus | null | undefined {
  if (!text) return null;
  if (/cancel|no.?show|skipped|void|declined|deleted|expired|lost|pro canceled/i.test(text))
    return "cancelled";
  if (/^(?:no|n|false|0)$/i.test(text)) return null;
  if (/complete|done|finished|^(?:yes|y|true|1)$|paid|invoiced|closed|archived/i.test(text))
    return "completed";
  const isAhead =
    /upcoming|unassigned|scheduled|confirmed|active|assigned|pending|booked|late|today|progress|dispatched|action|requires|open|unscheduled|new|rescheduled/i;
  return isAhead.test(text) ? "confirmed" : undefined;
}

/** How often a visit comes. `other`: often, but as no plan of ours does. Null: once. */
export type Recurrence = Frequency | "other" | null;

export function readFrequency(text: string): Recurrence {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  if (!plain || /one ?time|once|single|one ?off|^no$|never|does not|none|on demand|^n a$/.test(plain))
    return null;
  if (
    /bi ?weekly|every other week|every (?:2|two|2nd|second) weeks?|fortnight|every 14 days|2 weeks/.test(
      plain,
    )
  )
    return "biweekly";
  if (
    /(?:3|three|6|six|8|eight) weeks?|bi ?monthly|every other month|(?:2|3|6) months?|quarter|twice|year/.test(
      plain,
    )
  )
    return "other";
  if (/monthly|every month|once a month|(?:4|four) weeks?|every 28 days|1 month/.test(plain))
    return "monthly";
  if (/weekly|every week|once a week|every 7 days|1 week/.test(plain)) return "weekly";
  return FREQUENCIES.find((one) => one === plain) ?? "other";
}

/** Whether it was paid: "Yes", "Paid", "Unpaid", or an amount of the price. Null: it isn't said. */
export function isPaid(paid: string, due: string, total: Cents | null): boolean | null {
  const owed = readMoney(due);
  if (typeof owed === "number" && total !== null && total > 0) return owed === 0;
  if (/^(?:paid|yes|y|true|paid in full|succeeded|charged)$/i.test(paid)) return true;
  if (/unpaid|not paid|^(?:no|n|false|pending|due|partial|failed|owed)/i.test(paid)) return false;
  const amount = readMoney(paid);
  return typeof amount === "number" && total !== null ? amount >= total && amount > 0 : null;
}

/** What of a price was paid, where the cells have amounts: what is no longer due, else what was paid, at most all of it. */
export function paidOf(paid: string, due: string, total: Cents): Cents {
  const owed = readMoney(due);
  const amount = typeof owed === "number" ? total - owed : readMoney(paid);
  return Math.min(total, Math.max(0, amount ?? 0));
}
