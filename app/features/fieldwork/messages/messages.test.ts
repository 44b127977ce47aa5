import { expect, test } from "vitest";
import english from "./en.json";
import spanish from "./es.json";
import { LANGUAGES, type Language, languageOf, type Message, sayIn } from "./language";
import * as m from "./made/messages.js";

type Text = string | { one: string; other: string };
const texts = { en: english, es: spanish } as Record<Language, Record<string, Text>>;
const names = Object.keys(texts.en);

/** Said alike in both languages. */
const ALIKE: string[] = ["extras"];

const formsOf = (text: Text | undefined) => (typeof text === "string" ? [text] : [text?.one, text?.other]);
const inputsOf = (text = "") => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();

test("each message is in both languages", () => {
  expect(Object.keys(texts.es)).toEqual(names);
});

test.each(names)("%s says something in both languages, with the same inputs and forms", (name) => {
  const [en, es] = [formsOf(texts.en[name]), formsOf(texts.es[name])];
  expect(es.length).toBe(en.length);
  for (const text of [...en, ...es]) expect(text).toMatch(/\S/);
  expect(es.map(inputsOf)).toEqual(en.map(inputsOf));
});

test("a message differs between the languages unless it is listed as said alike", () => {
  const same = names.filter((name) => JSON.stringify(texts.en[name]) === JSON.stringify(texts.es[name]));
  expect(same).toEqual(ALIKE);
});

const compiled = new Map(Object.entries(m)) as Map<string, Message<object>>;

test("the compiled messages say what the files say (else run npm run messages)", () => {
  const filled = (text = "", inputs: Record<string, unknown>) =>
    text.replace(/\{(\w+)\}/g, (_, name) => String(inputs[name]));
  expect(Object.keys(m).sort()).toEqual(names.toSorted());
  for (const name of names)
    for (const locale of LANGUAGES)
      for (const [form, count] of [1, 2].entries()) {
        const text = texts[locale][name];
        const words = formsOf(text)[typeof text === "string" ? 0 : form];
        const inputs = {
          ...Object.fromEntries(inputsOf(words).map((input) => [input, `«${input}»`])),
          count,
        };
        expect(compiled.get(name)?.(inputs, { locale })).toBe(filled(words, inputs));
      }
});

test("a message is said in the person's language, and fails without one", () => {
  expect(sayIn("es")(m.today)).toBe("Hoy");
  expect(sayIn("es")(m.stops, { count: 1 })).toBe("1 parada");
  expect(sayIn("en")(m.stops, { count: 0 })).toBe("0 stops");
  expect(() => m.today()).toThrow("language");
});

test.each([
  ["es-MX", "es"],
  ["ES", "es"],
  ["en-US", "en"],
  ["est", "en"],
  ["", "en"],
])("a browser set to '%s' speaks %s", (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});
