import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startCommit } from "~/features/moving/commit.server";
import { answerConflicts } from "~/features/moving/mapping.server";
import { type Answer, answersTo } from "~/features/moving/rules";
import { undoImport } from "~/features/moving/undo.server";
import { giveCredit } from "~/features/payments/office/give-credit.server";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";
import { csvText, dryRun, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, clear, clock, queues, ctx } = world;

const NAMES = ["Ruth", "Ida"] as const;
const cents = fc.integer({ min: 0, max: 9_999 });
const who = fc.constantFrom(...NAMES);
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("import" as const),
      balances: fc.tuple(cents, cents),
      answer: fc.constantFrom(...answersTo(null)),
    }),
  },
  fc.record({ do: fc.constant("import the same again" as const) }),
  fc.record({ do: fc.constant("give" as const), who, amount: cents }),
  fc.record({ do: fc.constant("spend" as const), who, amount: cents }),
  fc.record({ do: fc.constant("undo" as const), nth: fc.nat({ max: 3 }) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

const balancesOf = async () =>
  (await pool.query("select customer_id, amount from credit_balances order by customer_id")).rows;
/** What was moved in less what was taken back, and what the links remember of it. */
const movedIn = async () => {
  const { rows } = await pool.query(`select
    (select coalesce(sum(case from_account when 'imported' then amount else -amount end), 0)::int from credit_transfers
      where 'imported' in (from_account, to_account)) as ledger,
    (select coalesce(sum(credit), 0)::int from import_links) as links`);
  return rows[0];
};

test("the books of credit agree whatever imports, presents, purchases and undos come in which order", async () => {
  await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 7 }), live), {
    numRuns: 12,
  });
}, 120_000);

async function live(happenings: Happening[]): Promise<void> {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  const staff = await staffCtx(world);
  const runs: string[] = [];
  let last: { content: string } | null = null;
  const run = async (content: string, answer: Answer) => {
    const id = await dryRun(world, staff(), content);
    await answerConflicts(staff(), { id, line: "all", answer });
    expect(await startCommit(staff(), id)).toEqual({ ok: true });
    await queues.run("commit-import");
    return id;
  };
  for (const one of happenings) {
    clock.advance({ minutes: 1 });
    if (one.do === "import") {
      const rows = NAMES.map((name, place) => [
        name,
        `${name}@mail.example`,
        ((one.balances[place] ?? 0) / 100).toFixed(2),
      ]);
      const content = csvText(["Name", "Email", "Credit"], ...rows);
      runs.push(await run(content, one.answer));
      last = one.answer === "skip" ? null : { content };
    } else if (one.do === "import the same again" && last) {
      const before = await balancesOf();
      const id = await run(last.content, "theirs");
      expect((await viewOf(staff(), id)).counts).toMatchObject({ new: 0, changed: 0, conflict: 0 });
      expect(await balancesOf()).toEqual(before);
    } else if (one.do === "give") {
      const { rows } = await pool.query("select id from customers where first_name = $1", [one.who]);
      if (rows[0] && one.amount > 0)
        await giveCredit(staff(), {
          customer_id: rows[0].id,
          amount: one.amount,
          reason: "Sorry",
          token: randomUUID(),
        });
    } else if (one.do === "spend") {
      await pool.query(
        `insert into credit_transfers (at, from_account, from_customer, to_account, amount, currency, key)
         select $3, 'customer', b.customer_id, 'forfeited', least(b.amount, $2), b.currency, $4
         from credit_balances b join customers c on c.id = b.customer_id where c.first_name = $1 and least(b.amount, $2) > 0`,
        [one.who, one.amount, clock.now.toString(), randomUUID()],
      );
    } else if (one.do === "undo") {
      const id = runs[runs.length - 1 - one.nth];
      if (id && (await undoImport(staff(), id)).ok) last = null;
    }
    const { ledger, links } = await movedIn();
    expect(links).toBe(ledger);
    expect(await differencesIn(pool, ctx())).toEqual([]);
  }
}
