import { describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { bankWorld } from "../../../tests/support/bank-world";
import { aRequest, bookingOf, DAY, setCrews } from "../../../tests/support/bookings";
import { linkTo, refundsOf } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { closeCheckout, expireHolds } from "./checkout/sync.server";
import { settleSession } from "./settlement/settle.server";

const { pool, clock, queues, bank, ctx, tell, runRefunds } = await bankWorld();
const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
const OTHER = { date: "2026-06-12" };

type Details = Parameters<typeof aRequest>[0];

const press = (details: Details = {}, draft_id: string | null = DRAFT) =>
  createPayment(ctx(), { request: aRequest(details), draft_id });

/** The session of the checkout that this press opens. */
async function opened(details: Details = {}, draft_id: string | null = DRAFT) {
  const outcome = await press(details, draft_id);
  if (!outcome.ok) throw new Error(outcome.message);
  return new URL(outcome.url).searchParams.get("session_id") ?? "";
}

const pageOf = (session: string) => `https://site.example/payment-success?session_id=${session}`;

/** Where a press leads that finds the booking paid already, and wanted something else. */
const standing = (session: string) => ({
  ok: false,
  status: 409,
  message: expect.stringContaining("already paid"),
  url: `${pageOf(session)}&unchanged=1`,
});

async function settle(session: string) {
  const told = await bank.payments.readSession(session);
  if (!told) throw new Error("unknown");
  expect(await settleSession(ctx(), told)).toEqual({ ok: true });
}

async function standingVisits() {
  const { rows } = await pool.query(
    "select scheduled_date::text as day, status from bookings where status <> 'cancelled' order by 1",
  );
  return rows;
}

const openSessions = () => [...bank.sessions.values()].filter(({ status }) => status === "open");

describe("a second tab that changes the time", () => {
  test("after the first one's payment, which we don't know of yet, leads to that booking", async () => {
    const first = await opened();
    bank.set(first, "paid");
    expect(await press(OTHER)).toMatchObject(standing(first));
    expect(await bookingOf(pool, first)).toMatchObject({ status: "confirmed", order_status: "completed" });
    await tell("session", first);
    expect(await standingVisits()).toEqual([{ day: DAY, status: "confirmed" }]);
    expect(bank.sessions.size).toBe(1);
    expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
  });

  test("keeps the paid visit's crew, however many want its slot meanwhile", async () => {
    await setCrews(pool, 1);
    const first = await opened();
    bank.set(first, "paid");
    const [changed, rival] = await Promise.all([press(OTHER), press({}, null)]);
    expect(changed).toMatchObject(standing(first));
    expect(rival).toMatchObject({ ok: false, status: 409 });
    expect(await bookingOf(pool, first)).toMatchObject({ status: "confirmed", needs_attention: null });
  });

  test("before the first one is paid has that checkout closed before its own opens", async () => {
    const first = await opened();
    bank.asked.length = 0;
    const second = await opened(OTHER);
    expect(bank.asked).toEqual(["expireSession", "createSession"]);
    expect(openSessions()).toMatchObject([{ id: second }]);
    expect(await bookingOf(pool, first)).toMatchObject({ status: "cancelled", order_status: "failed" });
    expect(await standingVisits()).toEqual([{ day: "2026-06-12", status: "pending" }]);
  });

  test("while the bank sends the first one's money leads to that booking", async () => {
    const first = await opened();
    bank.set(first, "processing");
    expect(await press(OTHER)).toMatchObject({
      ok: false,
      status: 409,
      message: expect.stringContaining("is processing"),
      url: `${pageOf(first)}&unchanged=1`,
    });
    expect(await standingVisits()).toEqual([{ day: DAY, status: "pending" }]);
    expect(bank.sessions.size).toBe(1);
  });

  test("in the moment of the first one's payment is asked to try again, and then led to that booking", async () => {
    const first = await opened();
    bank.paying.add(first);
    expect(await press(OTHER)).toEqual({
      ok: false,
      status: 409,
      field: "body",
      message: expect.stringContaining("being paid right now"),
    });
    expect(bank.sessions.size).toBe(1);
    bank.set(first, "paid");
    expect(await press(OTHER)).toMatchObject(standing(first));
    expect(await standingVisits()).toEqual([{ day: DAY, status: "confirmed" }]);
  });

  test("while the provider can't be asked keeps what it has, and is asked kindly to try again", async () => {
    const first = await opened();
    bank.down = true;
    const outcome = await press(OTHER);
    expect(outcome).toMatchObject({ ok: false, status: 503 });
    expect(!outcome.ok && outcome.message).toMatch(/try again/i);
    expect(await bookingOf(pool, first)).toMatchObject({ status: "pending", order_status: "pending" });
    bank.down = false;
    const second = await opened(OTHER);
    expect(openSessions()).toMatchObject([{ id: second }]);
  });

  test("to a time that is taken keeps the first one's checkout open", async () => {
    await setCrews(pool, 1);
    await opened(OTHER, null);
    const first = await opened();
    expect(await press(OTHER)).toMatchObject({ ok: false, status: 409, field: "bookingDetails.time" });
    expect(bank.sessions.get(first)).toMatchObject({ status: "open" });
  });

  test("before the first one's address has come makes that address go to nobody", async () => {
    const reached = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const slow = {
      ...bank.gateway,
      createSession: async (request: Parameters<typeof bank.gateway.createSession>[0]) => {
        const made = await bank.gateway.createSession(request);
        reached.resolve();
        await answered.promise;
        return made;
      },
    };
    const payments = { ...bank.payments, current: async () => slow, named: async () => slow };
    const first = createPayment(ctx({ payments }), { request: aRequest(), draft_id: DRAFT });
    await reached.promise;
    const second = await opened(OTHER);
    answered.resolve();
    expect(await first).toMatchObject({ ok: false, status: 409 });
    for (const { session_id } of await queues.waiting("close-checkout"))
      await closeCheckout(ctx(), String(session_id));
    expect(openSessions()).toMatchObject([{ id: second }]);
  });
});

describe("a draft whose hold was given to somebody else", () => {
  async function lost() {
    await setCrews(pool, 1);
    const first = await opened();
    clock.advance({ minutes: 30, seconds: 1 });
    await opened({}, null);
    expect(await bookingOf(pool, first)).toMatchObject({ status: "cancelled" });
    return first;
  }

  test("has its old checkout closed before another one opens", async () => {
    const first = await lost();
    bank.asked.length = 0;
    await opened(OTHER);
    expect(bank.asked).toEqual(["expireSession", "createSession"]);
    expect(bank.sessions.get(first)).toMatchObject({ status: "expired" });
  });

  test("and was paid is led to what became of that payment", async () => {
    const first = await lost();
    bank.set(first, "paid");
    expect(await press(OTHER)).toMatchObject(standing(first));
    expect((await bookingOf(pool, first)).needs_attention).toMatch(/slot was taken/);
    expect(bank.sessions.size).toBe(2);
  });

  test("whose provider no longer knows that checkout books anew", async () => {
    const first = await lost();
    bank.sessions.delete(first);
    expect(await press(OTHER)).toMatchObject({ ok: true });
  });
});

test("pressing again with the same draft after paying leads to the booking, known or not", async () => {
  const session = await opened();
  bank.set(session, "paid");
  expect(await press()).toMatchObject({ ok: true, url: pageOf(session) });
  expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed" });
  expect(await press()).toMatchObject({ ok: true, url: pageOf(session) });
});

test("pressing again when the provider has ended the checkout opens another one", async () => {
  const first = await opened();
  bank.set(first, "expired");
  const second = await opened();
  expect(second).not.toBe(first);
  expect(await bookingOf(pool, second)).toMatchObject({ status: "pending" });
});

test("pressing again while the provider is silent leads to the checkout that is open", async () => {
  const session = await opened();
  bank.down = true;
  expect(await press()).toMatchObject({ ok: true, url: `https://bank.example/?session_id=${session}` });
});

test("a visit that was cancelled and paid after that goes back, and its draft books anew", async () => {
  const first = await opened();
  const { id } = await bookingOf(pool, first);
  await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0 });
  bank.set(first, "paid");
  expect(await press(OTHER)).toMatchObject({ ok: true });
  expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15_900 }]);
});

