import { describe, expect, test } from "vitest";
import { parseCents } from "~/lib/money";
import { depositText, formatTerms, payOf, readTerms, type Terms } from "./terms";

const read = (pay: Parameters<typeof readTerms>[0], deposit = "") => readTerms(pay, deposit, parseCents);

describe("when a service is paid", () => {
  test.each<[string, Terms]>([
    ["20%", { pay: "deposit", percent: 20 }],
    [" 5 % ", { pay: "deposit", percent: 5 }],
    ["50", { pay: "deposit", amount: 5000 }],
    ["$49.50", { pay: "deposit", amount: 4950 }],
  ])("reads the deposit %s, and writes it as it is read", (text, terms) => {
    expect(read("deposit", text)).toEqual({ ok: true, terms });
    expect(read(payOf(terms), depositText(terms))).toEqual({ ok: true, terms });
  });

  test.each(["", "0%", "100%", "some", "0.50", "20000", "-5", "1.5%"])(
    "refuses the deposit %j in words",
    (text) => {
      expect(read("deposit", text)).toMatchObject({ ok: false, message: expect.stringMatching(/deposit/) });
    },
  );

  test("needs no deposit in full or by card", () => {
    expect(read("full", "nonsense")).toEqual({ ok: true, terms: null });
    expect(read("card")).toEqual({ ok: true, terms: { pay: "card" } });
  });

  test("is said in a few words", () => {
    expect(formatTerms(null, "USD")).toBeNull();
    expect(formatTerms({ pay: "card" }, "USD")).toBe("charged after the visit");
    expect(formatTerms({ pay: "deposit", amount: 5000 }, "USD")).toBe("$50 now, the rest after the visit");
    expect(formatTerms({ pay: "deposit", percent: 20 }, "USD")).toBe("20% now, the rest after the visit");
  });
});
