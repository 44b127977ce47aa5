import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAID_BESIDE_OWED } from "~/features/payments/orders/rules";
import { decideSettlement, type Settlement, type SettlementDecision } from "./settlement";

const now = Temporal.Instant.from("2026-11-20T15:30:00Z");
const money = { amount: 15900, currency: "USD" };

type Given = {
  order?: Partial<Settlement["order"]>;
  booking?: Partial<Settlement["booking"]>;
  session?: Partial<Settlement["session"]>;
};

function decide({ order, booking, session }: Given): SettlementDecision {
  return decideSettlement({
    order: { status: "pending", ...money, ...order },
    booking: {
      status: "pending",
      crew_id: "ann",
      starts_at: now.add({ hours: 20 }),
      needs_attention: null,
      cancelled_at: null,
      ...booking,
    },
    session: { status: "paid", ...money, ...session },
    now,
  });
}

const nothing: SettlementDecision = { do: "nothing" };
const rebook: SettlementDecision = { do: "rebook" };
const confirmed: SettlementDecision = { do: "confirm", status: "confirmed" };

describe("a paid session", () => {
  test.each<[string, Given, SettlementDecision]>([
    ["confirms a booking that still has its crew", {}, confirmed],
    [
      "completes the order of a booking that staff confirmed",
      { booking: { status: "confirmed" } },
      confirmed,
    ],
    [
      "completes the order of a visit that is done, and leaves the visit so",
      { booking: { status: "completed", crew_id: null } },
      { do: "confirm", status: "completed" },
    ],
    [
      "calls for staff when the office had noted its payment: it was paid twice",
      { order: { status: "completed", paid_to_office: true }, booking: { status: "confirmed" } },
      {
        do: "flag",
        reason: "Also paid online, after staff had already recorded a payment. Refund one of the two.",
        settled: false,
      },
    ],
    ["finds another crew when the booking was cancelled", { booking: { status: "cancelled" } }, rebook],
    [
      "goes back when its draft has something else that is paid for",
      { order: { status: "failed" }, booking: { status: "cancelled", instead: "here" } },
      { do: "give back twice" },
    ],
    [
      "calls for staff when its draft has something else that the office keeps unpaid",
      { order: { status: "failed" }, booking: { status: "cancelled", instead: "owed" } },
      { do: "flag", reason: PAID_BESIDE_OWED, settled: true },
    ],
    ...(["awaited", "on its way"] as const).map((instead): [string, Given, SettlementDecision] => [
      `finds another crew in the place of something else whose money is ${instead}`,
      { order: { status: "failed" }, booking: { status: "cancelled", instead } },
      rebook,
    ]),
    [
      "even when its order has failed",
      { order: { status: "failed" }, booking: { status: "cancelled" } },
      rebook,
    ],
    [
      "goes back when its customer had cancelled",
      { order: { status: "failed" }, booking: { status: "cancelled", cancelled_at: now } },
      { do: "give back" },
    ],
    [
      "even when the visit should have begun",
      { booking: { status: "cancelled", cancelled_at: now, starts_at: now } },
      { do: "give back" },
    ],
    [
      "is for staff when its customer had cancelled and the amount is another",
      { session: { amount: 15000 }, booking: { status: "cancelled", cancelled_at: now } },
      {
        do: "flag",
        reason:
          "Paid 150.00 USD instead of 159.00 USD. No crew is reserved: arrange a time and the difference, or refund it.",
        settled: false,
      },
    ],
    ["finds a crew when the booking has none", { booking: { crew_id: null } }, rebook],
    [
      "is for staff when its customer has deleted the account",
      { booking: { status: "cancelled", erased: true } },
      { do: "flag", reason: "Paid after the customer deleted their account. Refund it.", settled: true },
    ],
    [
      "is for staff when the crew is gone and the visit should have begun",
      { booking: { status: "cancelled", starts_at: now } },
      {
        do: "flag",
        reason: "Paid after the visit should have started, with no crew reserved.",
        settled: true,
      },
    ],
    [
      "is for staff when the amount is another",
      { session: { amount: 15000 } },
      {
        do: "flag",
        reason:
          "Paid 150.00 USD instead of 159.00 USD. The time is still reserved: settle the difference, or refund it.",
        settled: false,
      },
    ],
    [
      "is for staff when the currency is another",
      { session: { currency: "cad" }, booking: { status: "cancelled" } },
      {
        do: "flag",
        reason:
          "Paid 159.00 CAD instead of 159.00 USD. No crew is reserved: arrange a time and the difference, or refund it.",
        settled: false,
      },
    ],
    [
      "is for staff only once for the same amount",
      { session: { amount: 15000 }, booking: { needs_attention: "Paid 150.00 USD instead of 159.00 USD." } },
      nothing,
    ],
    ["doesn't mind how the currency is written", { session: { currency: "usd" } }, confirmed],
    [
      "confirms what staff were asked to look at for another reason",
      { booking: { needs_attention: "?" } },
      confirmed,
    ],
    ["changes nothing once the order is completed", { order: { status: "completed" } }, nothing],
    [
      "not even when the booking was cancelled since",
      { order: { status: "completed" }, booking: { status: "cancelled" }, session: { amount: 1 } },
      nothing,
    ],
  ])("%s", (_, given, expected) => {
    expect(decide(given)).toEqual(expected);
  });
});

