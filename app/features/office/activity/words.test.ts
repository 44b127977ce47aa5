import { describe, expect, test } from "vitest";
import { parseSettings, SECRETS, SETTING_LABELS } from "~/features/operations/settings/settings";
import { parseListQuery } from "~/lib/list-query";
import { auditActions } from "../../../../tests/support/audit-actions";
import { changesOf, type Entry, formatField, type Names } from "./details";
import { ACTIVITY_LIST } from "./list";
import { PHRASES } from "./phrases";
import { pathOf, sentenceOf } from "./words";

const ADELE = "11111111-1111-4111-8111-111111111111";
const ADA = "22222222-2222-4222-8222-222222222222";
const VISIT = "33333333-3333-4333-8333-333333333333";
const CREW = "44444444-4444-4444-8444-444444444444";

const names: Names = {
  people: new Map([
    [ADELE, "Adele Frost"],
    [ADA, "Ada Lovelace"],
  ]),
  bookings: new Map([[VISIT, "2026-06-10"]]),
  numbers: new Map([[VISIT, "#1042"]]),
  customers: new Map(),
  crews: new Map([[CREW, "Birch crew"]]),
  services: new Map([["deep-cleaning", "Deep Cleaning"]]),
  currencies: new Map([["55555555-5555-4555-8555-555555555555", "CAD"]]),
  currency: "USD",
};

function sentence(action: string, entry: Partial<Entry> = {}) {
  const { who, what } = sentenceOf(
    { actor: `admin:${ADELE}`, action, entity: "booking", entity_id: VISIT, details: {}, ...entry },
    names,
  );
  return `${who} ${what}`;
}

test("every action that the code writes by name has a sentence of its own", () => {
  const actions = auditActions();
  expect(actions.length).toBeGreaterThan(100);
  expect(actions.filter((action) => !Object.hasOwn(PHRASES, action))).toEqual([]);
});

