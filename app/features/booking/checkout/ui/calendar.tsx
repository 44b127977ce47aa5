import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Day, Slot } from "~/features/scheduling/availability/slots";
import { addDays, addMonths, formatLongDate, formatMonth, weekdayOf } from "~/lib/dates";
import { cx } from "~/ui/cx";
import { Loading } from "~/ui/page/loading";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const COLUMN_START = [
  "col-start-1",
  "col-start-2",
  "col-start-3",
  "col-start-4",
  "col-start-5",
  "col-start-6",
  "col-start-7",
];
const REASONS = { free: "", full: "fully booked", closed: "closed", past: "past" };
const CURRENT = "the current day of your cleaning";

/** How a form asks for another month without script: the attributes of its submit button. */
export type AskForMonth = (month: string) => Pick<ComponentProps<"button">, "name" | "value" | "formMethod">;

const askByIntent: AskForMonth = (month) => ({ name: "intent", value: `month:${month}` });

type Props = {
  month: string;
  firstMonth: string;
  lastMonth: string;
  /** Null while they are on their way. */
  days: Day[] | null;
  today: string;
  value: string;
  /** The day of the visit that is to be moved: it gets a ring. */
  current?: string;
  /** Of its radio buttons; another one where there are two calendars in a form. */
  name?: string;
  askForMonth?: AskForMonth;
  onValueChange: (date: string) => void;
  onMonthChange: (month: string) => void;
};

/** A month of days as radio buttons, weeks from Sunday. Works without script; with it, up and down move by a week. */
export function Calendar({
  month,
  firstMonth,
  lastMonth,
  days,
  today,
  value,
  current,
  name = "date",
  askForMonth = askByIntent,
  onValueChange,
  onMonthChange,
}: Props) {
  const previous = addMonths(month, -1);
  const next = addMonths(month, 1);
  return (
    <div>
      <div className="mb-3 flex items-center justify-between gap-2">
        <MonthButton
          {...askForMonth(previous)}
          disabled={month <= firstMonth}
          aria-label="Previous month"
          onPress={() => onMonthChange(previous)}
        >
          <ChevronLeft strokeWidth={1.75} className="size-5" />
        </MonthButton>
        <p aria-live="polite" className="font-display text-heading [font-weight:560]">
          {formatMonth(month)}
        </p>
        <MonthButton
          {...askForMonth(next)}
          disabled={month >= lastMonth}
          aria-label="Next month"
          onPress={() => onMonthChange(next)}
        >
          <ChevronRight strokeWidth={1.75} className="size-5" />
        </MonthButton>
      </div>
      <div aria-hidden className="grid grid-cols-7 pb-1 text-center text-moss text-sm">
        {WEEKDAYS.map((name) => (
          <span key={name}>{name.slice(0, 2)}</span>
        ))}
      </div>
      {days ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the radio buttons inside are the controls; the grid only adds keys
        <div
          className="grid grid-cols-7 gap-y-1"
          onKeyDown={(event) => moveByWeek(event, days, onValueChange)}
        >
          {value && value.slice(0, 7) !== month && <input type="hidden" name={name} value={value} />}
          {days.map((day) => (
            <DayRadio
              key={day.date}
              day={day}
              today={today}
              name={name}
              checked={day.date === value}
              current={day.date === current}
              onValueChange={onValueChange}
            />
          ))}
        </div>
      ) : (
        <Loading className="h-68">Checking for available days...</Loading>
      )}
    </div>
  );
}

type MonthButtonProps = ComponentProps<"button"> & { onPress: () => void; children: ReactNode };

function MonthButton({ onPress, children, ...button }: MonthButtonProps) {
  return (
    <button
      {...button}
      type="submit"
      formNoValidate
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
      className="grid size-11 cursor-pointer place-items-center rounded-full text-evergreen-700 transition-colors duration-150 hover:bg-sage-soft disabled:cursor-not-allowed disabled:text-moss/40 disabled:hover:bg-transparent"
    >
      {children}
    </button>
  );
}

type DayProps = {
  day: Day;
  today: string;
  name: string;
  checked: boolean;
  current: boolean;
  onValueChange: (date: string) => void;
};

