import { expect, test } from "vitest";
import { isUndoable, whyNotMerge } from "./rules";

const party = (id: string, more: { user_id?: string; merged_into?: string } = {}) => ({
  ...{ id, user_id: null, merged_into: null },
  ...more,
});
const ada = party("ada");
const account = party("grace", { user_id: "grace" });

test.each([
  ["two without account", ada, party("ruth"), null],
  ["one without account into one with", account, ada, null],
  ["an account into one without", ada, account, /Keep the customer who has an account/],
  ["two accounts", account, party("eve", { user_id: "eve" }), /Both have an account/],
  ["one with itself", ada, ada, /one and the same/],
  ["one that is merged", ada, party("ruth", { merged_into: "eve" }), /Somebody else has merged/],
  ["one that is gone", ada, undefined, /was erased/],
])("merging %s", (_, kept, merged, why) => {
  const found = whyNotMerge({ kept, merged });
  if (why) expect(found).toMatch(why);
  else expect(found).toBeNull();
});

test("a merge can be undone for thirty days", () => {
  const merged_at = Temporal.Instant.from("2026-06-01T12:00:00Z");
  expect(isUndoable(merged_at, Temporal.Instant.from("2026-07-01T11:59:59Z"))).toBe(true);
  expect(isUndoable(merged_at, Temporal.Instant.from("2026-07-01T12:00:00Z"))).toBe(false);
});
