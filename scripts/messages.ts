/**
 * `npm run messages`: compiles the words of the crew's app with Paraglide, from app/features/fieldwork/messages/*.json into
 * `made/` beside them. The made files are in the repository, because only this command needs the compiler; messages.test.ts
 * fails when they are out of date. Nothing is fetched, and Paraglide's runtime stays out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { compileBundle } from "@inlang/paraglide-js";
import { LANGUAGES, type Language } from "../app/features/fieldwork/messages/language.ts";

/** What a message says: one text, or one for each form of its `count`. `{name}` stands for an input. */
type Text = string | { one: string; other: string };
type Bundle = Parameters<typeof compileBundle>[0]["bundle"];
type Message = Bundle["messages"][number];

const FOLDER = "app/features/fieldwork/messages";
const FORM = "form";
const NOTE = `// Made by \`npm run messages\` from the JSON files in ${FOLDER}.\n`;
/** Where Paraglide's own runtime would be. */
const RUNTIME = /'\.\.\/runtime\.js'/g;

if (import.meta.main) main();

function main() {
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]));
  const names = Object.keys(texts.en ?? {});
  const compiled = names.map((name) => {
    const [english = "", ...others] = LANGUAGES.map((language) => texts[language]?.[name]);
    if (others.includes(undefined)) throw new Error(`${name} is not in every language.`);
    return {
      name,
      inputs: inputsOf(english),
      ...compileBundle({
        bundle: bundleOf(name, english, texts),
        fallbackMap: Object.fromEntries(LANGUAGES.map((language) => [language, undefined])),
        messageReferenceExpression: (language, id) => `${language}.${id}`,
        settings: { baseLocale: "en", locales: [...LANGUAGES] },
      }),
    };
  });
  const types = compiled.map(
    ({ inputTypeAliasName, inputs }) => `/** @typedef {${typeOf(inputs)}} ${inputTypeAliasName} */`,
  );
  const typesOfAll = [`/** @typedef {string} LocalizedString */`, ...types].join("\n");
  for (const language of LANGUAGES) {
    const functions = compiled.map(
      ({ name, messages }) => `export const ${name} = ${messages[language]?.code}`,
    );
    const usesForms = functions.some((code) => code.includes("registry."));
    const imports = usesForms ? `import * as registry from "../language";\n` : "";
    write(`${language}.js`, imports + typesOfAll, functions);
  }
  const imports = [
    `import { experimentalStaticLocale, getLocale } from "../language";`,
    ...LANGUAGES.map((language) => `import * as ${language} from "./${language}.js";`),
  ];
  write(
    "messages.js",
    [...imports, typesOfAll].join("\n"),
    compiled.map(({ bundle }) => bundle.code),
  );
  console.log(`${names.length} messages in ${LANGUAGES.length} languages.`);
}

function read(language: Language): Record<string, Text> {
  return JSON.parse(readFileSync(`${FOLDER}/${language}.json`, "utf8"));
}

function write(file: string, head: string, functions: string[]) {
  const code = functions.map((each) => each.trim().replaceAll(RUNTIME, "'../language'"));
  writeFileSync(`${FOLDER}/made/${file}`, `${NOTE}${head}\n\n${code.join("\n\n")}\n`);
}

function inputsOf(text: Text): string[] {
  const all = typeof text === "string" ? [text] : ["{count}", text.one, text.other];
  return [...new Set(all.flatMap((each) => [...each.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)))];
}

function typeOf(inputs: string[]): string {
  const fields = inputs.map((name) => `${name}: ${name === "count" ? "number" : "string"}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}

function bundleOf(name: string, english: Text, texts: Record<string, Record<string, Text>>): Bundle {
  const inputs = inputsOf(english).map((input) => ({ type: "input-variable" as const, name: input }));
  const form = {
    type: "local-variable" as const,
    name: FORM,
    value: {
      type: "expression" as const,
      arg: { type: "variable-reference" as const, name: "count" },
      annotation: { type: "function-reference" as const, name: "plural", options: [] },
    },
  };
  return {
    id: name,
    declarations: typeof english === "string" ? inputs : [...inputs, form],
    messages: LANGUAGES.map((language) => messageOf(name, language, texts[language]?.[name] ?? "")),
  };
}

function messageOf(bundleId: string, locale: Language, text: Text): Message {
  const [selectors, variants] =
    typeof text === "string"
      ? [[], [{ matches: [], text }]]
      : [
          [{ type: "variable-reference" as const, name: FORM }],
          [
            { matches: [{ type: "literal-match" as const, key: FORM, value: "one" }], text: text.one },
            { matches: [{ type: "catchall-match" as const, key: FORM }], text: text.other },
          ],
        ];
  return {
    id: locale,
    bundleId,
    locale,
    selectors,
    variants: variants.map(({ matches, text }, index) => ({
      id: `${index}`,
      messageId: locale,
      matches,
      pattern: patternOf(text),
    })),
  };
}

function patternOf(text: string): Message["variants"][number]["pattern"] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0
        ? { type: "text", value: part }
        : { type: "expression", arg: { type: "variable-reference", name: part } },
    );
}
