import { beforeEach, describe, expect, test } from "vitest";
import { openSession, paySession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";

const { pool, ctx, clear } = await testWorld();

beforeEach(clear);

const refund = (payment_id: string, amount: number, idempotency_key: string = crypto.randomUUID()) =>
  ctx().payments.refund({ payment_id, amount, idempotency_key });

const given = async () => (await pool.query("select amount from test_checkout_refunds")).rows;

describe("the test checkout", () => {
  test("gives one refund a key, even when it is asked ten times at once", async () => {
    const session = await paySession(ctx());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(session, 7950, "key")));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toEqual({ status: "completed", id: expect.stringMatching(/^test_refund_/) });
    expect(await given()).toEqual([{ amount: 7950 }]);
    expect(await refund(session, 100, "key")).toMatchObject({ status: "failed" });
  });

  test("never gives more than was paid, however many ask at once", async () => {
    const session = await paySession(ctx());
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(session, 7950)));
    expect(answers.filter(({ status }) => status === "completed")).toHaveLength(2);
    expect(await refund(session, 1)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/left/),
    });
  });

  test.each([15901, 0, -1, 0.5, Number.NaN])("does not give %d of 15900 cents", async (amount) => {
    expect(await refund(await paySession(ctx()), amount)).toMatchObject({ status: "failed" });
    expect(await given()).toEqual([]);
  });

  test("gives nothing of a session that nobody paid, or that it doesn't know", async () => {
    expect(await refund(await openSession(ctx()), 100)).toMatchObject({ status: "failed" });
    expect(await refund("test_unknown", 100)).toMatchObject({ status: "failed" });
  });
});
