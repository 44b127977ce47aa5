import { beforeEach, expect, test } from "vitest";
import { readAttention } from "~/features/office/attention/list.server";
import { readToday } from "~/features/office/dashboard/today.server";
import { orderList } from "~/features/payments/office/list.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { readBoard, readOpenVisit } from "~/features/scheduling/board/queries.server";
import { readCrew } from "~/features/scheduling/crews/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { DAY } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../tests/support/visits";
import { bookingList } from "./office/list/list.server";
import { readOfficeBooking } from "./office/queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

/** What every screen of the office calls the customer of a visit, and the number it gives. */
async function everywhere({ id, order_id, crew_id }: { id: string; order_id: string; crew_id: string }) {
  clock.set(`${DAY}T11:00:00Z`);
  const none = new URLSearchParams();
  const [booking] = (await bookingList.read(staff(), bookingList.parse(none))).rows;
  const [bookingLine] = (await bookingList.lines(staff(), bookingList.parse(none)).next()).value ?? [];
  const [order] = (await orderList.read(staff(), orderList.parse(none))).rows;
  const [orderLine] = (await orderList.lines(staff(), orderList.parse(none)).next()).value ?? [];
  const panel = await readOfficeBooking(staff(), id);
  const orderPanel = await readOfficeOrder(staff(), order_id);
  const visit = await readOpenVisit(staff(), id);
  const board = await readBoard(staff(), new URLSearchParams({ date: DAY }));
  const today = await readToday(staff());
  const crew = await readCrew(staff(), crew_id);
  const attention = await readAttention(staff(), { limit: 3 });
  return {
    names: [
      booking?.customer,
      bookingLine?.customer,
      order?.customer,
      orderLine?.customer,
      panel?.customer.name,
      orderPanel?.customer,
      visit?.customer,
      board.visits[0]?.customer,
      today.crews[0]?.visits[0]?.customer,
      crew?.visits[0]?.customer,
      attention[0]?.cases[0]?.what.replace(/: .*/, ""),
    ],
    phones: [booking?.phone, bookingLine?.phone, panel?.customer.phone, orderPanel?.phone, visit?.phone],
  };
}

test("a customer who left no name with the visit goes everywhere by that of the account, and so the phone", async () => {
  const visit = await confirmedVisit(ctx(), pool);
  const user = await aUser(pool, "grace@mail.example");
  await pool.query("update profiles set first_name = 'Grace', last_name = '', phone = '555' where id = $1", [
    user.id,
  ]);
  await pool.query("update bookings set user_id = $1, needs_attention = 'Look' where id = $2", [
    user.id,
    visit.id,
  ]);
  for (const left of [null, ""]) {
    await pool.query("update bookings set customer_name = $1, customer_phone = $1", [left]);
    const { names, phones } = await everywhere(visit);
    expect(names).toEqual(Array(11).fill("Grace"));
    expect(phones).toEqual(Array(5).fill("555"));
  }
  await pool.query("update bookings set customer_name = 'Ada', customer_phone = '777'");
  const { names, phones } = await everywhere(visit);
  expect([names, phones]).toEqual([Array(11).fill("Ada"), Array(5).fill("777")]);
});