function DayRadio({ day, today, name, checked, current, onValueChange }: DayProps) {
  const { date, state } = day;
  const number = Number(date.slice(8));
  return (
    <label
      className={cx("relative flex justify-center", number === 1 && COLUMN_START[weekdayOf(date)])}
      title={REASONS[state] || (current ? CURRENT : undefined)}
    >
      <input
        type="radio"
        name={name}
        value={date}
        checked={checked}
        disabled={state !== "free"}
        onChange={() => onValueChange(date)}
        className="peer absolute inset-0 cursor-[inherit] appearance-none opacity-0"
      />
      <span className="sr-only">
        {[formatLongDate(date), date === today && "today", current && CURRENT, REASONS[state]]
          .filter(Boolean)
          .join(", ")}
      </span>
      <span
        aria-hidden
        className={cx(
          dayLook,
          state === "full" && "line-through decoration-moss/60",
          date === today && todayLook,
          current && "ring-2 ring-evergreen-400 ring-inset",
        )}
      >
        {number}
      </span>
    </label>
  );
}

const dayLook = cx(
  "relative grid aspect-square w-full max-w-11 cursor-pointer select-none place-items-center rounded-full font-semibold tabular-nums",
  "transition-colors duration-150 hover:bg-evergreen-100",
  "peer-checked:bg-evergreen-700 peer-checked:text-snow peer-checked:hover:bg-evergreen-700",
  "peer-disabled:cursor-not-allowed peer-disabled:bg-transparent peer-disabled:font-normal peer-disabled:text-moss/75",
  "peer-focus-visible:outline-2 peer-focus-visible:outline-evergreen-700 peer-focus-visible:outline-offset-2",
  "forced-colors:peer-checked:border-4",
);

/** A birch dash under the number. */
const todayLook =
  "after:absolute after:bottom-1.5 after:h-0.5 after:w-4 after:rounded-full after:bg-sunlight after:content-['']";

/** Left and right are the radio group's own; up and down go to the same weekday, over days that can't be chosen. */
function moveByWeek(event: KeyboardEvent<HTMLElement>, days: Day[], onValueChange: (date: string) => void) {
  const step = { ArrowUp: -7, ArrowDown: 7 }[event.key];
  const from = event.target instanceof HTMLInputElement ? event.target.value : "";
  if (!step || !from) return;
  event.preventDefault();
  for (let date = addDays(from, step); date.slice(0, 7) === from.slice(0, 7); date = addDays(date, step)) {
    if (days.some((day) => day.date === date && day.state === "free")) {
      onValueChange(date);
      event.currentTarget.querySelector<HTMLInputElement>(`input[value="${date}"]`)?.focus();
      return;
    }
  }
}

/** `length`: what the length of the visit depends on, as the API names it. */
type Query = { service: string; month: string; draft: string; length: Record<string, string> };

function addressOf({ service, month, draft, length }: Query): string {
  return `/api/availability?${new URLSearchParams({ service, month, draft, ...length })}`;
}

/**
 * The days of a month for a service and a length. What is known shows at once and is asked for again behind it;
 * `correct` puts in what the server said of one day when a slot was taken.
 */
export function useAvailability(query: Query, initial: Day[] | null) {
  const address = query.service ? addressOf(query) : null;
  const [known, setKnown] = useState(
    () => new Map<string | null, Day[]>(initial ? [[address, initial]] : []),
  );
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef({ address: initial && address, attempt });
  const days = known.get(address) ?? null;

  useEffect(() => {
    if (!address || (asked.current.address === address && asked.current.attempt === attempt)) return;
    asked.current = { address, attempt };
    const abort = new AbortController();
    fetch(address, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`${response.status}`))))
      .then((answer: { days: Day[] }) => {
        setFailed(null);
        setKnown((old) => new Map(old).set(address, answer.days));
      })
      .catch(() => abort.signal.aborted || setFailed(address));
    return () => {
      abort.abort();
      asked.current = { address: null, attempt };
    };
  }, [address, attempt]);

  return {
    days,
    failed: address !== null && failed === address && days === null,
    retry: () => {
      setFailed(null);
      setAttempt((count) => count + 1);
    },
    correct: (date: string, slots: Slot[]) =>
      setKnown((old) => {
        const corrected = (old.get(address) ?? []).map((day) =>
          day.date === date ? dayOf(date, slots) : day,
        );
        return new Map(old).set(address, corrected);
      }),
  };
}

function dayOf(date: string, slots: Slot[]): Day {
  return { date, slots, state: slots.some(({ state }) => state === "free") ? "free" : "full" };
}

/** A plan begins within the month that is charged at once. */
export function untilLast(days: Day[] | null, last: string): Day[] | null {
  return days?.map((day) => (day.date <= last ? day : { ...day, state: "closed", slots: [] })) ?? null;
}
