import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { type Actor, cookiesContext, ctxContext } from "~/platform/context.server";
import { openSession, paySession, sessionState, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aUser, confirmedVisit, linkTo } from "../../../../tests/support/visits";
import { manageUrl, visitCtx } from "./link.server";
import { readVisit } from "./queries.server";

const { pool, ctx, clock, clear } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

describe("a visit is shown", () => {
  test("with what moving and cancelling it means now", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    const { id } = await confirmedVisit(ctx(), pool, { notes: "Ring twice" });
    const actor = linkTo(id);
    expect(await readVisit(ctx({ actor }), id)).toMatchObject({
      id,
      service: "Regular Cleaning",
      service_id: "regular-cleaning",
      notes: "Ring twice",
      rooms: "2 bedrooms, 1 bathroom",
      status: "confirmed",
      slot: { date: "2026-06-10", time: "8:00 AM" },
      can_move: true,
      can_cancel: true,
      why_not: null,
      refund: { amount: 17252, text: "$172.52", percent: 100, late: false },
      refunds: [],
      paid_on: "Jun 01, 2026",
      receipt_number: expect.stringMatching(/^#\d{4,}$/),
    });
    clock.set("2026-06-09T12:00:01Z");
    expect(await readVisit(ctx({ actor }), id)).toMatchObject({
      can_move: true,
      refund: { amount: 8626, text: "$86.26", percent: 50, late: true },
    });
    clock.set("2026-06-10T12:00:00Z");
    expect(await readVisit(ctx({ actor }), id)).toMatchObject({
      can_move: false,
      can_cancel: false,
      why_not: "This visit has already started.",
      refund: { amount: 0 },
    });
  });

  test("with the days of the company's zone, not of Greenwich", async () => {
    clock.set("2026-06-02T03:30:00Z");
    const { id } = await confirmedVisit(ctx(), pool);
    expect(await readVisit(ctx({ actor: linkTo(id) }), id)).toMatchObject({ paid_on: "Jun 01, 2026" });
  });

  test("as one to cancel, not to move, while it waits for its payment or for staff", async () => {
    const session = await openSession(ctx());
    const { rows } = await pool.query("select id from bookings");
    const read = () => readVisit(ctx({ actor: linkTo(rows[0].id) }), rows[0].id);
    const refund = { amount: 0 };
    expect(await read()).toMatchObject({ can_move: false, can_cancel: true, refund, paid_on: null });
    await settleSession(ctx(), await sessionState(ctx(), session, { status: "paid", amount: 1 }));
    const all = { amount: 1 };
    expect(await read()).toMatchObject({ can_move: false, can_cancel: true, refund: all });
  });
});

describe("a visit is there for", () => {
  async function whoSees(id: string): Promise<Record<string, boolean>> {
    const [owner, stranger] = [await aUser(pool, "owner@mail.example"), await aUser(pool, "s@mail.example")];
    await pool.query("update bookings set user_id = $1 where id = $2", [owner.id, id]);
    const actors: Record<string, Actor> = {
      owner,
      stranger,
      admin: { ...stranger, role: "owner" },
      guest: { kind: "guest" },
      link: linkTo(id),
      "link of another": linkTo(crypto.randomUUID()),
      system: { kind: "system" },
    };
    const seen: Record<string, boolean> = {};
    for (const [name, actor] of Object.entries(actors)) {
      seen[name] = (await readVisit(ctx({ actor }), id)) !== null;
    }
    return seen;
  }
  const nobody = { stranger: false, admin: false, guest: false, "link of another": false };

  test("its owner, its link, and the system", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    expect(await whoSees(id)).toEqual({ ...nobody, owner: true, link: true, system: true });
  });

  test("nobody once its customer's data was erased", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set address_line1 = ''");
    expect(await whoSees(id)).toEqual({ ...nobody, owner: false, link: false, system: false });
  });

  test.each(["", "1", "../..", "\0", crypto.randomUUID(), crypto.randomUUID().toUpperCase()])(
    "nobody under the id %j",
    async (id) => {
      expect(await readVisit(ctx({ actor: { kind: "system" } }), id)).toBeNull();
    },
  );
});

describe("the address of a visit", () => {
  async function open(path: string, actor: Actor, of: string): Promise<Actor["kind"] | number> {
    const context = new RouterContextProvider();
    context.set(ctxContext, ctx({ actor }));
    context.set(cookiesContext, []);
    try {
      const opened = await visitCtx(new Request(new URL(path, "https://site.example")), context, of);
      return opened.actor.kind;
    } catch (thrown) {
      if (thrown instanceof Response) return thrown.status;
      return (thrown as { init: { status: number } }).init.status;
    }
  }

  test("with the key of the mail is open to whoever has it, and stands for that one visit", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const url = manageUrl(ctx(), { id, link_generation: 0 });
    expect(url).toMatch(new RegExp(`^https://site.example/bookings/${id}\\?key=[\\w-]{43}$`));
    const user = await aUser(pool, "owner@mail.example");
    expect(await open(url, { kind: "guest" }, id)).toBe("link");
    expect(await open(url, user, id)).toBe("link");
    expect(await open(url, { kind: "guest" }, crypto.randomUUID())).toBe(404);
  });

  test("with another key is nothing, whoever asks", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const user = await aUser(pool, "owner@mail.example");
    for (const key of [
      "x",
      "0".repeat(43),
      new URL(manageUrl(ctx(), { id, link_generation: 0 })).searchParams.get("key")?.slice(1),
    ]) {
      expect(await open(`/bookings/${id}?key=${key}`, user, id)).toBe(404);
      expect(await open(`/bookings/${id}?key=${key}`, user, crypto.randomUUID())).toBe(404);
    }
  });

  test("without a key is for who has signed in; others are sent to do so", async () => {
    const id = crypto.randomUUID();
    expect(await open(`/bookings/${id}`, await aUser(pool, "owner@mail.example"), id)).toBe("user");
    expect(await open(`/bookings/${id}`, { kind: "guest" }, id)).toBe(303);
  });
});

test("a paid visit without a slot gives everything back, however late it is", async () => {
  const session = await paySession(ctx());
  await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
  clock.set("2026-06-20T12:00:00Z");
  await settleSession(ctx(), await sessionState(ctx(), session));
  const { rows } = await pool.query("select id from bookings");
  expect(await readVisit(ctx({ actor: linkTo(rows[0].id) }), rows[0].id)).toMatchObject({
    can_cancel: true,
    refund: { amount: 15900, percent: 100, late: false },
  });
});
