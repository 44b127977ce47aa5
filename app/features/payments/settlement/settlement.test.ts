import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAID_BESIDE_OWED } from "~/features/payments/orders/rules";
import {
  decideSettlement,
  type PlanFacts,
  type Settlement,
  type SettlementDecision,
  type VisitFacts,
} from "./settlement";

const now = Temporal.Instant.from("2026-11-20T15:30:00Z");
const money = { amount: 15900, currency: "USD" };
const aVisit: VisitFacts = {
  kind: "booking",
  status: "pending",
  crew_id: "ann",
  starts_at: now.add({ hours: 20 }),
  needs_attention: null,
  cancelled_at: null,
};
const aPlan: PlanFacts = { kind: "plan", status: "pending", needs_attention: null, held_until: null };

type Given = {
  order?: Partial<Settlement["order"]>;
  booking?: Partial<VisitFacts>;
  /** Given: the order is for a plan. */
  plan?: Partial<PlanFacts>;
  session?: Partial<Settlement["session"]>;
};

function decide({ order, booking, plan, session }: Given): SettlementDecision {
  return decideSettlement({
    order: { status: "pending", ...money, ...order },
    subject: plan ? { ...aPlan, ...plan } : { ...aVisit, ...booking },
    session: { status: "paid", ...money, ...session },
    now,
  });
}

const nothing: SettlementDecision = { do: "nothing" };
const rebook: SettlementDecision = { do: "rebook" };
const confirmed: SettlementDecision = { do: "confirm", status: "confirmed" };
const refund: SettlementDecision = { do: "refund" };
const duplicate: SettlementDecision = { do: "refund duplicate" };
const release: SettlementDecision = { do: "release" };
const start: SettlementDecision = { do: "start" };
const wait = (find_crew: boolean): SettlementDecision => ({ do: "wait", find_crew });
const flag = (reason: string, settled = true): SettlementDecision => ({ do: "flag", reason, settled });
/** The hold was released. */
const failed = { status: "failed" } as const;
const cancelled = { status: "cancelled" } as const;
const ended = { status: "ended" } as const;
const by_customer = { ...cancelled, cancelled_at: now };
const NO_CREW = "No crew is reserved: arrange a time and the difference, or refund it.";
const ERASED = "Paid after the customer deleted their account. Refund it.";
const DIFFERS = "Paid 150.00 USD instead of 159.00 USD.";

type Case = [title: string, given: Given, expected: SettlementDecision];
const check = (cases: Case[], status: Settlement["session"]["status"]) =>
  test.each(cases)("%s", (_, given, expected) => {
    expect(decide({ ...given, session: { ...given.session, status } })).toEqual(expected);
  });