/** The provider has forgotten the first checkout when it is asked, and takes money for it all the same. */
describe("money that comes twice", () => {
  async function two() {
    const first = await opened();
    const known = bank.sessions.get(first);
    bank.sessions.delete(first);
    const second = await opened(OTHER);
    if (known) bank.sessions.set(first, known);
    return { first, second };
  }

  async function ends({ stands, back }: { stands: string; back: string }) {
    await expireHolds(ctx());
    expect(await bookingOf(pool, stands)).toMatchObject({
      status: "confirmed",
      order_status: "completed",
      needs_attention: null,
      draft_id: DRAFT,
    });
    const other = await bookingOf(pool, back);
    expect(other).toMatchObject({ status: "cancelled", order_status: "completed", needs_attention: null });
    await runRefunds();
    const { ours } = await refundsOf(pool, other.id);
    expect(ours).toMatchObject([
      { amount: 15_900, status: "completed", reason: "Paid twice for one booking" },
    ]);
    expect(bank.left(`pay_${back}`)).toBe(0);
    expect(bank.left(`pay_${stands}`)).toBe(15_900);
    expect(await standingVisits()).toHaveLength(1);
  }

  test.each([
    ["first", "second"],
    ["second", "first"],
  ] as const)(
    "for the %s tab's checkout, then the other: one visit stands, the rest goes back",
    async (one, other) => {
      const tabs = await two();
      for (const tab of [one, other]) {
        bank.set(tabs[tab], "paid");
        await settle(tabs[tab]);
        await settle(tabs[tab]);
      }
      await ends({ stands: tabs[one], back: tabs[other] });
    },
  );

  test("at once leaves one visit, too", async () => {
    const { first, second } = await two();
    bank.set(first, "paid");
    bank.set(second, "paid");
    await Promise.all([first, second, first, second].map(settle));
    const stands = (await bookingOf(pool, first)).status === "confirmed" ? first : second;
    await ends({ stands, back: stands === first ? second : first });
  });

  test("is told to its customer, with the visit that stands", async () => {
    const { first, second } = await two();
    for (const session of [first, second]) {
      bank.set(session, "paid");
      await settle(session);
    }
    await runRefunds();
    await queues.run("refund-mail");
    const { rows } = await pool.query("select recipient, subject, text from mails");
    expect(rows).toMatchObject([{ subject: "We've refunded $159.00" }]);
    expect(rows[0].text).toMatch(/paid for this booking twice/);
    expect(rows[0].text).toMatch(/Wednesday, June 10, 2026/);
  });

  test("from a bank that takes days: what has come stands, and what comes after it goes back", async () => {
    const { first, second } = await two();
    bank.set(first, "processing");
    await settle(first);
    expect(await bookingOf(pool, second)).toMatchObject({ status: "cancelled" });
    bank.set(second, "paid");
    await settle(second);
    expect(await bookingOf(pool, second)).toMatchObject({ status: "confirmed" });
    bank.set(first, "paid");
    await settle(first);
    await ends({ stands: second, back: first });
  });
});