describe("an expired session", () => {
  test.each<[string, Given, SettlementDecision]>([
    ["releases the slot", {}, { do: "release", status: "cancelled" }],
    [
      "fails the order but leaves a booking that staff confirmed",
      { booking: { status: "confirmed" } },
      { do: "release", status: "confirmed" },
    ],
    [
      "changes nothing when that is done",
      { order: { status: "failed" }, booking: { status: "cancelled" } },
      nothing,
    ],
    ["changes nothing once the order is completed", { order: { status: "completed" } }, nothing],
    [
      "leaves to staff what they were asked to look at",
      { booking: { needs_attention: "Paid 1.00 USD" } },
      nothing,
    ],
  ])("%s", (_, given, expected) => {
    expect(decide({ ...given, session: { ...given.session, status: "expired" } })).toEqual(expected);
  });
});

describe("a session whose money is on its way", () => {
  const wait = (find_crew: boolean): SettlementDecision => ({ do: "wait", find_crew });
  test.each<[string, Given, SettlementDecision]>([
    ["keeps the slot and waits", {}, wait(false)],
    ["waits for what staff have confirmed meanwhile", { booking: { status: "confirmed" } }, wait(false)],
    [
      "takes a slot again that was given up",
      { order: { status: "failed" }, booking: { status: "cancelled" } },
      wait(true),
    ],
    [
      "not for a visit that its customer cancelled",
      { order: { status: "failed" }, booking: { status: "cancelled", cancelled_at: now } },
      wait(false),
    ],
    ["nor for one that should have begun", { booking: { status: "cancelled", starts_at: now } }, wait(false)],
    ...(["here", "on its way", "owed"] as const).map((instead): [string, Given, SettlementDecision] => [
      `nor when its draft has something else whose money is ${instead}`,
      { order: { status: "failed" }, booking: { status: "cancelled", instead } },
      wait(false),
    ]),
    [
      "but in the place of what its draft only holds",
      { order: { status: "failed" }, booking: { status: "cancelled", instead: "awaited" } },
      wait(true),
    ],
    ["nor for a customer who is gone", { booking: { status: "cancelled", erased: true } }, wait(false)],
    ["changes nothing when that is known", { order: { processing: true } }, nothing],
    ["changes nothing once the order is completed", { order: { status: "completed" } }, nothing],
    ["waits even with another amount: it is flagged when it comes", { session: { amount: 1 } }, wait(false)],
  ])("%s", (_, given, expected) => {
    expect(decide({ ...given, session: { ...given.session, status: "processing" } })).toEqual(expected);
  });
});

test("money that failed to come releases the slot", () => {
  expect(decide({ order: { processing: true }, session: { status: "failed" } })).toEqual({
    do: "release",
    status: "cancelled",
  });
});

test("an open session changes nothing", () => {
  for (const status of ["pending", "completed", "failed"] as const) {
    expect(decide({ order: { status }, session: { status: "open" } })).toEqual(nothing);
  }
});

describe("over any sequence of events, in any order, with repeats", () => {
  type World = Pick<Settlement, "order" | "booking">;

  /** What the verbs do with a decision; `crewFree` tells whether a rebooking finds a crew. */
  function apply({ order, booking }: World, decision: SettlementDecision, crewFree: boolean): World {
    switch (decision.do) {
      case "nothing":
        return { order, booking };
      case "wait":
        if (decision.find_crew && crewFree) booking = { ...booking, status: "pending", crew_id: "ben" };
        if (!booking.cancelled_at) order = { ...order, status: "pending" };
        return { order: { ...order, processing: true }, booking };
      case "confirm":
        return { order: { ...order, status: "completed" }, booking: { ...booking, status: decision.status } };
      case "release":
        return { order: { ...order, status: "failed" }, booking: { ...booking, status: decision.status } };
      case "give back":
      case "give back twice":
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
    status: fc.constantFrom(
      "open" as const,
      "processing" as const,
      "paid" as const,
      "expired" as const,
      "failed" as const,
    ),
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
      booking: {
        status: "pending",
        crew_id: "ann",
        starts_at: now.add({ hours: 5 }),
        needs_attention: null,
        cancelled_at: null,
      },
    };
    let clock = now;
    const decisions = events.map(({ status, crewFree, meanwhile }) => {
      if (meanwhile === "hours pass") clock = clock.add({ hours: 3 });
      if (meanwhile.startsWith("cancelled")) world.booking.status = "cancelled";
      if (meanwhile === "cancelled by its customer") world.booking.cancelled_at = clock;
      const session = { status, ...money, amount: status === "paid" ? paidAmount : money.amount };
      const decision = decideSettlement({ ...world, session, now: clock });
      world = apply(world, decision, crewFree);
      return { status, decision };
    });
    return { decisions, world };
  }

  const settles = ({ do: kind }: SettlementDecision) =>
    ["confirm", "rebook", "give back", "flag"].includes(kind);

  test("what was paid is settled at once, in one way only, and never released afterwards", () => {
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

  test("what was never paid is never settled, and released at most once", () => {
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
