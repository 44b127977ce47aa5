import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** What screens and emails don't say, and what they say instead. Add words once they are gone from the whole app. */
const INSTEAD: [RegExp, string][] = [
  [/\d %(?!\s*[\d(])/, "8.5%"],
  [/you get back|goes back to you/i, "Your refund"],
  [/\bpa(id|ys|y) (nothing |anything |it )?back\b/i, "refunded, does not refund"],
  // Alone it is a code's word for why a plan ended.
  [/. given back|given back ?[^ ]/i, "refunded, released"],
  [/whoever has it can/i, "anyone who has it can"],
  [/to yourself: /i, "Keep this link private"],
  [/\bone press\b/i, "Press the button"],
  [/not copied whole/i, "Part of the link is missing"],
  [/no answer came/i, "We couldn’t reach the site"],
  [/does not work any ?more/i, "no longer works"],
  [/address is not there any ?more/i, "no longer exists"],
  [/can't be \w+ any ?more/i, "can no longer be"],
  [/look into the spam/i, "check your spam folder"],
  [/has a way out/i, "Unsubscribe at any time"],
  [/that is a lot\b|that was a lot/i, "Too many attempts"],
  [/as long as planned/i, "Same length, same price"],
  [/costs you (nothing|anything)/i, "is free"],
  [/\bat the moment\b/i, "right now"],
  [/\byour mails\b|\bmails about your/i, "emails"],
  [/give to other crews/i, "Reassign"],
  [/not at work/i, "Off"],
  [/a visit is yours now/i, "New job assigned"],
  [/all that is left/i, "Full remaining amount"],
  [/\bone a line\b/i, "One per line"],
  [/with commas between/i, "Separate with commas"],
  [/the storm stays away/i, "Storm called off"],
  [/\b(made|make) \w* ?anew\b/i, "refreshed automatically"],
  [/\bfor a try\b/i, "verified"],
  [/nothing waits for you/i, "You are all caught up"],
  [/the fault is ours/i, "It’s our fault, and we’ve logged it"],
  [/\b(grey|colour|whilst|afterwards|towards)\b/i, "gray, color, while, afterward, toward"],
];

type Node = { type: string; value?: unknown; start: number; end: number };

/** Each banned phrase in what a source file shows: string literals, templates and the text between tags. */
function complaintsOf(file: string, source: string): string[] {
  const banned = INSTEAD.filter(([words]) => words.test(plain(source)));
  if (banned.length === 0) return [];
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return nodesOf(program).flatMap((node) =>
    banned.flatMap(([words, better]) => {
      const [said] = words.exec(textOf(node, source)) ?? [];
      const line = source.slice(0, node.start + source.slice(node.start).search(/\S/)).split("\n").length;
      return said ? [`${file}:${line}: not '${said}' but '${better}'`] : [];
    }),
  );
}

function nodesOf(value: unknown): Node[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(nodesOf);
  return "type" in value ? [value as Node, ...below] : below;
}

function textOf({ type, value, start, end }: Node, source: string): string {
  if (type === "TemplateLiteral") return plain(source.slice(start, end));
  return (type === "Literal" || type === "JSXText") && typeof value === "string" ? plain(value) : "";
}

/** On one line, with a number for each placeholder. */
function plain(text: string): string {
  return text.replace(/\$\{[^}]*\}/g, "0").replace(/\s+/g, " ");
}

test("screens and emails use no banned phrase", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.sort().flatMap((file) => complaintsOf(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("banned phrases are found in what is shown, and nowhere else", () => {
  const shown = `const a = "You get back $5.";
    const b = \`Tax (\${rate} %)\`;
    const c = <p>
      One
      press
    </p>;`;
  expect(complaintsOf("a.tsx", shown)).toEqual([
    "a.tsx:1: not 'You get back' but 'Your refund'",
    "a.tsx:2: not '0 %' but '8.5%'",
    "a.tsx:4: not 'One press' but 'Press the button'",
  ]);
  const rest = `// You get back nothing: one press
    const grey = 7 % 2;
    const sql = \`\${at} % \${step}\`;`;
  expect(complaintsOf("b.ts", rest)).toEqual([]);
});
