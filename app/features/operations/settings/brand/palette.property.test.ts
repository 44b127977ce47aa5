import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BIRCH, contrast, paletteOf, type Step, styleOf } from "./palette";

const PAPER = { light: "#fbfaf6", dark: "#0f1814" };
const SNOW = { light: "#ffffff", dark: "#18231e" };
const accents = fc
  .integer({ min: 0, max: 0xffffff })
  .map((color) => `#${color.toString(16).padStart(6, "0")}`);

/** Pairs of text and ground that screens use, and what WCAG AA asks of them. */
const TEXTS: [text: Step, ground: Step | "paper" | "snow"][] = [
  ["evergreen-700", "paper"],
  ["evergreen-700", "snow"],
  ["evergreen-700", "evergreen-50"],
  ["evergreen-700", "evergreen-100"],
  ["evergreen-700", "sage-soft"],
  ["evergreen-800", "evergreen-100"],
  ["evergreen-800", "evergreen-200"],
  ["evergreen-600", "paper"],
  ["evergreen-600", "snow"],
];

test("whatever accent is chosen, every text that uses it has the contrast of WCAG AA, in light and dark", () => {
  fc.assert(
    fc.property(accents, (accent) => {
      const palette = paletteOf(accent);
      for (const mode of ["light", "dark"] as const) {
        const grounds = { ...palette[mode], paper: PAPER[mode], snow: SNOW[mode] };
        for (const [text, ground] of TEXTS) {
          expect(
            contrast(palette[mode][text], grounds[ground]),
            `${accent}: ${text} on ${ground} in ${mode}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
        for (const line of ["evergreen-500", "evergreen-700"] as const) {
          expect(contrast(palette[mode][line], grounds.paper)).toBeGreaterThanOrEqual(3);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("the birch's own green gives the birch's own colors", () => {
  expect(paletteOf(BIRCH).light["evergreen-700"]).toBe(BIRCH);
  expect(contrast(paletteOf(BIRCH).light["evergreen-400"], "#659a80")).toBeLessThan(1.02);
});

test("a blue accent gives blue buttons, and a gray one gray buttons", () => {
  const blue = paletteOf("#1d4ed8").light["evergreen-700"];
  const [red, green, deep] = [1, 3, 5].map((at) => Number.parseInt(blue.slice(at, at + 2), 16));
  expect(deep).toBeGreaterThan(Math.max(red ?? 0, green ?? 0));
  const gray = paletteOf("#777777").light["evergreen-700"];
  expect(new Set([gray.slice(1, 3), gray.slice(3, 5), gray.slice(5, 7)]).size).toBe(1);
});

test("the style sheet holds colors and nothing else", () => {
  expect(styleOf("#1d4ed8").replaceAll(/--color-[a-z0-9-]+:#[0-9a-f]{6};?/g, "")).toBe(
    ":root{}@media screen and (prefers-color-scheme:dark){html[data-themed]{}}",
  );
});

/** The colors of the style sheet's light and dark theme, by name. */
const [LIGHT = {}, DARK = {}] = readFileSync("app/app.css", "utf8")
  .split("prefers-color-scheme: dark")
  .map((part) =>
    Object.fromEntries(
      [...part.matchAll(/--color-([\w-]+): (#\w{6});/g)].map(([, name, color]) => [name, color]),
    ),
  );

test.each([
  ["app/ui/list/badge.tsx", "green"],
  ["app/ui/page/notice.tsx", "success"],
])(
  "what %s says of good things looks no other with a red accent, and has the contrast of WCAG AA",
  (file, tone) => {
    const [, looks = ""] = new RegExp(`^  ${tone}: (.*)`, "m").exec(readFileSync(file, "utf8")) ?? [];
    const named = (what: string) =>
      [...looks.matchAll(new RegExp(`\\b${what}-([\\w-]+)`, "g"))].map(([, name = ""]) => name);
    const [[ground = ""], texts] = [named("bg"), named("text")];
    const recolored = Object.keys(paletteOf("#be123c").light);
    expect(texts).not.toEqual([]);
    for (const theme of [LIGHT, { ...LIGHT, ...DARK }])
      for (const text of texts) {
        expect(recolored).not.toContain(text);
        expect(contrast(theme[text] ?? "", theme[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
      }
    expect(recolored).not.toContain(ground);
  },
);