describe("a paid session", () => {
  const paid: Case[] = [
    ["confirms a visit that still has its crew", {}, confirmed],
    ["completes the order of a visit that staff confirmed", { booking: { status: "confirmed" } }, confirmed],
    [
      "completes the order of a completed visit, which stays completed",
      { booking: { status: "completed", crew_id: null } },
      { do: "confirm", status: "completed" },
    ],
    [
      "is flagged when the office had recorded a payment: it was paid twice",
      { order: { status: "completed", paid_to_office: true }, booking: { status: "confirmed" } },
      flag("Also paid online, after staff had already recorded a payment. Refund one of the two.", false),
    ],
    ["finds another crew for a cancelled visit", { booking: cancelled }, rebook],
    [
      "is refunded when its draft has paid for something else",
      { order: failed, booking: { ...cancelled, instead: "here" } },
      duplicate,
    ],
    [
      "is flagged when its draft has something else that the office keeps unpaid",
      { order: failed, booking: { ...cancelled, instead: "owed" } },
      flag(PAID_BESIDE_OWED),
    ],
    ...(["awaited", "on its way"] as const).map(
      (instead): Case => [
        `finds another crew instead of what its draft holds when the money of that is ${instead}`,
        { order: failed, booking: { ...cancelled, instead } },
        rebook,
      ],
    ),
    ["finds another crew even when its order has failed", { order: failed, booking: cancelled }, rebook],
    ["is refunded when its customer had cancelled", { order: failed, booking: by_customer }, refund],
    [
      "is refunded when its customer had cancelled and the visit should have begun",
      { booking: { ...by_customer, starts_at: now } },
      refund,
    ],
    [
      "is flagged when its customer had cancelled and the amount differs",
      { session: { amount: 15000 }, booking: by_customer },
      flag(`${DIFFERS} ${NO_CREW}`, false),
    ],
    ["finds a crew for a visit without one", { booking: { crew_id: null } }, rebook],
    [
      "is flagged when its customer has deleted the account",
      { booking: { ...cancelled, erased: true } },
      flag(ERASED),
    ],
    [
      "is flagged when the crew is gone and the visit should have begun",
      { booking: { ...cancelled, starts_at: now } },
      flag("Paid after the visit should have started, with no crew reserved."),
    ],
    [
      "is flagged when the amount differs",
      { session: { amount: 15000 } },
      flag(`${DIFFERS} The time is still reserved: settle the difference, or refund it.`, false),
    ],
    [
      "is flagged when the currency differs",
      { session: { currency: "cad" }, booking: cancelled },
      flag(`Paid 159.00 CAD instead of 159.00 USD. ${NO_CREW}`, false),
    ],
    [
      "is flagged only once for the same amount",
      { session: { amount: 15000 }, booking: { needs_attention: DIFFERS } },
      nothing,
    ],
    ["may write its currency in lower case", { session: { currency: "usd" } }, confirmed],
    [
      "confirms a visit that was flagged for another reason",
      { booking: { needs_attention: "?" } },
      confirmed,
    ],
    ["changes nothing once the order is completed", { order: { status: "completed" } }, nothing],
    [
      "changes nothing once the order is completed and the visit cancelled",
      { order: { status: "completed" }, booking: cancelled, session: { amount: 1 } },
      nothing,
    ],
    ["starts a plan", { plan: {} }, start],
    ["starts a plan that was released", { order: failed, plan: ended }, start],
    [
      "starts a plan instead of what its draft only holds",
      { order: failed, plan: { ...ended, instead: "awaited" } },
      start,
    ],
    [
      "of a plan is refunded when its draft has paid for something else",
      { order: failed, plan: { ...ended, instead: "here" } },
      duplicate,
    ],
    [
      "of a plan is flagged when its draft has something else that the office keeps unpaid",
      { order: failed, plan: { ...ended, instead: "owed" } },
      flag(PAID_BESIDE_OWED),
    ],
    ["of a deposit confirms", { order: { upfront: 5000 }, session: { amount: 5000 } }, confirmed],
    [
      "of the whole price is flagged when a deposit was asked for",
      { order: { upfront: 5000 } },
      flag(
        "Paid 159.00 USD instead of 50.00 USD. The time is still reserved: settle the difference, or refund it.",
        false,
      ),
    ],
    [
      "of a plan is flagged when the amount differs",
      { plan: {}, session: { amount: 15000 } },
      flag(DIFFERS, false),
    ],
    [
      "of a plan is flagged only once for the same amount",
      { plan: { needs_attention: `?\n${DIFFERS}` }, session: { amount: 15000 } },
      nothing,
    ],
    [
      "of a plan is flagged when its customer has deleted the account",
      { plan: { erased: true } },
      flag(ERASED),
    ],
    [
      "of a plan changes nothing once the order is completed",
      { order: { status: "completed" }, plan: {} },
      nothing,
    ],
  ];
  check(paid, "paid");
});

