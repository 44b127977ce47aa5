import { describe, expect, test } from "vitest";
import { checkBackups, checkDisks, checkRecipient } from "./backup";
import {
  type Check,
  countOpen,
  formatAgo,
  grouped,
  isReservedName,
  reportInLines,
  type State,
} from "./check";
import { checkClock, checkDatabase, checkJobs, checkSecret, checkSpace } from "./machine";
import { checkEndpoint, checkEvent, checkImported, checkProvider, STRIPE_EVENTS } from "./payments";
import { checkContact, checkDemo, checkSecondFactor } from "./people";

const NOW = Temporal.Instant.from("2026-06-01T12:00:00Z");
const ago = (hours: number) => NOW.subtract({ minutes: Math.round(hours * 60) });
const aCheck = (state: State, more: Partial<Check> = {}): Check => ({
  ...{ id: state, group: "email", title: "Sender", state, says: "So it is." },
  ...more,
});

test("only what is broken or to do stands before the public", () => {
  const all = (["good", "todo", "broken", "unknown"] as const).map((state) => aCheck(state));
  expect(countOpen(all)).toBe(2);
});

test("groups come in their order, and without empty ones", () => {
  const checks = [aCheck("good", { group: "machine" }), aCheck("todo", { group: "address" })];
  expect(grouped(checks).map(({ title }) => title)).toEqual(["Address", "Machine"]);
});

test("the terminal shows a mark, the sentence, and below it what mends it", () => {
  const mend = {
    copy: { what: "Command", text: "sudo x" },
    link: { label: "Emails", href: "/admin/mail" },
  } as const;
  const lines = reportInLines([aCheck("broken", { mend }), aCheck("good")], "https://birch.com");
  expect(lines).toEqual([
    ...[
      "",
      "Email",
      "  ✗ Sender: So it is.",
      "      Command: sudo x",
      "      Emails: https://birch.com/admin/mail",
    ],
    ...["  ✓ Sender: So it is.", "", "1 broken, 0 to do, 0 unknown, 1 good."],
    "The same is in the office at https://birch.com/admin/settings/going-live.",
  ]);
});

test.each([
  [0, "just now"],
  [1 / 60, "1 minute ago"],
  [1, "1 hour ago"],
  [47, "47 hours ago"],
  [48, "2 days ago"],
  [-1, "just now"],
])("%d hours are %s", (hours, text) => {
  expect(formatAgo(ago(hours), NOW)).toBe(text);
});

test("names for examples and private networks are reserved, and those that only look like them are not", () => {
  for (const name of [
    "a.example",
    "example.com",
    "www.example.org",
    "x.test",
    "LOCALHOST",
    "nas.local",
    "a.internal.",
  ])
    expect(isReservedName(name)).toBe(true);
  for (const name of ["birch.com", "myexample.com", "example.cleaning", "test.com"])
    expect(isReservedName(name)).toBe(false);
});

describe("payments", () => {
  const stripe = {
    way: "stripe",
    key: "live",
    webhookSecret: true,
    without: "on_the_day",
    ignored: false,
  } as const;
  test.each([
    [stripe, "good"],
    [{ ...stripe, key: "test" }, "broken"],
    [{ ...stripe, key: "closed" }, "broken"],
    [{ ...stripe, webhookSecret: false }, "broken"],
    [{ ...stripe, way: "test checkout", key: null }, "broken"],
    [{ ...stripe, way: "none", key: null }, "good"],
    [{ ...stripe, way: "none", key: null, ignored: true }, "todo"],
    [{ ...stripe, way: "none", key: null, without: "no_bookings" }, "todo"],
  ] as const)("%j is %s", (facts, state) => {
    expect(checkProvider(facts).state).toBe(state);
  });

  const address = "https://www.birch.com/api/webhooks/stripe";
  const endpoint = { url: address, status: "enabled", events: ["*"] };
  test.each([
    [null, "unknown", "may not read"],
    [[], "broken", "doesn't report"],
    [[{ ...endpoint, url: "https://oak.com/api/webhooks/stripe" }], "broken", "doesn't report"],
    [[{ ...endpoint, status: "disabled" }], "broken", "switched off"],
    [[{ ...endpoint, events: STRIPE_EVENTS.slice(2) }], "broken", "checkout.session.completed, "],
    [[{ ...endpoint, events: STRIPE_EVENTS }], "good", "every event"],
    [[{ ...endpoint, status: "disabled" }, endpoint], "good", "every event"],
  ])("the endpoints %j are %s", (endpoints, state, says) => {
    expect(checkEndpoint(address, endpoints)).toMatchObject({ state, says: expect.stringContaining(says) });
  });

  test("an event of Stripe's must have arrived once", () => {
    expect(checkEvent(null, NOW).state).toBe("todo");
    expect(checkEvent(ago(3), NOW).says).toContain("3 hours ago");
  });
});

