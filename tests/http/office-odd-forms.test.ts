import { beforeAll, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, pool, get, ctx } = site;
let cookie = "";
/** One record of each kind, so that a form gets past "not found". */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const admin = await signedIn(site, { role: "admin" });
  const customer = await signedIn(site);
  const { id, order_id } = await confirmedVisit(ctx(), pool);
  const crew = (await pool.query("select id from crews limit 1")).rows[0].id;
  cookie = admin.cookie;
  Object.assign(ids, { bookings: id, orders: order_id, crews: crew, customers: customer.id });
  Object.assign(ids, { users: admin.id, services: "regular-cleaning" });
});

/** The forms of each page, by their `intent`. */
const FORMS: Record<string, string[]> = {
  "/admin/bookings": [""],
  "/admin/bookings/:id": ["move", "details", "cancel", "note", "settle", "no-show"],
  "/admin/bookings/new": [""],
  "/admin/orders/:id": ["pay", "card", "charge", "waive", "refund", "retry", "by-hand"],
  "/admin/customers/:id": ["", "remove-note"],
  "/admin/services": ["place", "delete", "restore", "activate"],
  "/admin/services/:id": [""],
  "/admin/services/:id/prices": [
    ...["save", "preview", "add-bands", "add-extras", "remove-extras-0", "remove-bands-999"],
    ...["floor", "discard", "restore", "withdraw", "constructor"],
  ],
  "/admin/services/:id/prices/publish": [""],
  "/admin/settings": ["save", "remove-secret"],
  "/admin/settings/going-live": ["selector"],
  "/admin/users": [""],
  "/admin/users/:id": ["end-sessions", "revoke"],
  "/admin/schedule": ["move", ""],
  "/admin/webhooks/new": ["add"],
  "/admin/webhooks/:id": ["update", "pause", "resume", "secret", "test", "delete", ""],
  "/admin/webhooks/deliveries/:id": ["again", ""],
  "/admin/crews": [""],
  "/admin/crews/new": [""],
  "/admin/crews/:id": [
    ...["update", "add-member", "update-member", "remove-member", "hours", "add-time-off"],
    ...["remove-time-off", "hand-over", "deactivate", "constructor"],
  ],
};

const NAMES = [
  ...["url", "booking_confirmed", "attempts"],
  ...["id", "service", "hours", "date", "time", "crew_id", "user_id", "token", "sequence", "note_id", "body"],
  ...["choice", "amount", "reason", "left", "method", "refund_id", "status", "from", "to", "member", "note"],
  ...["time_off", "first_day", "last_day", "which", "name", "email", "phone", "place", "title"],
  ...["description", "price", "features", "image", "open", "close", "session", "tab", "seen", "starts_1"],
  ...[
    "extras.0.id",
    "extras.0.title",
    "selector",
    "bands.0.up_to",
    "first_visit.price",
    "minimum",
    "list",
    "floor",
  ],
  ...["customer_name", "customer_email", "customer_phone", "street", "city", "state", "zip", "notes"],
];

const addressOf = (pattern: string) =>
  pattern.replace(":id", ids[pattern.split("/")[2] ?? ""] ?? "11111111-1111-4111-8111-111111111111");

test.each(Object.keys(FORMS))("odd forms cause no error at %s", async (pattern) => {
  const failed: unknown[] = [];
  const odd = Object.fromEntries(NAMES.map((name) => [name, "\u0000\ud800"]));
  const valid = {
    ...{ token: "33333333-3333-4333-8333-333333333333", choice: "all", which: "all", seen: "" },
    ...{ by: "flat", "base.price": "99", "base.minutes": "60", begins_on: "2026-07-01" },
    ...{ "extras.0.id": "", "extras.0.title": "Oven\u0000\ud800", "extras.0.price": "5" },
    ...{ "first_visit.price": "", minimum: "" },
  };
  for (const intent of FORMS[pattern] ?? []) {
    for (const more of [{}, valid]) {
      const body = new URLSearchParams({ ...odd, ...more, intent });
      const init = { method: "POST", headers: { Cookie: cookie }, body };
      const { status } = await app.request(new Request(ORIGIN + addressOf(pattern), init));
      if (status >= 500) failed.push([intent, status]);
    }
  }
  expect(failed).toEqual([]);
});

test.each(["/admin/services/%00", "/admin/bookings/%00", "/admin/bookings/new?service=%00&customer=%00"])(
  "%s is in the list of addresses",
  async (address) => {
    expect((await get(address, { Cookie: cookie })).status).toBeLessThan(500);
  },
);
