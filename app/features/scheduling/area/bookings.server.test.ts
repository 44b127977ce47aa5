import { beforeEach, describe, expect, test } from "vitest";
import { bookByPhone } from "~/features/booking/office/book.server";
import { editBooking } from "~/features/booking/office/details.server";
import { detailsSchema } from "~/features/booking/office/forms";
import { moveByStaff } from "~/features/booking/office/move.server";
import { readOfficeBooking } from "~/features/booking/office/queries.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { aRequest, auditOf, footprint, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer } from "../../../../tests/support/customers";
import { aPlanRequest } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;
const PORTSMOUTH = { street: "1 Market Street", city: "Portsmouth", state: "NH", zip: "03801-1234" };
const PITTSFIELD = { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" };

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await setSetting(pool, "area.mode", "radius");
  await setSetting(pool, "area.base_zip", "03263");
  await setSetting(pool, "area.radius_miles", "20");
});

const refused = (field: string) => ({ ok: false, status: 422, field, message: "We are not in 03801 yet." });
const book = (address: typeof PORTSMOUTH, propertyId?: string, as: Ctx = ctx()) =>
  createPayment(as, { request: aRequest({ address, propertyId }), draft_id: null });
let calls = 0;
const call = (address: typeof PORTSMOUTH, override_reason = "") =>
  bookByPhone(staff(), {
    token: `44444444-4444-4444-8444-${String(++calls).padStart(12, "0")}`,
    request: aRequest({ address }),
    customer: {
      customer_name: "Ruth Merrill",
      customer_email: "ruth@mail.example",
      customer_phone: "",
      apartment: "",
      pay: "day" as const,
      override_reason,
    },
  });

describe("an address outside the area", () => {
  test("is refused online, as a plan and by phone, and leaves nothing", async () => {
    const before = await footprint(pool);
    const zip = "bookingDetails.address.zip";
    expect(await book(PORTSMOUTH)).toMatchObject(refused(zip));
    const plan = { request: aPlanRequest({ address: PORTSMOUTH }), draft_id: null };
    expect(await createPayment(ctx(), plan)).toMatchObject(refused(zip));
    expect(await call(PORTSMOUTH)).toMatchObject(refused(zip));
    expect(await footprint(pool)).toEqual(before);
    expect(await book(PITTSFIELD)).toMatchObject({ ok: true });
  });

  test("is refused for a saved home, whatever address is sent with it", async () => {
    const ada = await aCustomer(world, "ada");
    const { rows } = await pool.query(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '1 Market Street', 'Portsmouth', 'NH', '03801') returning id`,
      [ada.ctx.actor.id],
    );
    expect(await book(PITTSFIELD, rows[0].id, ada.ctx)).toMatchObject(refused("bookingDetails.propertyId"));
  });

  test("is taken by staff with a reason, which stays with the visit when it moves", async () => {
    const why = "A good customer's mother";
    const outcome = await call(PORTSMOUTH, why);
    if (!outcome.ok) throw new Error(outcome.message);
    const reason = async () => {
      const { rows } = await pool.query("select override_reason from bookings");
      return rows.map(({ override_reason }) => override_reason);
    };
    expect(await reason()).toEqual([why]);
    expect(await auditOf(pool, outcome.booking_id)).toContain("booking.booked");
    const { rows } = await pool.query("select details from audit_log where action = 'booking.booked'");
    expect(rows[0].details).toMatchObject({ override: "area" });
    const later = { id: outcome.booking_id, date: "2026-06-12", time: "10:00 AM", crew_id: null };
    expect(await moveByStaff(staff(), later)).toMatchObject({ ok: true });
    expect(await reason()).toEqual([why]);
  });

  test("is given to a visit by staff only with a reason", async () => {
    const taken = await call(PITTSFIELD);
    if (!taken.ok) throw new Error(taken.message);
    const id = taken.booking_id;
    const fields = (await readOfficeBooking(staff(), id))?.fields;
    const edit = (change: object) =>
      editBooking(staff(), { id, form: detailsSchema.parse({ ...fields, ...change }) });
    const zip = { zip: "03801" };
    expect(await edit(zip)).toMatchObject({
      reason: "elsewhere",
      message: expect.stringContaining("not in 03801"),
    });
    expect((await readOfficeBooking(staff(), id))?.fields.zip).toBe("03263");
    expect(await edit({ ...zip, override_reason: "They moved" })).toMatchObject({ ok: true });
    const moved = await readOfficeBooking(staff(), id);
    expect(moved).toMatchObject({ override_reason: "They moved", is_outside_area: true, fields: zip });
    expect(await edit({ zip: "03802" }), "it is outside already").toMatchObject({ ok: true });
  });

  test("with a reason that is not needed keeps none", async () => {
    await call(PITTSFIELD, "Just so");
    const { rows } = await pool.query("select override_reason from bookings");
    expect(rows).toEqual([{ override_reason: null }]);
  });
});
