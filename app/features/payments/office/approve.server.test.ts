import { beforeEach, describe, expect, test } from "vitest";
import { refuseApproval, withdrawApproval } from "~/features/payments/approvals/refuse.server";
import type { StaffCtx } from "~/platform/context.server";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague, giveRole } from "../../../../tests/support/staff";
import { confirmedVisit, refundsOf } from "../../../../tests/support/visits";
import { addLine } from "./add-line.server";
import { approve } from "./approve.server";
import { readOfficeOrder } from "./queries.server";
import { refundByStaff } from "./refund.server";

const world = await testWorld();
const { pool, ctx, clock, queues, clear } = world;
type Colleague = () => StaffCtx;
let [olga, otto, mona, mike, bea]: Colleague[] = [];
let visit: Awaited<ReturnType<typeof confirmedVisit>>;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  [olga, otto] = [await aColleague(world, "owner", "Olga"), await aColleague(world, "owner", "Otto")];
  [mona, mike] = [await aColleague(world, "manager", "Mona"), await aColleague(world, "manager", "Mike")];
  bea = await aColleague(world, "bookkeeper", "Bea");
  visit = await confirmedVisit(ctx(), pool);
});

let tokens = 0;
const token = () => `77777777-7777-4777-8777-${String(++tokens).padStart(12, "0")}`;
const leftFor = async (who: Colleague) => (await readOfficeOrder(who(), visit.order_id))?.left ?? 0;
async function refund(who: Colleague | undefined, amount: number, same = token()) {
  if (!who) throw new Error("nobody");
  const wish = { amount, left: await leftFor(who), reason: "Broken vase" };
  return refundByStaff(who(), { order_id: visit.order_id, token: same, ...wish });
}
const ours = async () => (await refundsOf(pool, visit.id)).ours.map(({ amount }) => amount);
async function openOne(): Promise<string> {
  const { rows } = await pool.query("select id from approvals where status = 'open'");
  expect(rows).toHaveLength(1);
  return rows[0].id;
}
async function asked(amount = 10_001): Promise<{ id: string; left: number }> {
  expect(await refund(bea, amount)).toMatchObject({ ok: true, asked: true });
  return { id: await openOne(), left: 15_900 };
}
const statuses = async () =>
  (await pool.query("select status from approvals where status <> 'not needed' order by asked_at")).rows.map(
    ({ status }) => status,
  );
const trail = async () =>
  (await pool.query("select action from audit_log where entity = 'order' order by id")).rows.map(
    ({ action }) => action,
  );
const as = (who: Colleague | undefined) => {
  if (!who) throw new Error("nobody");
  return who();
};

describe("a refund above the limit of whoever gives it", () => {
  test("is asked for and not given, once however often the form is sent", async () => {
    const same = token();
    await Promise.all([refund(bea, 10_001, same), refund(bea, 10_001, same)]);
    expect(await refund(bea, 10_001, same)).toEqual({
      ok: true,
      amount: 10_001,
      by_hand: false,
      asked: true,
    });
    await openOne();
    expect(await ours()).toEqual([]);
    expect(await trail()).toEqual(["approval.asked"]);
    expect(await leftFor(as.bind(null, bea))).toBe(15_900);
  });

  test("is given at once up to the limit, and by an owner without one", async () => {
    expect(await refund(bea, 10_000)).toEqual({ ok: true, amount: 10_000, by_hand: false });
    expect(await refund(olga, 5900)).toEqual({ ok: true, amount: 5900, by_hand: false });
    expect(await statuses()).toEqual([]);
  });

  test("can't be cut into slices within 24 hours", async () => {
    expect(await refund(bea, 6000)).not.toHaveProperty("asked");
    expect(await refund(bea, 4001)).toHaveProperty("asked");
    expect(await ours()).toEqual([6000]);
    await pool.query("delete from approvals where status = 'open'");
    clock.set("2026-06-02T11:59:59Z");
    expect(await refund(bea, 4001)).toHaveProperty("asked");
    await pool.query("delete from approvals where status = 'open'");
    clock.set("2026-06-02T12:00:01Z");
    expect(await refund(bea, 4001)).not.toHaveProperty("asked");
  });

  test("is asked for once at a time", async () => {
    await asked();
    await setSetting(pool, "users.refund_limit_manager", "100");
    expect(await refund(mona, 5000)).toMatchObject({
      ok: false,
      message: expect.stringContaining("already waiting"),
    });
  });

  test("is emailed to those whose limit covers it, and to nobody else", async () => {
    await setSetting(pool, "users.refund_limit_manager", "10000");
    await asked();
    await queues.run("approval-asked-mail");
    const { rows } = await pool.query("select recipient, subject, text from mails order by recipient");
    expect(rows.map(({ recipient }) => recipient)).toEqual([
      "olga@white-birch.example",
      "otto@white-birch.example",
    ]);
    expect(rows[0].subject).toBe("A refund of $100.01 is waiting for your approval");
    expect(rows[0].text).toContain("Bea asks for a refund of $100.01");
    expect(rows[0].text).toContain("Broken vase");
  });

  test("is not emailed once it is decided", async () => {
    const { id } = await asked();
    await refuseApproval(as(olga), { id });
    await queues.run("approval-asked-mail");
    expect((await pool.query("select from mails")).rowCount).toBe(0);
  });
});

