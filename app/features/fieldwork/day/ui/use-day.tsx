import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CrewDay, Stop } from "~/features/fieldwork/day/day";
import { type News, newsOf } from "~/features/fieldwork/day/news";
import {
  EVENT_KINDS,
  type Progress,
  progressOf,
  type TapKind,
  type VisitEvent,
} from "~/features/fieldwork/day/progress";
import type { Report, ReportKind } from "~/features/fieldwork/day/report";
import {
  openQueue,
  pauseAfter,
  type Queue,
  type VisitEvent as QueuedEvent,
  type RefusedEvent,
} from "./queue";

export type ShownStop = Stop & { progress: Progress };

/** What a button does. */
export type Tap =
  | { kind: TapKind; booking_id: string; members: string[] }
  | { kind: "checked" | "unchecked"; booking_id: string; item_id: string }
  | { kind: "reported"; booking_id: string; report_kind: ReportKind; words: string };

export type Day = Omit<CrewDay, "stops"> & {
  stops: ShownStop[];
  tap: (tap: Tap) => void;
  /** Taps that the server has not taken yet, whether the last try failed, and how to try again. */
  unsent: number;
  failed: boolean;
  send: () => void;
  refused: RefusedEvent[];
  news: News[];
  /** Puts away what was refused and what is new. */
  dismiss: () => void;
  /** The phone must show its PIN before it shows the day. */
  locked: boolean;
};

/** `offset`: how many milliseconds the server's clock is ahead of the phone's. */
type Known = { day: CrewDay; offset: number };

/** The day as the phone knows it: what the server said last, with what was tapped since. */
export function useDay(initial: CrewDay): Day {
  const [known, setKnown] = useState<Known>({ day: initial, offset: 0 });
  const [pending, setPending] = useState<QueuedEvent[]>([]);
  const [refused, setRefused] = useState<RefusedEvent[]>([]);
  const [news, setNews] = useState<News[]>([]);
  const [failed, setFailed] = useState(false);
  const [locked, setLocked] = useState(false);
  const queue = useRef<Promise<Queue>>(null);
  const failures = useRef(0);
  const timer = useRef(0);

  const learn = useCallback((day: CrewDay, offset = day.now - Date.now()) => {
    setKnown((before) => {
      if (day.now < before.day.now) return before;
      const fresh = newsOf(before.day, day);
      if (fresh.length > 0)
        setNews((old) => [...old.filter(({ id }) => !fresh.some((one) => one.id === id)), ...fresh]);
      return { day, offset };
    });
    const keptUntil = new Date(day.locks_at - offset).toISOString();
    void queue.current?.then((open) => open.keepDay({ day, offset }, keptUntil));
  }, []);

  const sync = useCallback(async () => {
    const open = await queue.current;
    if (!open) return;
    clearTimeout(timer.current);
    const sent = await open.send(post);
    if (sent.state === "ended" || sent.state === "locked") return location.assign("/crew/unlock");
    const day = (sent.day as CrewDay | undefined) ?? (sent.state === "sent" ? await fetchDay() : undefined);
    if (day) learn(day);
    setPending(await open.pending());
    setRefused(await open.refused());
    const isFailed = sent.state === "waiting" || !day;
    setFailed(isFailed);
    failures.current = isFailed ? failures.current + 1 : 0;
    timer.current = window.setTimeout(sync, isFailed ? pauseAfter(failures.current) : FRESH_MS);
  }, [learn]);

  useEffect(() => {
    const opening = openQueue({ now: () => new Date() });
    queue.current = opening;
    void opening.then(async (open) => {
      const kept = (await open.readDay()) as Known | undefined;
      if (kept && kept.day.member.id === initial.member.id) {
        if (kept.day.now >= initial.now) setKnown(kept);
        else {
          setKnown(kept);
          learn(initial);
        }
      } else if (navigator.onLine) learn(initial);
      setPending(await open.pending());
      setRefused(await open.refused());
      await sync();
    });
    const live = new EventSource("/crew/live");
    live.onmessage = () => void sync();
    const wake = () => document.visibilityState === "visible" && void sync();
    window.addEventListener("online", sync);
    document.addEventListener("visibilitychange", wake);
    return () => {
      live.close();
      clearTimeout(timer.current);
      window.removeEventListener("online", sync);
      document.removeEventListener("visibilitychange", wake);
      void opening.then((open) => open.close());
    };
  }, [initial, learn, sync]);

  useEffect(() => {
    const left = known.day.locks_at - known.offset - Date.now();
    const lock = window.setTimeout(() => setLocked(true), Math.min(Math.max(left, 0), 2 ** 31 - 1));
    return () => clearTimeout(lock);
  }, [known]);

  const tap = useCallback(
    async (tapped: Tap) => {
      navigator.vibrate?.(10);
      const event = { ...tapped, id: crypto.randomUUID(), phone_at: new Date().toISOString() };
      setPending((before) => [...before, event]);
      await (await queue.current)?.add(event);
      await sync();
    },
    [sync],
  );

  const stops = useMemo(() => withPending(known, pending), [known, pending]);
  return {
    ...known.day,
    ...{ stops, failed, locked, refused, news },
    tap: (tapped) => void tap(tapped),
    unsent: pending.length,
    send: () => void sync(),
    dismiss: () => {
      setNews([]);
      setRefused([]);
      void queue.current?.then((open) => Promise.all(refused.map(({ event }) => open.dismiss(event.id))));
    },
  };
}

/** The day is asked for again after this time, should a message of its change be lost. */
const FRESH_MS = 5 * 60_000;

const post = (body: string) =>
  fetch("/crew/events", { method: "POST", headers: { "Content-Type": "application/json" }, body });

async function fetchDay(): Promise<CrewDay | undefined> {
  const response = await fetch("/crew/day").catch(() => undefined);
  if (response?.status === 401 || response?.status === 410) location.assign("/crew/unlock");
  return response?.ok ? response.json().catch(() => undefined) : undefined;
}

function withPending({ day, offset }: Known, pending: QueuedEvent[]): ShownStop[] {
  return day.stops.map((stop) => {
    const own = pending.filter(({ booking_id }) => booking_id === stop.id);
    const at = ({ phone_at }: QueuedEvent) => Date.parse(phone_at) + offset;
    const events: VisitEvent[] = own.flatMap((event) => {
      const kind = EVENT_KINDS.find((one) => one === event.kind);
      const { id, members = [], item_id = null } = event;
      return kind ? [{ id, kind, members, item_id, at: at(event) }] : [];
    });
    const reports: Report[] = own.flatMap((event) =>
      event.kind === "reported"
        ? [
            {
              id: event.id,
              kind: event.report_kind as ReportKind,
              words: event.words ?? "",
              at: at(event),
              answer: null,
              isWaiting: true,
            },
          ]
        : [],
    );
    const known = new Set(stop.reports.map(({ id }) => id));
    return {
      ...stop,
      reports: [...stop.reports, ...reports.filter(({ id }) => !known.has(id))],
      progress: progressOf([...stop.events, ...events]),
    };
  });
}
