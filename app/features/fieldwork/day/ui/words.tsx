import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Language, type Say, sayIn } from "~/features/fieldwork/messages/language";

/** The words of the crew's app in the member's language, with its times of day and names of days. */
type Words = {
  language: Language;
  say: Say;
  /** "8:05 AM" of a moment in milliseconds, company time. */
  clock: (at: number) => string;
  /** "Monday, November 30" of a day yyyy-MM-dd. */
  dayName: (date: string) => string;
};

const WordsContext = createContext<Words | undefined>(undefined);

type Props = { language: Language; zone: string; children: ReactNode };

/** Says everything inside in one language, and tells screen readers which. `zone` is the company's time zone. */
export function WordsProvider({ language, zone, children }: Props) {
  const words = useMemo(() => wordsIn(language, zone), [language, zone]);
  return (
    <WordsContext value={words}>
      <div lang={language} className="contents">
        {children}
      </div>
    </WordsContext>
  );
}

function wordsIn(language: Language, zone: string): Words {
  const tag = `${language}-US`;
  const clock = new Intl.DateTimeFormat(tag, { timeZone: zone, hour: "numeric", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(tag, {
    timeZone: "UTC",
    ...{ weekday: "long", month: "long", day: "numeric" },
  });
  return {
    language,
    say: sayIn(language),
    clock: (at) => clock.format(at).replaceAll("\u202f", " "),
    dayName: (date) => day.format(new Date(`${date}T00:00:00Z`)),
  };
}

/** `const { say } = useWords()`, then `say(m.today)` with `m` from `messages/made/messages.js`. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error("Put it inside a WordsProvider.");
  return words;
}
