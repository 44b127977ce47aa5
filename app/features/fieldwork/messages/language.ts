/** The languages that the crew's app and emails to crews speak: the person's, not the site's. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", es: "Español" };

/** One function of `made/messages.js`, which Paraglide makes of `en.json` and `es.json` (`npm run messages`). */
export type Message<Inputs> = (inputs: Inputs, options: { locale: Language }) => string;

/** Says a message: `say(m.today)`, `say(m.stops, { count: 3 })`. */
export type Say = <Inputs extends object>(
  message: Message<Inputs>,
  ...inputs: object extends Inputs ? [] : [Inputs]
) => string;

export function sayIn(language: Language): Say {
  return (message, ...[inputs]) =>
    message((inputs ?? {}) as Parameters<typeof message>[0], { locale: language });
}

/** The language of a setting of the browser such as `es-MX`. English for all that isn't Spanish. */
export function languageOf(tag: string): Language {
  return /^es\b/i.test(tag) ? "es" : "en";
}

// What the made functions import.

export type MessageMetadata<_Inputs, _Options, _Markup> = unknown;
export const experimentalStaticLocale = undefined;

/** Nothing else decides the language: a message that isn't told it fails. */
export function getLocale(): Language {
  throw new Error("Pass the person's language with each message.");
}

/** The form of words for a number: `one` or `other`. */
export function plural(language: Language, count: number): string {
  return new Intl.PluralRules(language).select(count) === "one" ? "one" : "other";
}
