import { beforeEach, describe, expect, test } from "vitest";
import { eraseAgain, eraseCustomer } from "~/features/identity/privacy/erase.server";
import { startCommit } from "~/features/moving/commit.server";
import { answerConflicts } from "~/features/moving/mapping.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { CUSTOMERS } from "../../../../tests/support/imported-visits";
import { csvText, dryRun, importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const names = async () =>
  (await pool.query("select first_name from customers where first_name is not null order by 1")).rows.map(
    ({ first_name }) => first_name,
  );
const commit = async (id: string) => {
  expect(await startCommit(staff(), id)).toEqual({ ok: true });
  await queues.run("commit-import");
};

/** Moves Ruth and Paul in, and erases Ruth. */
async function eraseRuth(): Promise<string> {
  await importFile(world, staff(), CUSTOMERS);
  const { rows } = await pool.query("select id, number from customers where first_name = 'Ruth'");
  const [{ id, number }] = rows;
  expect(await eraseCustomer(staff(), { id, confirm: String(number) })).toEqual({ ok: true });
  return id;
}

describe("a customer of a newer file who was erased here", () => {
  test("is a conflict that says when, and holds up the import", async () => {
    await eraseRuth();
    const id = await dryRun(world, staff(), CUSTOMERS);
    const view = await viewOf(staff(), id);
    expect(view.rows.map(({ verdict, clash, reason }) => [verdict, clash, reason])).toEqual([
      ["conflict", "erased", expect.stringMatching(/^Erased on Jun 01, 2026, at their wish\./)],
      ["same", null, null],
    ]);
    expect(view).toMatchObject({ unanswered: 1, answers: ["skip"] });
    expect(await startCommit(staff(), id)).toMatchObject({ ok: false });
  });

  test.each([
    ["left out", "skip", ["Paul"]],
    ["added again", "theirs", ["Paul", "Ruth"]],
  ] as const)("is %s as the office answers", async (_how, answer, left) => {
    await eraseRuth();
    const id = await dryRun(world, staff(), CUSTOMERS);
    expect(await answerConflicts(staff(), { id, line: 2, answer })).toEqual({ ok: true, count: 1 });
    await commit(id);
    expect(await names()).toEqual(left);
  });

  test("isn’t added by an answer to all conflicts", async () => {
    await eraseRuth();
    const id = await dryRun(world, staff(), CUSTOMERS);
    expect(await answerConflicts(staff(), { id, line: "all", answer: "theirs" })).toEqual({
      ok: true,
      count: 0,
    });
    expect(await answerConflicts(staff(), { id, line: "all", answer: "skip" })).toEqual({
      ok: true,
      count: 1,
    });
  });

  test.each([
    ["email", ["", "Ruthie", "Ruth@Mail.example", ""], "Somebody with this email was erased on Jun 01, 2026"],
    ["phone", ["", "Ruthie", "", "(603) 555-0177"], "Somebody with this phone was erased on Jun 01, 2026"],
    ["the program’s ID", ["7", "Ruthie", "", ""], "Erased on Jun 01, 2026"],
  ])("is recognized by %s alone, which the row says", async (_what, cells, words) => {
    await eraseRuth();
    const id = await dryRun(world, staff(), csvText(["Customer ID", "First name", "Email", "Phone"], cells));
    expect((await viewOf(staff(), id)).rows[0]).toMatchObject({
      ...{ verdict: "conflict", clash: "erased" },
      reason: expect.stringContaining(words),
    });
  });

  test("and was erased between the dry run and the import is left out, with the reason", async () => {
    const id = await dryRun(world, staff(), CUSTOMERS);
    await eraseRuth();
    await commit(id);
    expect(await names()).toEqual(["Paul"]);
    expect((await viewOf(staff(), id)).rows[0]?.reason).toMatch(
      /^Left out: the customer, or somebody with the same email or phone, was erased after the dry run\./,
    );
  });

  test("and is left out leaves nothing in the rows of the import", async () => {
    await eraseRuth();
    const id = await dryRun(world, staff(), CUSTOMERS);
    await answerConflicts(staff(), { id, line: "all", answer: "skip" });
    await commit(id);
    const { rows } = await pool.query(
      "select to_jsonb(stored) as row from import_rows stored where line = 2",
    );
    const [kept] = rows.filter(({ row }) => row.run_id === id);
    expect(kept?.row).toMatchObject({ sealed: "", reason: "Left out, as you chose." });
    expect(JSON.stringify(kept)).not.toMatch(/Merrill|mail\.example|5550177/i);
  });
});

test("nothing that names an erased customer is kept to recognize them", async () => {
  await eraseRuth();
  const { rows } = await pool.query("select digest from erasure_digests");
  expect(rows.length).toBeGreaterThan(2);
  for (const { digest } of rows) expect(digest).toMatch(/^[\w-]{43}$/);
});

test("a customer whom a restore brings back is recognized after the repeated erasure", async () => {
  await importFile(world, staff(), CUSTOMERS);
  const { rows } = await pool.query("select id from customers where first_name = 'Ruth'");
  await ctx().db.transaction((tx) => eraseAgain(tx, ctx(), [rows[0].id]));
  const id = await dryRun(world, staff(), CUSTOMERS);
  expect((await viewOf(staff(), id)).rows[0]).toMatchObject({ verdict: "conflict", clash: "erased" });
});
