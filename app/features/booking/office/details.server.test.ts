import { beforeEach, describe, expect, test } from "vitest";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser, confirmedVisit, visitRow } from "../../../../tests/support/visits";
import { addBookingNote, editBooking, settleAttention } from "./details.server";
import { detailsSchema } from "./forms";
import { readOfficeBooking } from "./queries.server";

const world = await testWorld();
const { pool, ctx, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const NOBODY = "11111111-1111-4111-8111-111111111111";
const NOTE = "66666666-6666-4666-8666-666666666666";

async function edit(id: string, change: Record<string, string>) {
  const fields = (await readOfficeBooking(staff(), id))?.fields;
  return editBooking(staff(), { id, form: detailsSchema.parse({ ...fields, ...change }) });
}

describe("the details of a booking", () => {
  test("are changed by staff; the audit names them without what they say, and the crew hears of a new address", async () => {
    const { id } = await confirmedVisit(ctx(), pool, { bedrooms: 2, bathrooms: 1 });
    expect(await edit(id, { street: "1 Elm Street", bedrooms: "4", notes: "Dog" })).toEqual({
      ok: true,
      changed: true,
    });
    expect(await visitRow(pool, id)).toMatchObject({
      address_line1: "1 Elm Street",
      bedrooms: 4,
      notes: "Dog",
    });
    const { rows } = await pool.query("select details from audit_log where action = 'booking.edited'");
    expect(rows.map(({ details }) => details.changed.sort())).toEqual([
      ["address_line1", "bedrooms", "notes"],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Elm|Dog/);
    await queues.run("crew-visit-mail");
    const [mail] = (await pool.query("select subject, text from mails where occasion like 'crew-visit:%'"))
      .rows;
    expect(mail.subject).toContain("Visit updated");
    expect(mail.text).toContain("1 Elm Street");
  });

  test("are not set back by an old form", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const fields = (await readOfficeBooking(staff(), id))?.fields;
    expect(await edit(id, { street: "1 Elm Street" })).toMatchObject({ ok: true });
    const form = detailsSchema.parse({ ...fields, customer_phone: "(603) 555-0101" });
    expect(await editBooking(staff(), { id, form, sequence: 0 })).toMatchObject({
      ok: false,
      reason: "changed",
    });
    expect(await visitRow(pool, id)).toMatchObject({ address_line1: "1 Elm Street" });
    expect(await editBooking(staff(), { id, form, sequence: 1 })).toEqual({ ok: true, changed: true });
  });

  test("that stay the same leave no trace, and a new phone is no matter for the crew", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    expect(await edit(id, {})).toEqual({ ok: true, changed: false });
    expect(await edit(id, { customer_phone: "(603) 555-0101" })).toEqual({ ok: true, changed: true });
    expect(await queues.waiting("crew-visit-mail")).toEqual([]);
  });

  test("with a new mail address send there what is booked", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await edit(id, { customer_email: "grace@mail.example" });
    await queues.run("booking-status-mail");
    const { rows } = await pool.query(
      "select subject, text from mails where recipient = 'grace@mail.example'",
    );
    expect(rows).toMatchObject([{ subject: expect.stringMatching(/^Booked: /) }]);
    expect(rows[0].text).toContain("Wednesday, June 10, 2026");
  });

  test("with a verified address of an account give the booking to it", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const user = await aUser(pool, "grace@mail.example");
    await edit(id, { customer_email: "Grace@mail.example" });
    expect(await visitRow(pool, id)).toMatchObject({ user_id: user.id });
  });

  test("of no booking are not found", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const form = detailsSchema.parse((await readOfficeBooking(staff(), id))?.fields);
    expect(await editBooking(staff(), { id: NOBODY, form })).toMatchObject({
      ok: false,
      reason: "not found",
    });
  });
});

describe("a note", () => {
  test("is kept with who wrote it, once", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const note = { id: NOTE, booking_id: id, body: "Key at the neighbour's" };
    await Promise.all([addBookingNote(staff(), note), addBookingNote(staff(), note)]);
    const booking = await readOfficeBooking(staff(), id);
    expect(booking?.staff_notes).toMatchObject([{ body: "Key at the neighbour's", author: "Ada Lovelace" }]);
    expect(booking?.history.filter(({ what }) => what === "Note added")).toHaveLength(1);
  });

  test("about no booking is not found", async () => {
    for (const booking_id of [NOBODY, "7"]) {
      expect(await addBookingNote(staff(), { id: NOTE, booking_id, body: "Hello" })).toMatchObject({
        ok: false,
      });
    }
  });
});

test("what needed attention is marked as settled once", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  await pool.query("update bookings set needs_attention = 'Look' where id = $1", [id]);
  expect([await settleAttention(staff(), id), await settleAttention(staff(), id)]).toEqual([true, false]);
  expect(await visitRow(pool, id)).toMatchObject({ needs_attention: null });
});

test("the panel tells what was paid and what can go back", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  expect(await readOfficeBooking(staff(), id)).toMatchObject({
    status: "confirmed",
    customer: { name: "Ada Lovelace", email: "ada@mail.example" },
    service: { title: "Regular Cleaning" },
    date_in_words: "Wednesday, June 10, 2026",
    time: "8:00 AM",
    money: { order_status: "completed", total: "$159.00", left: 15_900, policy: 15_900 },
    crew: { name: "Birch crew" },
  });
  expect(await readOfficeBooking(staff(), NOBODY)).toBeNull();
  expect(await readOfficeBooking(staff(), "%")).toBeNull();
});