describe("an expired session", () => {
  const expired: Case[] = [
    ["releases the slot", {}, release],
    ["fails the order of a visit that staff confirmed", { booking: { status: "confirmed" } }, release],
    ["changes nothing when that is done", { order: failed, booking: cancelled }, nothing],
    ["changes nothing once the order is completed", { order: { status: "completed" } }, nothing],
    ["leaves a flagged visit to staff", { booking: { needs_attention: "Paid 1.00 USD" } }, nothing],
    ["releases a plan", { plan: {} }, release],
    [
      "of a plan that the office holds makes room for another one",
      { plan: { held_until: now.add({ minutes: 1 }) } },
      { do: "reopen" },
    ],
    ["releases a plan whose time at the office is over", { plan: { held_until: now } }, release],
    ["changes nothing when the plan is released", { order: failed, plan: ended }, nothing],
    ["leaves a flagged plan to staff", { plan: { needs_attention: "Paid 1.00 USD" } }, nothing],
  ];
  check(expired, "expired");
});

describe("a session whose money takes days", () => {
  const processing: Case[] = [
    ["keeps the slot", {}, wait(false)],
    ["keeps a visit that staff confirmed", { booking: { status: "confirmed" } }, wait(false)],
    ["takes a released slot again", { order: failed, booking: cancelled }, wait(true)],
    [
      "takes no slot for a visit that its customer cancelled",
      { order: failed, booking: by_customer },
      wait(false),
    ],
    ["takes no slot that has begun", { booking: { ...cancelled, starts_at: now } }, wait(false)],
    ...(["here", "on its way", "owed"] as const).map(
      (instead): Case => [
        `takes no slot when its draft has something else whose money is ${instead}`,
        { order: failed, booking: { ...cancelled, instead } },
        wait(false),
      ],
    ),
    [
      "takes a slot instead of what its draft only holds",
      { order: failed, booking: { ...cancelled, instead: "awaited" } },
      wait(true),
    ],
    ["takes no slot for a deleted account", { booking: { ...cancelled, erased: true } }, wait(false)],
    ["changes nothing when that is known", { order: { processing: true } }, nothing],
    ["changes nothing once the order is completed", { order: { status: "completed" } }, nothing],
    [
      "waits even with another amount: it is flagged when it arrives",
      { session: { amount: 1 } },
      wait(false),
    ],
    ["keeps the visits of a plan", { plan: {} }, wait(false)],
    ["of a plan changes nothing when that is known", { order: { processing: true }, plan: {} }, nothing],
  ];
  check(processing, "processing");
});

describe("a failed payment", () => {
  const processing = { processing: true };
  const cases: Case[] = [
    ["releases the slot", { order: processing }, release],
    ["releases a plan", { order: processing, plan: {} }, release],
    [
      "releases a plan that the office holds, too",
      { order: processing, plan: { held_until: now.add({ hours: 1 }) } },
      release,
    ],
    ["of a plan that was released is told", { order: { ...failed, ...processing }, plan: ended }, release],
    [
      "of a visit that was cancelled changes nothing",
      { order: { ...failed, ...processing }, booking: by_customer },
      nothing,
    ],
  ];
  check(cases, "failed");
});

describe("an open session", () => {
  const statuses = ["pending", "completed", "failed"] as const;
  const cases = statuses.map(
    (status): Case => [`changes no ${status} order`, { order: { status } }, nothing],
  );
  check(cases, "open");
});

