import { expect, test } from "vitest";
import { singleFlight } from "./single-flight.server";

const at = (second: number) => Temporal.Instant.fromEpochMilliseconds(second * 1000);

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/** Answers are given by hand, in the order in which they were asked for. */
function desk() {
  const asked: { now: string; give: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const db = {};
  const ask = (second: number, key = "june", of: object = db) =>
    singleFlight(
      { db: of, now: at(second) },
      key,
      (now) =>
        new Promise<string>((give, fail) => asked.push({ now: now.toString().slice(17, 19), give, fail })),
    );
  return { asked, ask };
}

test("who asks while an answer is under way shares the next one, not that one", async () => {
  const { asked, ask } = desk();
  const first = ask(1);
  await nextTurn();
  const others = [ask(2), ask(4), ask(3)];
  await nextTurn();
  expect(asked).toHaveLength(1);
  asked[0]?.give("as it was before");
  expect(await first).toBe("as it was before");
  await nextTurn();
  expect(asked.map(({ now }) => now)).toEqual(["01", "04"]);
  const late = ask(5);
  await nextTurn();
  asked[1]?.give("as it is now");
  expect(await Promise.all(others)).toEqual(["as it is now", "as it is now", "as it is now"]);
  await nextTurn();
  asked[2]?.give("later");
  expect(await late).toBe("later");
});

test("nothing is kept: whoever asks alone is answered anew", async () => {
  const { asked, ask } = desk();
  for (const answer of ["one", "two"]) {
    const given = ask(1);
    await nextTurn();
    asked.at(-1)?.give(answer);
    expect(await given).toBe(answer);
    await nextTurn();
  }
});

test("who asks at the same moment shares one answer, of the latest moment", async () => {
  const { asked, ask } = desk();
  const all = [ask(1), ask(3), ask(2)];
  await nextTurn();
  expect(asked.map(({ now }) => now)).toEqual(["03"]);
  asked[0]?.give("for all");
  expect(await Promise.all(all)).toEqual(["for all", "for all", "for all"]);
});

test("other questions, and those of another transaction, don't wait", async () => {
  const { asked, ask } = desk();
  ask(1);
  ask(1, "july");
  ask(1, "june", {});
  await nextTurn();
  expect(asked).toHaveLength(3);
});

test("an answer that failed is no answer for those who came later", async () => {
  const { asked, ask } = desk();
  const first = ask(1);
  await nextTurn();
  const second = ask(2);
  asked[0]?.fail(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  await nextTurn();
  asked[1]?.give("well again");
  expect(await second).toBe("well again");
});
