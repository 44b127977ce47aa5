import { expect, test } from "vitest";
import { type Difference, decideRecording, formatSides, formatSubject } from "./difference";

const found = (changes: Partial<Difference> = {}): Difference => ({
  ...{ kind: "provider_payment", about_id: "pi", order_id: "o", provider: "stripe", currency: "USD" },
  ...{ ours: 15_900, theirs: 0, moved_at: null, is_fresh: false },
  ...changes,
});
const stored = (changes: Partial<Difference> = {}) => ({ ...found(changes), id: "1" });
const nothing = { add: [], change: [], settle: [] };

test.each<[string, Parameters<typeof decideRecording>, object]>([
  ["a new one is added", [[found()], [], []], { ...nothing, add: [found()] }],
  ["a known one stays as it is", [[found()], [stored()], []], nothing],
  [
    "a known one changes with its sides",
    [[found({ theirs: 1 })], [stored()], []],
    { ...nothing, change: [{ id: "1", ours: 15_900, theirs: 1 }] },
  ],
  ["one that is no longer found is settled", [[], [stored()], []], { ...nothing, settle: ["1"] }],
  ["one that moved a moment ago waits for the next night", [[found({ is_fresh: true })], [], []], nothing],
  [
    "a known one is not settled while something moves",
    [[found({ is_fresh: true, theirs: 1 })], [stored()], []],
    nothing,
  ],
  ["one that staff settled doesn't come back", [[found()], [], [found()]], nothing],
  [
    "one that staff settled comes back when a side changes",
    [[found({ theirs: 1 })], [], [found()]],
    { ...nothing, add: [found({ theirs: 1 })] },
  ],
  [
    "the same thing in another currency is another one",
    [[found({ currency: "CAD" })], [stored()], []],
    { ...nothing, add: [found({ currency: "CAD" })], settle: ["1"] },
  ],
])("%s", (_what, given, recording) => {
  expect(decideRecording(...given)).toEqual(recording);
});

test("both sides are told in words, by the order's number or the provider's id", () => {
  const shown = { ...found(), provider: "Stripe", number: 1042 };
  expect(formatSubject(shown)).toBe("Payment for order #1042");
  expect(formatSides(shown)).toBe("our ledger has $159.00, Stripe has nothing");
  expect(formatSubject({ ...shown, number: null })).toBe("Payment for no order here (pi)");
  const lines = { ...shown, kind: "lines" as const, theirs: 15_899 };
  expect(`${formatSubject(lines)}: ${formatSides(lines)}`).toBe(
    "Total of order #1042: the order has $159.00, its lines have $158.99",
  );
});
