import { type Language, type Say, sayIn } from "~/features/fieldwork/messages/language";
import * as m from "~/features/fieldwork/messages/made/messages.js";

/**
 * What a phone knows of its crew's day. `mark` changes with what the office says of a stop, and tells nothing of it. `done`: the
 * visit is completed; then nobody needs to look at it again, nor because a crew took its finish back. `answers` counts the
 * office's answers to its reports.
 */
export type KnownDay = {
  language: Language;
  /** The days it is about, yyyy-MM-dd. */
  days: string[];
  stops: { id: string; date: string; starts: string; mark: string; done?: boolean; answers: number }[];
};

/** One thing that the office did to a stop. `day`: yyyy-MM-dd; `time`: when it started until then, such as "8:00 AM". */
export type Change = { day: string; time: string } & (
  | { kind: "moved"; to: string }
  | { kind: "new" | "gone" | "changed" | "other day" | "answered" }
);

/** What a locked phone shows, and the page that it opens. Says no name, address or code. */
export type PushMessage = { title: string; body: string; lang: Language; url: string };

/** More changes than this are counted. */
const MOST_SAID = 3;

/** What changed between two states of the day, on the days that both are about. A new language is no change of the day. */
export function changesOf(before: KnownDay, after: KnownDay): Change[] {
  if (before.language !== after.language) return [];
  const known = new Map(before.stops.map((stop) => [stop.id, stop]));
  const now = new Set(after.stops.map(({ id }) => id));
  const days = before.days.filter((day) => after.days.includes(day));
  const gone = before.stops.filter(({ id, date }) => days.includes(date) && !now.has(id));
  const others = after.stops.flatMap((stop): Change[] => {
    const was = known.get(stop.id);
    if (!was) return days.includes(stop.date) ? [{ kind: "new", day: stop.date, time: stop.starts }] : [];
    const at = { day: was.date, time: was.starts };
    if (was.date !== stop.date) return [{ kind: "other day", ...at }];
    if (was.starts !== stop.starts) return [{ kind: "moved", ...at, to: stop.starts }];
    if (was.mark !== "" && was.mark !== stop.mark && !stop.done) return [{ kind: "changed", ...at }];
    return stop.answers > was.answers ? [{ kind: "answered", ...at }] : [];
  });
  return [...gone.map(({ date, starts }): Change => ({ kind: "gone", day: date, time: starts })), ...others];
}

/** What the phone of a member says of changes. `today`: yyyy-MM-dd. */
export function messageOf(changes: Change[], { language, today }: { language: Language; today: string }) {
  const say = sayIn(language);
  const sentences = changes.map((change) => {
    const sentence = sentenceOf(change, say);
    return change.day > today ? say(m.push_tomorrow, { sentence }) : sentence;
  });
  const message: PushMessage = {
    title: say(m.push_title),
    body: changes.length > MOST_SAID ? say(m.push_many, { count: changes.length }) : sentences.join(" "),
    lang: language,
    url: changes.every(({ day }) => day > today) ? "/crew?view=tomorrow" : "/crew",
  };
  return message;
}

function sentenceOf(change: Change, say: Say): string {
  const { kind, time } = change;
  if (kind === "moved") return say(m.push_moved, { from: time, to: change.to });
  const message = {
    new: m.push_new,
    gone: m.push_gone,
    changed: m.push_changed,
    "other day": m.push_other_day,
    answered: m.push_answered,
  }[kind];
  return say(message, { time });
}

/** What a phone's page gets of push: the site's public key, and where the phone hears of changes, if it asked for it. */
export type PushState = { key: string; endpoint: string | null; words: PushWords };
export type PushWords = Record<keyof typeof WORDS, string>;

const WORDS = {
  title: m.push_on_phone,
  lead: m.push_lead,
  on: m.push_on,
  turn_on: m.push_turn_on,
  turn_off: m.push_turn_off,
  blocked: m.push_blocked,
  install: m.push_install,
  failed: m.push_failed,
};

/** The words around the button. They are sent when it is shown, so that the app's script stays small. */
export function wordsIn(language: Language): PushWords {
  const say = sayIn(language);
  return Object.fromEntries(
    Object.entries(WORDS).map(([name, message]) => [name, say(message)]),
  ) as PushWords;
}
