import { useCallback, useEffect, useMemo, useState } from "react";
import type { CrewDay, Stop } from "~/features/fieldwork/day/day";
import { type News, newsOf } from "~/features/fieldwork/day/news";
import { EVENT_KINDS, type Progress, progressOf, type TapKind } from "~/features/fieldwork/day/progress";
import type { Report, ReportKind } from "~/features/fieldwork/day/report";
import { type Outcome, useOffline } from "~/features/fieldwork/offline/ui/offline";
import type { VisitEvent as QueuedEvent } from "~/features/fieldwork/offline/ui/queue";

export type ShownStop = Stop & { progress: Progress };

/** What a button does. */
type Tap =
  | { kind: TapKind; id: string; booking_id: string; members: string[] }
  | { kind: "undone"; booking_id: string; undoes: string }
  | { kind: "checked" | "unchecked"; booking_id: string; item_id: string }
  | { kind: "reported"; id: string; booking_id: string; report_kind: ReportKind; words: string };

export type Day = Omit<CrewDay, "stops"> & {
  stops: ShownStop[];
  tap: (tap: Tap) => Promise<Outcome>;
  /** What the office changed since somebody looked. */
  news: News[];
  dismissNews: () => void;
  /** The phone must show its PIN before it shows the day. */
  locked: boolean;
};

/** `offset`: how many milliseconds the server's clock is ahead of the phone's. */
type Known = { day: CrewDay; offset: number };

/** The day is asked for again after this time, should the message of a change be lost. */
const FRESH_MS = 5 * 60_000;
/** The longest time that a browser's timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/** The day as the phone knows it: what the server said last, with what was tapped since. */
export function useDay(initial: CrewDay): Day {
  const { state, day: answered, pending, arrived, tap, queue, sendNow, online } = useOffline();
  const [known, setKnown] = useState<Known>({ day: initial, offset: 0 });
  const [news, setNews] = useState<News[]>([]);
  const [locked, setLocked] = useState(false);

  const learn = useCallback(
    (day: CrewDay, offset = day.now - Date.now()) => {
      setKnown((before) => {
        if (day.now < before.day.now) return before;
        const fresh = newsOf(before.day, day);
        if (fresh.length > 0)
          setNews((old) => [...old.filter(({ id }) => !fresh.some((one) => one.id === id)), ...fresh]);
        return { day, offset };
      });
      const keptUntil = new Date(day.locks_at - offset).toISOString();
      void queue()
        .then((phone) => phone.keepDay({ day, offset }, keptUntil))
        .catch(ignore);
    },
    [queue],
  );

  const refresh = useCallback(async () => {
    sendNow();
    const day = await fetchDay();
    if (day) learn(day);
  }, [sendNow, learn]);

  // The page may be an old one that the service worker kept: what the phone knows can be newer.
  useEffect(() => {
    void queue()
      .then((phone) => phone.readDay() as Promise<Known | undefined>)
      .then((kept) => {
        if (kept?.day.member.id === initial.member.id) setKnown(kept);
        if (!kept || kept.day.now < initial.now) learn(initial);
      }, ignore)
      .then(refresh);
  }, [initial, learn, queue, refresh]);

  useEffect(() => {
    if (answered) learn(answered as CrewDay);
  }, [answered, learn]);

  useEffect(() => {
    if (arrived > 0) void refresh();
  }, [arrived, refresh]);

  useEffect(() => {
    if (state === "locked") location.assign("/crew/unlock");
  }, [state]);

  useEffect(() => {
    if (!online) return;
    const live = new EventSource("/crew/live");
    live.onmessage = () => void refresh();
    // Refused, as of a phone that the office ended: what it asks for now says so.
    live.onerror = () => void (live.readyState === EventSource.CLOSED && refresh());
    const look = () => void (document.visibilityState === "visible" && refresh());
    const timer = setInterval(look, FRESH_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      live.close();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [online, refresh]);

  useEffect(() => {
    const left = known.day.locks_at - known.offset - Date.now();
    setLocked(left <= 0);
    const lock = window.setTimeout(() => setLocked(true), Math.min(Math.max(left, 0), LONGEST_MS));
    return () => clearTimeout(lock);
  }, [known]);

  const stops = useMemo(() => withPending(known, pending), [known, pending]);
  return {
    ...known.day,
    ...{ stops, news, locked },
    tap: (tapped) => {
      navigator.vibrate?.(10);
      return tap(tapped);
    },
    dismissNews: () => setNews([]),
  };
}

/** A phone that can keep nothing, as in a private window, works with a network. */
const ignore = () => undefined;

async function fetchDay(): Promise<CrewDay | undefined> {
  const response = await fetch(document.hidden ? "/crew/day" : "/crew/day?seen").catch(ignore);
  if (response?.status === 401 || response?.status === 410) location.assign("/crew/unlock");
  return response?.ok ? response.json().catch(ignore) : undefined;
}

function withPending({ day, offset }: Known, pending: QueuedEvent[]): ShownStop[] {
  const at = ({ phone_at }: QueuedEvent) => Date.parse(phone_at) + offset;
  return day.stops.map((stop) => {
    const own = pending.filter(({ booking_id }) => booking_id === stop.id);
    const events = own.flatMap((event) => {
      const kind = EVENT_KINDS.find((one) => one === event.kind);
      const { id, members = [], item_id = null, undoes = null } = event;
      return kind ? [{ id, kind, members, item_id, undoes, at: at(event) }] : [];
    });
    const told = new Set(stop.reports.map(({ id }) => id));
    const reports = own.flatMap((event): Report[] => {
      if (event.kind !== "reported" || told.has(event.id)) return [];
      const { id, words = "" } = event;
      return [
        { id, words, kind: event.report_kind as ReportKind, at: at(event), answer: null, isWaiting: true },
      ];
    });
    return {
      ...stop,
      reports: [...stop.reports, ...reports],
      progress: progressOf([...stop.events, ...events]),
    };
  });
}
