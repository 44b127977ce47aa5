import { beforeEach, describe, expect, test } from "vitest";
import { readService } from "~/features/catalog/queries.server";
import { auditOf, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";
import { bookByPhone } from "./book.server";
import { checkPhoneForm } from "./forms";

const world = await testWorld();
const { pool, ctx, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const TOKEN = "33333333-3333-4333-8333-333333333333";
const fields = {
  customer_name: "Ruth Merrill",
  customer_phone: "(603) 555-0177",
  customer_email: "ruth@mail.example",
  service: "regular-cleaning",
  hours: "3",
  bedrooms: "2",
  bathrooms: "1",
  date: "2026-06-10",
  time: "8:00 AM",
  street: "9 Main Street",
  apartment: "",
  city: "Concord",
  state: "nh",
  zip: "03301",
  notes: "Side door",
};

async function book(change: Record<string, string> = {}, token = TOKEN) {
  const all = { ...fields, ...change };
  const checked = checkPhoneForm(all, await readService(ctx(), all.service));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return bookByPhone(staff(), { token, request: checked.request, customer: checked.customer });
}

const rowsOf = async (sql: string) => (await pool.query(sql)).rows;
const visits = () =>
  rowsOf(`select b.*, o.status as order_status, o.provider, o.amount, o.payment_session_id
          from bookings b join orders o on o.booking_id = b.id`);

describe("a booking by telephone", () => {
  test("is confirmed at once, priced by the server, and paid on the day", async () => {
    const outcome = await book();
    expect(await visits()).toMatchObject([
      {
        status: "confirmed",
        hold_expires_at: null,
        user_id: null,
        customer_name: "Ruth Merrill",
        customer_phone: "(603) 555-0177",
        address_line1: "9 Main Street",
        address_line2: null,
        state: "NH",
        notes: "Side door",
        total_amount: 15_900,
        amount: 15_900,
        order_status: "pending",
        provider: "office",
        payment_session_id: null,
      },
    ]);
    if (outcome.ok) expect(await auditOf(pool, outcome.booking_id)).toEqual(["booking.booked"]);
    await queues.run("booking-confirmed-mail");
    const [mail] = await rowsOf("select * from mails");
    expect(mail).toMatchObject({
      recipient: "ruth@mail.example",
      subject: expect.stringMatching(/^Booked: /),
    });
    expect(mail.text).toContain("you pay $159.00 on the day");
    expect(mail.text).not.toContain("has arrived");
    expect(await queues.waiting("crew-visit-mail")).toHaveLength(1);
    expect(await queues.waiting("booking-notice-mail")).toHaveLength(1);
  });

  test("sent twice, at the same time too, is one booking", async () => {
    const outcomes = await Promise.all([book(), book(), book()]);
    outcomes.push(await book());
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.booking_id)).size).toBe(1);
    expect(await visits()).toHaveLength(1);
  });

  test("of a customer belongs to them", async () => {
    const { id } = await aUser(pool, "margaret@mail.example");
    await book({ customer_id: id });
    expect(await visits()).toMatchObject([{ user_id: id }]);
  });

  test("joins the account whose verified address was left", async () => {
    const { id } = await aUser(pool, "ruth@mail.example");
    await book({ customer_email: "Ruth@mail.example" });
    expect(await visits()).toMatchObject([{ user_id: id }]);
  });

  test("for somebody whose account is gone is refused", async () => {
    expect(await book({ customer_id: "44444444-4444-4444-8444-444444444444" })).toMatchObject({
      ok: false,
      field: "customer_id",
    });
    expect(await visits()).toEqual([]);
  });

  test("by a crew that is busy is refused with the reason; another one takes it", async () => {
    const crews = await rowsOf("select id, name from crews order by sort_order");
    expect(await book({ crew_id: crews[0]?.id })).toMatchObject({ ok: true });
    const again = "55555555-5555-4555-8555-555555555555";
    expect(await book({ crew_id: crews[0]?.id }, again)).toMatchObject({
      ok: false,
      field: "crew_id",
      message: expect.stringContaining(crews[0]?.name),
    });
    expect(await book({}, again)).toMatchObject({ ok: true });
    expect((await visits()).map(({ crew_id }) => crew_id).sort()).toEqual(crews.map(({ id }) => id).sort());
  });

  test("into a full slot is refused with what is left", async () => {
    await setCrews(pool, 1);
    await book();
    const outcome = await book({}, "55555555-5555-4555-8555-555555555555");
    expect(outcome).toMatchObject({ ok: false, status: 409, field: "bookingDetails.time" });
    expect(outcome).toHaveProperty("slots");
    expect(await visits()).toHaveLength(1);
  });

  test.each([
    [{ date: "2026-05-31" }, "bookingDetails.date"],
    [{ time: "9:00 AM" }, "bookingDetails.time"],
    [{ hours: "5" }, "bookingDetails.hours"],
    [{ service: "house-washing" }, "serviceId"],
  ])("with %o is refused", async (change, field) => {
    expect(await book(change)).toMatchObject({ ok: false, field });
  });
});

test("the form names every wrong field", async () => {
  const checked = checkPhoneForm({ customer_email: "nobody", service: "nothing" }, null);
  expect(checked.ok ? [] : Object.keys(checked.errors).sort()).toEqual(
    ["city", "customer_email", "customer_name", "date", "service", "state", "street", "time", "zip"].sort(),
  );
  const unreachable = checkPhoneForm(
    { ...fields, customer_email: "", customer_phone: "" },
    await readService(ctx(), "regular-cleaning"),
  );
  expect(unreachable).toMatchObject({
    ok: false,
    errors: { customer_phone: expect.stringContaining("phone") },
  });
});

test("a monthly service is no single visit at the price of a month: it is asked how often it comes", async () => {
  expect(await book({ service: "monthly-home-care" })).toEqual({
    ok: false,
    status: 422,
    field: "bookingDetails.frequency",
    message: "Monthly Home Care is a plan: choose how often it comes.",
  });
  expect(await rowsOf("select 1 from bookings")).toEqual([]);
});
