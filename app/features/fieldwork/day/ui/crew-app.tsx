import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "react-router";
import type { CrewDay } from "~/features/fieldwork/day/day";
import { type Language, sayIn } from "~/features/fieldwork/messages/language";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { OfflineProvider } from "~/features/fieldwork/offline/ui/offline";
import { OfflineBar } from "~/features/fieldwork/offline/ui/offline-bar";
import { cx } from "~/ui/cx";
import { Notice } from "~/ui/page/notice";
import { News, nameOfStop, refusalOf } from "./news";
import type { RefusedForm } from "./reports";
import { StopList } from "./stop-list";
import { StopPage } from "./stop-page";
import { useDay } from "./use-day";
import { Week } from "./week";
import { useWords, WordsProvider } from "./words";

type Props = { day: CrewDay; view: string | null; stopId: string | null; refused?: RefusedForm };

/** The whole app of a crew's phone; `view` and `stopId` choose what is seen. */
export function CrewApp({ day, ...place }: Props) {
  return (
    <WordsProvider language={day.member.language} zone={day.company.zone}>
      <OfflineProvider>
        <Pages initial={day} {...place} />
      </OfflineProvider>
    </WordsProvider>
  );
}

function Pages({ initial, view, stopId, refused }: Omit<Props, "day"> & { initial: CrewDay }) {
  const day = useDay(initial);
  const { say, dayName } = useWords();
  const stop = day.stops.find(({ id }) => id === stopId);
  const place = stop ? stop.on : (view ?? "today");
  if (day.locked) return <Locked />;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b">
        <div className={cx(column, "flex min-h-14 items-center justify-between gap-3")}>
          {stop ? (
            <Link
              discover="none"
              to={place === "today" ? "/crew" : "/crew?view=tomorrow"}
              className="-ml-2 flex min-h-12 items-center gap-2 px-2 font-semibold"
            >
              <ArrowLeft className="size-6" />
              {say(m.back)}
            </Link>
          ) : (
            <span className="font-semibold wrap-anywhere">{day.crew.name}</span>
          )}
          <span className="text-moss wrap-anywhere">{day.member.name}</span>
        </div>
      </header>
      <main className={cx(column, "flex-1 pt-5 pb-24 sm:pt-8")}>
        <div className="grid gap-3 has-[>:not(:empty)]:mb-4">
          <OfflineBar />
          {refused && (
            <Notice tone="error">
              {refused.words === ""
                ? say(m.report_words_missing)
                : say(refusalOf(refused.reason), { stop: nameOfStop(stop) })}
            </Notice>
          )}
          <News day={day} />
        </div>
        {stop ? (
          <StopPage key={stop.id} stop={stop} day={day} refused={refused} />
        ) : place === "hours" ? (
          <Week week={day.week} today={day.today} />
        ) : (
          <>
            <h1 className="mb-4 font-sans font-semibold text-2xl">
              {dayName(place === "today" ? day.today : day.tomorrow)}
            </h1>
            <StopList
              stops={day.stops.filter(({ on }) => on === place)}
              empty={say(place === "today" ? m.nothing_today : m.nothing_tomorrow)}
            />
            {day.company.phone && (
              <a
                href={`tel:${day.company.phone.replaceAll(/[^+\d]/g, "")}`}
                className="mt-6 flex min-h-13 items-center justify-center font-semibold text-evergreen-700 underline"
              >
                {say(m.call_office)}
              </a>
            )}
          </>
        )}
      </main>
      <nav className="sticky bottom-0 z-20 border-line border-t bg-snow pb-[env(safe-area-inset-bottom)]">
        <div className="mx-auto grid max-w-2xl grid-cols-3">
          {TABS.map(({ name, to, message }) => (
            <Link
              discover="none"
              key={name}
              to={to}
              aria-current={place === name ? "page" : undefined}
              className={cx(
                "flex min-h-16 items-center justify-center font-semibold",
                place === name ? "text-evergreen-700 underline decoration-2 underline-offset-8" : "text-moss",
              )}
            >
              {say(message)}
            </Link>
          ))}
        </div>
      </nav>
    </div>
  );
}

/** On a tablet or a laptop the bars go from edge to edge, and what is in them stays together. */
const column = "mx-auto w-full max-w-2xl px-5";

const TABS = [
  { name: "today", to: "/crew", message: m.today },
  { name: "tomorrow", to: "/crew?view=tomorrow", message: m.tomorrow },
  { name: "hours", to: "/crew?view=hours", message: m.hours },
];

/** In place of the app when it fails. */
export function CrewFailed({ language }: { language: Language }) {
  const say = sayIn(language);
  return (
    <main lang={language} className="mx-auto grid min-h-dvh max-w-md content-center gap-5 px-5">
      <p className="text-lead">{say(m.failed)}</p>
      <a href="/crew" className="flex min-h-14 items-center font-semibold text-evergreen-700 underline">
        {say(m.reload)}
      </a>
    </main>
  );
}

/** In place of the day when the PIN is due and there is no signal. */
function Locked() {
  const { say } = useWords();
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-5 px-5">
      <p className="text-lead">{say(m.lock_soon)}</p>
      <a
        href="/crew/unlock"
        className="flex min-h-14 items-center font-semibold text-evergreen-700 underline"
      >
        {say(m.unlock_button)}
      </a>
    </main>
  );
}