describe("an approval", () => {
  test("gives the money back once, and tells whoever asked", async () => {
    const one = await asked();
    expect(await approve(as(mona), one)).toEqual({
      ok: true,
      kind: "refund",
      amount: 10_001,
      by_hand: false,
    });
    expect(await approve(as(olga), one)).toMatchObject({
      ok: false,
      message: expect.stringContaining("already decided"),
    });
    await queues.run("refund-order");
    expect((await refundsOf(pool, visit.id)).theirs).toMatchObject([{ amount: 10_001 }]);
    expect(await trail()).toEqual(["approval.asked", "order.refund_started", "approval.approved"]);
    await queues.run("approval-decided-mail");
    const { rows } = await pool.query(
      "select recipient, text from mails where subject like 'Refund approved%'",
    );
    expect(rows).toMatchObject([{ recipient: "bea@white-birch.example" }]);
    expect(rows[0].text).toContain("Mona approved the refund of $100.01");
  });

  test("by several at once is one refund", async () => {
    const one = await asked();
    const outcomes = await Promise.all([olga, otto, mona, mike, olga].map((who) => approve(as(who), one)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await ours()).toEqual([10_001]);
  });

  test("and a refusal at once are one of the two", async () => {
    const one = await asked();
    const outcomes = await Promise.all([approve(as(olga), one), refuseApproval(as(otto), one)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await ours()).toEqual((await statuses())[0] === "approved" ? [10_001] : []);
  });

  test("of one's own is refused, even after becoming owner", async () => {
    const one = await asked();
    const promoted: StaffCtx = { ...as(bea), actor: { ...as(bea).actor, role: "owner" } };
    expect(await approve(promoted, one)).toMatchObject({ ok: false, reason: "refused" });
    expect(await refuseApproval(promoted, one)).toMatchObject({ ok: false, reason: "refused" });
    expect(await ours()).toEqual([]);
  });

  test("needs a limit that covers it, with what the approver gave of the order today", async () => {
    await setSetting(pool, "users.refund_limit_manager", "10001");
    const one = await asked();
    expect(await refund(mona, 1)).toMatchObject({ ok: true });
    expect(await approve(as(mona), { ...one, left: 15_899 })).toMatchObject({
      ok: false,
      message: expect.stringContaining("your limit"),
    });
    expect(await approve(as(mike), { ...one, left: 15_899 })).toMatchObject({ ok: true });
    expect(await refund(mike, 1)).toMatchObject({ ok: true, asked: true });
  });

  test("is refused when whoever asked has lost the role", async () => {
    const one = await asked();
    await giveRole(pool, as(bea).actor.id, "dispatcher");
    expect(await approve(as(olga), one)).toMatchObject({
      ok: false,
      message: expect.stringContaining("may no longer do it"),
    });
    expect(await refuseApproval(as(olga), one)).toEqual({ ok: true });
    expect(await ours()).toEqual([]);
  });

  test("is refused when the order was refunded meanwhile", async () => {
    const one = await asked();
    expect(await refund(olga, 6000)).toMatchObject({ ok: true });
    expect(await approve(as(otto), one)).toMatchObject({
      ok: false,
      message: expect.stringContaining("has changed"),
    });
    expect(await approve(as(otto), { ...one, left: 9900 })).toMatchObject({
      ok: false,
      message: expect.stringContaining("more than"),
    });
    expect(await statuses()).toEqual(["open"]);
    expect(await ours()).toEqual([6000]);
  });

  test("of what was paid on the day is noted, and the money goes back by hand", async () => {
    await pool.query("update orders set provider = 'office-cash', payment_session_id = null");
    await pool.query("update charges set provider = 'office-cash'");
    expect(await approve(as(olga), await asked())).toEqual({
      ok: true,
      kind: "refund",
      amount: 10_001,
      by_hand: true,
    });
    expect((await refundsOf(pool, visit.id)).ours).toMatchObject([{ amount: 10_001, status: "completed" }]);
    await queues.run("approval-decided-mail");
    const { rows } = await pool.query("select text from mails where subject like 'Refund approved%'");
    expect(rows[0].text).toContain("Return the money to the customer by hand.");
  });

  test.each(["7", "11111111-1111-4111-8111-111111111111"])("with the id %s is not found", async (id) => {
    for (const decide of [approve(as(olga), { id, left: 1 }), refuseApproval(as(olga), { id })])
      expect(await decide).toEqual({ ok: false, reason: "not found" });
  });
});

test("a refusal is emailed to whoever asked, and they may ask again", async () => {
  const { id } = await asked();
  expect(await refuseApproval(as(mona), { id })).toEqual({ ok: true });
  await queues.run("approval-decided-mail");
  const { rows } = await pool.query("select text from mails where recipient = 'bea@white-birch.example'");
  expect(rows[0].text).toContain("Mona refused the refund of $100.01");
  await asked();
  expect(await statuses()).toEqual(["refused", "open"]);
});

test("only whoever asked withdraws it, and then nobody can approve it", async () => {
  const one = await asked();
  expect(await withdrawApproval(as(olga), one)).toMatchObject({ ok: false, reason: "refused" });
  expect(await withdrawApproval(as(bea), one)).toEqual({ ok: true });
  expect(await approve(as(olga), one)).toMatchObject({ ok: false, reason: "refused" });
  expect(await trail()).toEqual(["approval.asked", "approval.withdrawn"]);
});

describe("a discount above the limit", () => {
  const discount = async (who: Colleague | undefined, amount: number, same = token()) => {
    const { rows } = await pool.query("select amount from orders where id = $1", [visit.order_id]);
    const wish = {
      kind: "discount",
      amount,
      label: "",
      reason: "Late crew",
      minutes: null,
      seen: rows[0].amount,
    };
    return addLine(as(who), { order_id: visit.order_id, token: same, ...wish });
  };
  const lines = async () =>
    (await pool.query("select amount, author_id from order_lines where kind = 'discount'")).rows;

  test("is asked for once a form, and added with its refund when it is approved, in the asker's name", async () => {
    const same = token();
    expect(await discount(bea, 12_000, same)).toMatchObject({ ok: true, asked: true, refund: 0 });
    expect(await discount(bea, 12_000, same)).toMatchObject({ ok: true, asked: true });
    expect(await lines()).toEqual([]);
    const id = await openOne();
    const outcomes = await Promise.all([olga, mona].map((who) => approve(as(who), { id, left: 0 })));
    expect(outcomes.filter(({ ok }) => ok)).toEqual([
      { ok: true, kind: "discount", amount: 12_000, by_hand: false },
    ]);
    expect(await lines()).toEqual([{ amount: -12_000, author_id: as(bea).actor.id }]);
    expect(await ours()).toEqual([12_000]);
    await queues.run("approval-decided-mail");
    const { rows } = await pool.query(
      "select subject from mails where recipient = 'bea@white-birch.example'",
    );
    expect(rows).toEqual([{ subject: "Discount approved: $120.00" }]);
  });

  test("counts together with refunds of the order", async () => {
    expect(await discount(bea, 6000)).not.toHaveProperty("asked");
    expect(await refund(bea, 4001)).toHaveProperty("asked");
    expect(await ours()).toEqual([6000]);
  });

  test("is not added when the order has changed since", async () => {
    await discount(bea, 12_000);
    const id = await openOne();
    expect(await discount(olga, 1000)).toMatchObject({ ok: true });
    const outcome = await approve(as(otto), { id, left: 0 });
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("The order has changed") });
    expect(await lines()).toHaveLength(1);
  });
});
