import { expect, test } from "vitest";
import { readCredit } from "./credit";

test.each([
  ["", null],
  ["n/a", null],
  ["-", null],
  ["0", 0],
  ["0.00", 0],
  ["25", 2500],
  ["$25.5", 2550],
  ["1,250.00", 125_000],
  ["25.00 USD", 2500],
  ["25.0000", 2500],
  ["-0.00", 0],
])("%j is %j cents of credit", (text, cents) => {
  expect(readCredit(text)).toEqual({ ok: true, cents, warnings: [] });
});

test.each(["-20", "-$20.00", "$-20.00", "(20.00)", "($20)", "−20.00"])(
  "%j is owed, and no credit",
  (text) => {
    expect(readCredit(text)).toEqual({
      ok: true,
      cents: 0,
      warnings: ["Owes $20.00 there: what a customer owes is not imported."],
    });
  },
);

test.each(["twenty", "20,00", "1.250,00", "20 EUR", "$", "12.345"])("%j is not an amount", (text) => {
  expect(readCredit(text)).toMatchObject({ ok: false, reason: expect.stringContaining("is not an amount") });
});
