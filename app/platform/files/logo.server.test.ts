import { expect, test } from "vitest";
import { encodeLogo } from "./logo.server";

const drawing = (inner: string, mostMs?: number) =>
  encodeLogo(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${inner}</svg>`),
    mostMs,
  );

/** Curves that all cross each other, the same each time. */
function crossing(count: number): string {
  let seed = 7;
  const number = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return ((seed / 2 ** 31) * 100).toFixed(1);
  };
  const curves = Array.from({ length: count }, () => `C${Array.from({ length: 6 }, number).join(" ")}`);
  return `<path d="M0 0${curves.join("")}" stroke="red"/>`;
}

test("a drawing is kept as it was cleaned, with a picture on white for emails", async () => {
  const outcome = await drawing('<circle cx="50" cy="50" r="40" fill="#123456"/>');
  expect(outcome).toMatchObject({
    ok: true,
    logo: {
      media_type: "image/svg+xml",
      whole: { width: 192, height: 96 },
      small: { width: 160, height: 88 },
    },
  });
});

test("a drawing that would take minutes is refused with what to do, and holds nobody up", async () => {
  const started = performance.now();
  expect(await drawing(crossing(5000), 2_000)).toEqual({
    ok: false,
    message: "The drawing has too many crossing lines. Simplify it, or save it as PNG.",
  });
  expect(performance.now() - started).toBeLessThan(12_000);
}, 30_000);

test.each([
  ["more numbers", "0 0 200 100 7 7 7"],
  ["thousands of numbers", `0 0 200 100${" 1".repeat(3000)}`],
  ["words", "a b 200 100"],
])("a drawing whose view has %s is drawn in its size", async (_, box) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><rect width="200" height="100"/></svg>`;
  const outcome = await encodeLogo(Buffer.from(svg));
  expect(outcome.ok && outcome.logo.whole.content.toString()).toContain(
    'viewBox="0 0 200 100" width="200" height="100"',
  );
});

test("a drawing of light colors only can't be seen", async () => {
  expect(await drawing('<rect width="200" height="100" fill="#fff"/>')).toMatchObject({
    ok: false,
    message: expect.stringContaining("hardly"),
  });
});
