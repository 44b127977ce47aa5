import { beforeEach, expect, test } from "vitest";
import { openDatabase } from "~/platform/database/database.server";
import { openLog } from "~/platform/log.server";
import { testWorld } from "../../../tests/support/ctx";
import { watchStatements } from "../../../tests/support/statements";
import { type LimitName, openRateLimits } from "./rate-limits.server";

const { pool, ctx, siteUser, sitePool } = await testWorld();
const { statementsOf } = watchStatements(sitePool);

beforeEach(() => pool.query("truncate rate_limits"));

/** The limits of one process, as questions of whether a try is allowed. */
function limitsOf(...[factor, store]: Parameters<typeof openRateLimits>) {
  const { count } = openRateLimits(factor, store);
  return async (limit: LimitName, subject: string) => (await count(limit, subject)).ok;
}
const tries = (allow: ReturnType<typeof limitsOf>, count: number, subject = "192.0.2.1") =>
  Promise.all(Array.from({ length: count }, () => allow("sign-in", subject)));
const passed = (answers: boolean[]) => answers.filter(Boolean).length;

test("Two processes share one count, also for tries at the same moment.", async () => {
  const another = openDatabase(siteUser);
  const [one, two] = [limitsOf(1, ctx()), limitsOf(1, { ...ctx(), db: another.db })];
  const answers = await Promise.all([tries(one, 8), tries(two, 8)]);
  expect(passed(answers.flat())).toBe(10);
  expect(await Promise.all([one("sign-in", "192.0.2.1"), two("sign-in", "192.0.2.1")])).toEqual([
    false,
    false,
  ]);
  expect(await two("sign-in", "192.0.2.2"), "another client").toBe(true);
  expect(await two("sign-up", "192.0.2.1"), "another limit").toBe(true);
  await another.close();
});

test("A count outlives the process, and ends when its time is over.", async () => {
  expect(passed(await tries(limitsOf(1, ctx()), 10))).toBe(10);
  expect(await limitsOf(1, ctx())("sign-in", "192.0.2.1")).toBe(false);
  await pool.query("update rate_limits set expire = expire - 15 * 60 * 1000");
  expect(await limitsOf(1, ctx())("sign-in", "192.0.2.1")).toBe(true);
});

test("A try costs one statement, and none once the client was refused.", async () => {
  const allow = limitsOf(1, ctx());
  expect((await statementsOf(() => tries(allow, 10))).statements).toHaveLength(10);
  expect((await statementsOf(() => tries(allow, 50))).statements).toEqual([]);
});

test("The database is not told who was counted.", async () => {
  await limitsOf(1, ctx())("sign-in", "192.0.2.1 ada@mail.example");
  const { rows } = await pool.query("select key, points from rate_limits");
  expect(rows).toEqual([{ key: expect.stringMatching(/^sign-in:[\w-]{43}$/), points: 1 }]);
});

test("While the database fails, a process counts for itself and says so.", async () => {
  const lines: string[] = [];
  const log = openLog("error", { write: (line: string) => lines.push(line) });
  const away = openDatabase({ ...siteUser, host: "/nowhere" });
  const allow = limitsOf(1, { ...ctx(), db: away.db, log });
  expect(passed(await tries(allow, 12))).toBe(10);
  expect(lines[0]).toContain("a rate limit was counted by this process alone");
  await away.close();
});

test("The factor widens limits, and 0 switches them off without asking the database.", async () => {
  expect(passed(await tries(limitsOf(1.5, ctx()), 20))).toBe(15);
  const { answer, statements } = await statementsOf(() => tries(limitsOf(0, ctx()), 20));
  expect([passed(answer), statements]).toEqual([20, []]);
});

const EMAIL = "198.51.100.7 ada@mail.example";
const minutes = (tries: number) => 60 * (tries + 1);
const pass = (seconds: number) =>
  pool.query(
    "update rate_limits set expire = expire - 1000 * $1::bigint where key like 'sign-in-slow-network:%'",
    [seconds],
  );

test("Slow tries: the first are looked at at once, then one after each wait, which grows.", async () => {
  const slowDown = () => openRateLimits(1, ctx()).slowDown(EMAIL, minutes);
  for (const _ of [1, 2, 3, 4]) expect(await slowDown()).toEqual({ ok: true });
  expect(await slowDown()).toEqual({ ok: false, seconds: 60 });
  await pass(59);
  expect(await slowDown()).toEqual({ ok: false, seconds: 1 });
  await pass(1);
  expect(await slowDown()).toEqual({ ok: true });
  const { seconds } = (await slowDown()) as { seconds: number };
  expect(seconds).toBeGreaterThan(60);
  expect(await openRateLimits(1, ctx()).slowDown("another network", minutes)).toEqual({ ok: true });
});

test("Slow tries at the same moment, in two processes, don't get past the wait.", async () => {
  const both = [openRateLimits(1, ctx()), openRateLimits(1, ctx())];
  const answers = await Promise.all(
    both.flatMap(({ slowDown }) => Array.from({ length: 10 }, () => slowDown(EMAIL, minutes))),
  );
  expect(passed(answers.map(({ ok }) => ok))).toBe(4);
});

test("A refusal says in how many seconds the next try is looked at.", async () => {
  const { count } = openRateLimits(0.1, ctx());
  expect(await count("sign-in", EMAIL)).toEqual({ ok: true });
  expect(await count("sign-in", EMAIL)).toEqual({ ok: false, seconds: 15 * 60 });
});