describe("the sentence of an audit entry", () => {
  test.each<[string, string, Partial<Entry>]>([
    [
      "Adele Frost rescheduled a visit from Jun 10, 2026, 8:00 AM to Jun 11, 2026, 10:00 AM",
      "booking.moved",
      {
        details: {
          before: { date: "2026-06-10", time: "08:00" },
          after: { date: "2026-06-11", time: "10:00:00" },
        },
      },
    ],
    [
      "Adele Frost rescheduled a visit from Jun 10, 2026, 10:00 AM to Jun 11, 2026, 12:00 PM",
      "booking.moved",
      {
        details: {
          before: { date: "2026-06-10", time: "10:00 AM" },
          after: { date: "2026-06-11", time: "12:00 PM" },
        },
      },
    ],
    [
      "Adele Frost changed booking #1042 (Jun 10, 2026) from Confirmed to Completed",
      "booking.status_changed",
      { details: { before: { status: "confirmed" }, after: { status: "completed" } } },
    ],
    [
      "Adele Frost reassigned booking #1042 (Jun 10, 2026) from no crew to Birch crew",
      "booking.assigned",
      { details: { before: { crew_id: null }, after: { crew_id: CREW } } },
    ],
    [
      "The system confirmed booking #1042 (Jun 10, 2026): $159.00 paid",
      "booking.confirmed",
      { actor: "system", details: { amount: 15900 } },
    ],
    ["A guest started a booking and went to checkout", "booking.held", { actor: "guest", entity_id: "gone" }],
    [
      "Adele Frost refunded $79.50 of booking #1042 (Jun 10, 2026)",
      "booking.refunded",
      { details: { amount: 7950 } },
    ],
    [
      "Adele Frost changed the daily summary in the notifications settings",
      "settings.updated",
      {
        entity: "settings",
        entity_id: "notifications",
        details: { before: { daily_summary: "false" }, after: { daily_summary: "true" } },
      },
    ],
    [
      "Adele Frost deleted the service Old One",
      "service.deleted",
      { entity: "service", entity_id: "old-one", details: { before: { title: "Old One" }, after: null } },
    ],
    [
      "Adele Frost changed the price and visit length of Deep Cleaning",
      "service.updated",
      {
        entity: "service",
        entity_id: "deep-cleaning",
        details: { after: { price_per_hour: 1, visit_minutes: 2 } },
      },
    ],
    [
      "Adele Frost made Ada Lovelace an owner",
      "user.role_granted",
      { entity: "user", entity_id: ADA, details: { before: { role: "user" }, after: { role: "admin" } } },
    ],
    [
      "Adele Frost made Ada Lovelace a dispatcher",
      "user.role_granted",
      {
        entity: "user",
        entity_id: ADA,
        details: { before: { role: "user" }, after: { role: "dispatcher" } },
      },
    ],
    [
      "Ada Lovelace accepted the invitation to become a dispatcher",
      "user.role_granted",
      {
        actor: "guest",
        entity: "user",
        entity_id: ADA,
        details: { before: { role: "user" }, after: { role: "dispatcher" }, invited_by: "adele" },
      },
    ],
    [
      "Adele Frost took the company over from Ada Lovelace, who is a manager now",
      "user.role_granted",
      {
        entity: "user",
        entity_id: ADA,
        details: { before: { role: "owner" }, after: { role: "manager" }, handed_over_to: "adele" },
      },
    ],
    [
      "Adele Frost invited somebody to become a manager",
      "invitation.sent",
      { entity: "invitation", entity_id: "i", details: { after: { role: "manager" } } },
    ],
    ["Ada Lovelace signed in", "user.signed_in", { actor: "guest", entity: "user", entity_id: ADA }],
    [
      "A former customer signed in",
      "user.signed_in",
      { actor: "user:gone", entity: "user", entity_id: "gone" },
    ],
    [
      "A former administrator added a note to booking #1042 (Jun 10, 2026)",
      "booking.noted",
      { actor: "admin:gone" },
    ],
    ["Adele Frost archived a message", "message.archived", { entity: "contact_message", entity_id: "1" }],
    [
      "Adele Frost archived 1,200 read messages",
      "message.archived_read",
      { entity: "contact_message", entity_id: "read", details: { messages: 1200 } },
    ],
    [
      "Adele Frost deleted the canned reply “Windows”",
      "canned_reply.removed",
      { entity: "canned_reply", entity_id: "1", details: { before: { title: "Windows", body: "We do." } } },
    ],
    [
      "Adele Frost moved a job application from new to hired",
      "application.status_changed",
      {
        entity: "job_application",
        entity_id: "1",
        details: { before: { status: "new" }, after: { status: "hired" } },
      },
    ],
    [
      "Adele Frost invited an applicant to an interview on Jun 10, 2026, 10:00 AM",
      "application.interview_scheduled",
      {
        entity: "job_application",
        entity_id: "1",
        details: { after: { date: "2026-06-10", time: "10:00", minutes: 45 } },
      },
    ],
    [
      "Adele Frost deleted a customer's review: it was advertising",
      "review.removed",
      { entity: "review", entity_id: "1", details: { reason: "spam" } },
    ],
    [
      "Adele Frost resent an email that had failed",
      "mail.sent_again",
      { entity: "mail", entity_id: "1", details: { before: { status: "failed" } } },
    ],
    [
      "Adele Frost turned emails to a bounced address back on",
      "mail.address_lifted",
      { entity: "mail", entity_id: "1", details: { before: { bounced: true } } },
    ],
    ["Adele Frost reply sent (a message)", "message.reply_sent", { entity: "message", entity_id: "1" }],
    ["Adele Frost odd an application", "odd", { entity: "application", entity_id: "1" }],
  ])('is "%s"', (expected, action, entry) => {
    expect(sentence(action, entry)).toBe(expected);
  });

  test.each([
    "booking.moved",
    "booking.assigned",
    "service.updated",
    "crew.time_off_added",
    "settings.updated",
  ])("for the action %s ignores unexpected details", (action) => {
    for (const details of [{}, { before: null, after: null }, { before: "x", after: 3, changed: 1 }]) {
      expect(sentence(action, { details })).not.toMatch(/undefined|\[object/);
    }
  });
});

test("changes list the values before and after as text", () => {
  expect(
    changesOf(
      {
        before: { is_active: true, price_per_hour: 5300, crew_id: null },
        after: { is_active: false, price_per_hour: 5000, crew_id: CREW },
        note: "abc",
      },
      names,
    ),
  ).toEqual({
    changes: [
      { field: "active", before: "yes", after: "no" },
      { field: "price", before: "$53.00", after: "$50.00" },
      { field: "crew", before: "none", after: "Birch crew" },
    ],
    facts: [{ field: "note", value: "abc" }],
  });
  expect(changesOf({ before: null, after: { name: "Birch" } }, names).changes).toEqual([
    { field: "name", before: null, after: "Birch" },
  ]);
});

test("a text that is the name of what every object has stays a text", () => {
  const details = { after: { name: "constructor", toString: "valueOf" } };
  expect(changesOf(details, names).changes).toEqual([
    { field: "name", before: null, after: "constructor" },
    { field: "toString", before: null, after: "valueOf" },
  ]);
  const filters = ["constructor", "q"];
  const exported = {
    action: "list.exported",
    entity: "list",
    entity_id: "orders",
    details: { rows: 2, filters },
  };
  expect(sentenceOf({ actor: "guest", ...exported }, names).what).toContain(
    "filtered by constructor and search",
  );
});

test.each([...Object.keys(parseSettings([])), ...SECRETS])("the setting %s has a label", (name) => {
  const key = name.split(".")[1] ?? "";
  const label = formatField(key);
  expect(label).not.toContain("_");
  expect(Object.keys(SETTING_LABELS)).toContain(name);
  expect(label).toBe(SETTING_LABELS[name as keyof typeof SETTING_LABELS]);
});

test("entries link to the page of their entity", () => {
  expect(pathOf({ entity: "booking", entity_id: "1", action: "booking.moved" })).toBe("/admin/bookings/1");
  expect(pathOf({ entity: "review", entity_id: "1", action: "review.published" })).toBe("/admin/reviews/1");
  expect(pathOf({ entity: "mail", entity_id: "1", action: "mail.sent_again" })).toBe("/admin/mail/1");
  expect(pathOf({ entity: "review", entity_id: "1", action: "review.deleted" })).toBeNull();
});

test("invalid values in the list's URL are ignored", () => {
  const read = (text: string) => parseListQuery(new URLSearchParams(text), ACTIVITY_LIST);
  expect(read(`actor=${ADELE}&entity=crew&q=ab`)).toMatchObject({
    q: "ab",
    filters: { actor: ADELE, entity: "crew" },
  });
  expect(read("actor=me&entity=cat").filters).toEqual({});
  expect(read("after=12~2026-06-10T00:00:00Z").cursor).toMatchObject({ id: "12" });
  for (const wrong of ["after=12~now", "after=x~2026-06-10T00:00:00Z", "after=12"]) {
    expect(read(wrong).cursor).toBeNull();
  }
});
