import { beforeEach, describe, expect, test } from "vitest";
import { readOfficeBooking } from "~/features/booking/office/queries.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { readOfficePlan } from "~/features/plans/office/queries.server";
import { aRequest } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { readApiKey, readApiKeys } from "./queries.server";
import { bearerKey, recognizePartner } from "./recognize.server";
import { addApiKey, renameApiKey, renewApiKey, revokeApiKey } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

async function aKey(name = "Corner Realty") {
  const outcome = await addApiKey(staff(), { name });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

const actions = async () =>
  (await pool.query("select action from audit_log where entity = 'api_key' order by id")).rows.map(
    ({ action }) => action,
  );

describe("a key", () => {
  test("grants access, is stored as a digest only, and records its use to the minute", async () => {
    const { id, key } = await aKey();
    const { rows } = await pool.query("select * from api_keys");
    expect(key).toMatch(/^wbc_[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(key.slice(4));
    expect(rows[0].key_end).toBe(key.slice(-4));
    expect(await recognizePartner(ctx(), key)).toEqual({ api_key_id: id });
    const lastUsed = async () => (await readApiKey(staff(), id))?.last_used;
    expect(await lastUsed()).toBe("Jun 01, 2026, 8:00 AM");
    clock.set("2026-06-01T12:00:59Z");
    await recognizePartner(ctx(), key);
    expect((await pool.query("select last_used_at from api_keys")).rows[0].last_used_at).toEqual(
      new Date("2026-06-01T12:00:00Z"),
    );
    clock.set("2026-06-01T12:01:00Z");
    await recognizePartner(ctx(), key);
    expect(await lastUsed()).toBe("Jun 01, 2026, 8:01 AM");
  });

  test.each(["", "wbc_", "x", "wbc_\u0000", `wbc_${"a".repeat(43)}`])("%j grants no access", async (key) => {
    await aKey();
    expect(await recognizePartner(ctx(), key)).toBeNull();
  });

  test("stops working when renewed, and its partner stays", async () => {
    const { id, key } = await aKey();
    const renewed = await renewApiKey(staff(), id);
    expect(await recognizePartner(ctx(), key)).toBeNull();
    expect(await recognizePartner(ctx(), renewed ?? "")).toEqual({ api_key_id: id });
  });

  test("stops working for good when revoked, and frees its name", async () => {
    const { id, key } = await aKey();
    expect(await revokeApiKey(staff(), id)).toBe(true);
    expect(await revokeApiKey(staff(), id)).toBe(true);
    expect(await recognizePartner(ctx(), key)).toBeNull();
    expect(await renewApiKey(staff(), id)).toBeNull();
    await aKey("corner realty");
    expect((await readApiKeys(staff())).map(({ revoked }) => revoked !== null)).toEqual([false, true]);
    expect(await actions()).toEqual(["api_key.added", "api_key.revoked", "api_key.added"]);
  });

  test("has a unique name, ignoring case, and every change is audited", async () => {
    const { id } = await aKey();
    const refused = { ok: false, reason: "refused" };
    expect(await addApiKey(staff(), { name: "CORNER realty" })).toMatchObject(refused);
    const other = await aKey("Lakeside Inn");
    expect(await renameApiKey(staff(), { id: other.id, name: "corner Realty" })).toMatchObject(refused);
    expect(await renameApiKey(staff(), { id, name: "CORNER REALTY" })).toEqual({ ok: true });
    expect(await renameApiKey(staff(), { id, name: "CORNER REALTY" })).toEqual({ ok: true });
    await renewApiKey(staff(), id);
    expect(await actions()).toEqual(["api_key.added", "api_key.added", "api_key.renamed", "api_key.renewed"]);
  });

  test.each(["nothing", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"])("%s does not exist", async (id) => {
    expect(await renameApiKey(staff(), { id, name: "A" })).toEqual({ ok: false, reason: "not found" });
    expect(await renewApiKey(staff(), id)).toBeNull();
    expect(await revokeApiKey(staff(), id)).toBe(false);
    expect(await readApiKey(staff(), id)).toBeNull();
  });
});

test.each([
  [null, null],
  ["Basic YTpi", null],
  ["Bearer", ""],
  ["Bearer ", ""],
  ["bearer wbc_1 ", "wbc_1"],
  ["Bearerwbc_1", null],
])("Authorization %j carries %j", (header, key) => expect(bearerKey(header)).toBe(key));

describe("a booking through a partner", () => {
  const stored = async () =>
    (
      await pool.query(
        `select o.id, o.booking_id, o.plan_id, p.api_key_id, p.partner_reference
         from partner_orders p join orders o on o.id = p.order_id`,
      )
    ).rows;

  test("shows the partner and its reference in the office, and counts once it is paid", async () => {
    const { id } = await aKey();
    const via = { api_key_id: id, reference: "A-1042" };
    const pending = await createPayment(ctx(), { request: aRequest(), draft_id: null, via });
    const [row] = await stored();
    expect(pending).toMatchObject({ ok: true, order_id: row.id });
    expect((await readOfficeBooking(staff(), row.booking_id))?.through).toBe("Corner Realty (A-1042)");
    expect((await readApiKey(staff(), id))?.bookings).toBe(0);
    await pool.query("update orders set status = 'completed'");
    expect((await readApiKey(staff(), id))?.bookings).toBe(1);
  });

  test("may be a plan, and each of its visits names the partner", async () => {
    const { id } = await aKey();
    const request = aRequest(
      { frequency: "biweekly", hours: undefined },
      { serviceId: "monthly-home-care", partner: id },
    );
    const outcome = await createPayment(ctx(), { request, draft_id: null });
    expect(outcome).toMatchObject({ ok: true });
    const [row] = await stored();
    expect((await readOfficePlan(staff(), row.plan_id))?.through).toBe("Corner Realty");
    const { rows } = await pool.query("select id from bookings where plan_id = $1 limit 1", [row.plan_id]);
    expect((await readOfficeBooking(staff(), rows[0].id))?.through).toBe("Corner Realty");
  });

  test("names the partner of the widget; a revoked partner doesn't prevent booking", async () => {
    const { id } = await aKey();
    const book = (time: string, partner: string) =>
      createPayment(ctx(), { request: aRequest({ time }, { partner }), draft_id: null });
    expect(await book("8:00 AM", id)).toMatchObject({ ok: true });
    await revokeApiKey(staff(), id);
    expect(await book("12:00 PM", id)).toMatchObject({ ok: true });
    expect(await book("4:00 PM", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff")).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject([{ api_key_id: id, partner_reference: null }]);
  });

  test("keeps its partner when the draft changes and is held again", async () => {
    const { id } = await aKey();
    const draft_id = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
    for (const hours of [2, 3, 3])
      await createPayment(ctx(), { request: aRequest({ hours }, { partner: id }), draft_id });
    expect(await stored()).toHaveLength(2);
  });
});
