import { describe, expect, test } from "vitest";
import { passwordStrength } from "./password-strength";

const labelOf = (password: string) => passwordStrength(password, 8).label;

describe("the strength of a password", () => {
  test.each([
    ["", ""],
    ["a", "Too short"],
    ["xK9#mQ2", "Too short"],
    ["aaaaaaaaaaaaaaaa", "Weak"],
    ["abcdefghijkl", "Weak"],
    ["1234567890", "Weak"],
    ["qwertyuiop", "Weak"],
    ["password", "Weak"],
    ["P@ssw0rd2024!", "Weak"],
    ["Summer2026!", "Weak"],
    ["abababababab", "Weak"],
    ["sunshine12", "Weak"],
    ["brzlmokt", "Weak"],
    ["xK9#mQ2p", "Fair"],
    ["mountainpine", "Fair"],
    ["tulips and rain", "Strong"],
    ["correct horse battery staple", "Strong"],
    ["xK9#mQ2p!vR7", "Strong"],
    ["Birke füllt Gläser", "Strong"],
  ])("of %j is %j", (password, label) => {
    expect(labelOf(password)).toBe(label);
  });

  test("rises with unpredictable length and never falls", () => {
    const text = "Tulips7&rain#over%Epsom";
    const scores = [...text].map((_, at) => passwordStrength(text.slice(0, at + 1), 8).score);
    expect(scores).toEqual([...scores].sort());
    expect(scores.at(-1)).toBe(4);
  });

  test("requires the given number of characters", () => {
    expect(passwordStrength("xK9#mQ2p", 10).label).toBe("Too short");
  });

  test("accepts any text", () => {
    expect(passwordStrength("\u0000\u0001\u0000\u0001\u0000\u0001\u0000\u0001", 8).label).toBe("Weak");
    expect(passwordStrength("🌲🍂🪵🧹🏡🌤🍁🐿", 8).score).toBeGreaterThan(2);
  });
});
