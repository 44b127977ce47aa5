import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Language, type Say, sayIn } from "~/features/fieldwork/messages/language";

/** The words of the crew's app in the member's language. `language` is also for dates and numbers. */
type Words = { language: Language; say: Say };

const WordsContext = createContext<Words | undefined>(undefined);

/** Says everything inside in one language, and tells screen readers which. */
export function WordsProvider({ language, children }: { language: Language; children: ReactNode }) {
  const words = useMemo(() => ({ language, say: sayIn(language) }), [language]);
  return (
    <WordsContext value={words}>
      <div lang={language} className="contents">
        {children}
      </div>
    </WordsContext>
  );
}

/** `const { say } = useWords()`, then `say(m.today)` with `m` from `messages/made/messages.js`. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error("Put it inside a WordsProvider.");
  return words;
}