describe("over any sequence of events, in any order, with repeats", () => {
  type World = { order: Settlement["order"]; booking: VisitFacts };

  /** What the verbs write. `crewFree`: whether another crew is free. */
  function apply({ order, booking }: World, decision: SettlementDecision, crewFree: boolean): World {
    switch (decision.do) {
      case "nothing":
      case "start":
      case "reopen":
        return { order, booking };
      case "wait":
        if (decision.find_crew && crewFree) booking = { ...booking, status: "pending", crew_id: "ben" };
        if (!booking.cancelled_at) order = { ...order, status: "pending" };
        return { order: { ...order, processing: true }, booking };
      case "confirm":
        return { order: { ...order, status: "completed" }, booking: { ...booking, status: decision.status } };
      case "release":
        if (booking.status === "pending") booking = { ...booking, status: "cancelled" };
        return { order: { ...order, status: "failed" }, booking };
      case "refund":
      case "refund duplicate":
        return { order: { ...order, status: "completed" }, booking };
      case "flag":
        if (decision.settled) order = { ...order, status: "completed" };
        return { order, booking: { ...booking, needs_attention: decision.reason } };
      case "rebook":
        return {
          order: { ...order, status: "completed" },
          booking: crewFree
            ? { ...booking, status: "confirmed", crew_id: "ben" }
            : { ...booking, needs_attention: "Paid, but no crew is free." },
        };
    }
  }

  const event = fc.record({
    status: fc.constantFrom(...(["open", "processing", "paid", "expired", "failed"] as const)),
    crewFree: fc.boolean(),
    /** Before this event: time passes, or somebody cancels the unpaid booking. */
    meanwhile: fc.constantFrom("nothing", "hours pass", "cancelled by staff", "cancelled by its customer"),
  });

  const stories = fc.record({
    events: fc.array(event, { maxLength: 8 }),
    paidAmount: fc.constantFrom(money.amount, money.amount, 100),
  });

  function play({ events, paidAmount }: typeof stories extends fc.Arbitrary<infer Story> ? Story : never) {
    let world: World = {
      order: { status: "pending", ...money },
      booking: { ...aVisit, starts_at: now.add({ hours: 5 }) },
    };
    let clock = now;
    const decisions = events.map(({ status, crewFree, meanwhile }) => {
      if (meanwhile === "hours pass") clock = clock.add({ hours: 3 });
      if (meanwhile.startsWith("cancelled")) world.booking.status = "cancelled";
      if (meanwhile === "cancelled by its customer") world.booking.cancelled_at = clock;
      const session = { status, ...money, amount: status === "paid" ? paidAmount : money.amount };
      const decision = decideSettlement({ order: world.order, subject: world.booking, session, now: clock });
      world = apply(world, decision, crewFree);
      return { status, decision };
    });
    return { decisions, world };
  }

  const settles = ({ do: kind }: SettlementDecision) =>
    ["confirm", "rebook", "refund", "flag"].includes(kind);

  test("a payment is settled when it is reported, in one way only, and never released afterward", () => {
    fc.assert(
      fc.property(stories, (story) => {
        const { decisions } = play(story);
        const first = decisions.findIndex(({ status }) => status === "paid");
        fc.pre(first !== -1);
        expect(settles(decisions[first]?.decision ?? nothing)).toBe(true);
        const fromThere = decisions.slice(first).map(({ decision }) => decision);
        expect(fromThere.some((decision) => decision.do === "release")).toBe(false);
        expect(new Set(fromThere.filter(settles).map((decision) => decision.do)).size).toBe(1);
        if (fromThere[0]?.do !== "flag") expect(fromThere.slice(1).some(settles)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("an unpaid order is never settled, and released at most once", () => {
    fc.assert(
      fc.property(stories, ({ events, paidAmount }) => {
        const unpaid = events.filter(({ status }) => status !== "paid");
        const { decisions, world } = play({ events: unpaid, paidAmount });
        expect(decisions.some(({ decision }) => settles(decision))).toBe(false);
        const [released, waited] = (["release", "wait"] as const).map(
          (what) => decisions.filter(({ decision }) => decision.do === what).length,
        );
        expect(waited).toBeLessThanOrEqual(1);
        expect(released).toBeLessThanOrEqual(1 + (waited ?? 0));
        const last = unpaid.findLast(({ status }) => status !== "open")?.status;
        if (last === "expired" || last === "failed") expect(world.order.status).toBe("failed");
        else if (last === undefined) expect(world.order.status).toBe("pending");
        else expect(world.order.status).not.toBe("completed");
      }),
      { numRuns: 500 },
    );
  });
});