describe("backups", () => {
  test.each([
    [{ made: null, verified: null, failed: false }, "todo"],
    [{ made: ago(1), verified: null, failed: false }, "todo"],
    [{ made: ago(30), verified: ago(30), failed: false }, "good"],
    [{ made: ago(31), verified: ago(31), failed: false }, "broken"],
    [{ made: ago(1), verified: ago(1), failed: true }, "broken"],
  ])("%j is %s", (facts, state) => {
    expect(checkBackups(facts, NOW).state).toBe(state);
  });

  test.each([
    [7, "todo"],
    [8, "good"],
    ["elsewhere", "good"],
    [null, "unknown"],
  ] as const)("backups on disk 7 with the database on %s are %s", (database, state) => {
    expect(checkDisks({ backups: 7, database, folder: "/data/backups" }).state).toBe(state);
  });

  test("encryption is offered with a command and a page", () => {
    expect(checkRecipient({ encrypted: true }).state).toBe("good");
    expect(checkRecipient({ encrypted: false })).toMatchObject({
      state: "todo",
      mend: { copy: {}, link: {} },
    });
  });
});

describe("people and company", () => {
  const all = { staff: 3, without: 0, owners_without: 0, from: "2026-05-01" };
  test.each([
    [all, "good"],
    [{ ...all, from: "" }, "todo"],
    [{ ...all, without: 1 }, "todo"],
    [{ ...all, without: 2, owners_without: 1 }, "broken"],
  ])("second factors %j are %s", (facts, state) => {
    expect(checkSecondFactor(facts, "2026-06-01").state).toBe(state);
  });

  test("the demo company must go", () => {
    const none = { is_demo: false, accounts: 0, customers: 0 };
    expect(checkDemo(none).state).toBe("good");
    expect(checkDemo({ ...none, customers: 1 }).says).toContain("with 1 customer that");
    expect(checkDemo({ ...none, is_demo: true }).mend?.link?.href).toBe("/admin/own");
  });

  test.each([
    ["hello@birch.com", "(603) 224-0142", "good"],
    ["hello@birch.com", "", "good"],
    ["hello@whitebirchcleaning.example", "(603) 224-0142", "broken"],
    ["hello@birch.com", "(603) 555-0142", "broken"],
    ["hello@birch.com", "+16035550142", "broken"],
  ])("the contact %s, %s is %s", (email, phone, state) => {
    expect(checkContact({ email, phone, hasAddress: true }).state).toBe(state);
  });

  test("a company without a postal address has that to do", () => {
    const finding = checkContact({ email: "hello@birch.com", phone: "(603) 224-0142", hasAddress: false });
    expect([finding.state, finding.says]).toEqual(["todo", expect.stringContaining("postal address")]);
  });
});

describe("machine", () => {
  test("a secret that is only in the data folder needs a copy", () => {
    const states = (["environment", "folder", "none"] as const).map(
      (place) => checkSecret({ place, folder: "/data" }).state,
    );
    expect(states).toEqual(["good", "todo", "todo"]);
  });

  test.each([
    [true, "site", "todo"],
    [false, "site", "good"],
    [false, "owner", "todo"],
    [false, "superuser", "broken"],
  ] as const)("embedded: %s, user: %s is %s", (embedded, user, state) => {
    expect(checkDatabase({ embedded, user }).state).toBe(state);
  });

  test.each([
    [{ oldest: null, seen: ago(0.01), failed: 0 }, "good"],
    [{ oldest: ago(0.05), seen: ago(0.01), failed: 0 }, "good"],
    [{ oldest: ago(0.2), seen: ago(0.01), failed: 0 }, "broken"],
    [{ oldest: null, seen: ago(0.2), failed: 0 }, "broken"],
    [{ oldest: null, seen: null, failed: 0 }, "broken"],
    [{ oldest: null, seen: ago(0.01), failed: 2 }, "todo"],
  ])("background work %j is %s", (facts, state) => {
    expect(checkJobs(facts, NOW).state).toBe(state);
  });

  test.each([
    [0.9, "broken"],
    [4.9, "todo"],
    [5, "good"],
  ])("%d GB of free space are %s", (gigabytes, state) => {
    expect(checkSpace({ free: gigabytes * 1e9, total: 40e9, folder: "/data" }).state).toBe(state);
  });

  test.each([
    [0.4, "good", "agrees"],
    [-6, "todo", "6 seconds behind"],
    [40, "broken", "40 seconds ahead of"],
  ])("a clock that is off by %d seconds is %s", (drift, state, says) => {
    expect(checkClock({ drift, other: "a server" })).toMatchObject({
      state,
      says: expect.stringContaining(says),
    });
  });
});

test.each([
  [0, false, undefined],
  [1, false, "todo"],
  [40, true, "good"],
])("%j imported customers waiting for Stripe, with keys: %j, is %j", (waiting, hasKeys, state) => {
  expect(checkImported(waiting, hasKeys)?.state).toBe(state);
});
