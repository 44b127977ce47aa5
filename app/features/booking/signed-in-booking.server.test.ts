import { beforeEach, describe, expect, test } from "vitest";
import type { User } from "~/platform/context.server";
import { aRequest } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { holdBooking } from "./checkout/hold.server";

const { pool, ctx, clear } = await testWorld();

beforeEach(clear);

async function aUser(email: string): Promise<User> {
  const { rows } = await pool.query("insert into users (name, email) values ('Ada', $1) returning id", [
    email,
  ]);
  return {
    kind: "user",
    id: rows[0].id,
    email,
    email_verified: false,
    first_name: "Ada",
    last_name: "Lovelace",
    phone: "(603) 555-0199",
    role: "user",
    session_id: "none",
    proved: false,
    owes_second_factor: false,
  };
}

async function aProperty(user: User): Promise<string> {
  const { rows } = await pool.query(
    `insert into properties (user_id, property_type, address_line1, address_line2, city, state, zip_code)
     values ($1, 'residential', '9 Eagle Square', 'Unit 2', 'Concord', 'NH', '03301') returning id`,
    [user.id],
  );
  return rows[0].id;
}

const bookings = async () => (await pool.query("select * from bookings order by created_at, id")).rows;

function hold(actor: User | { kind: "guest" }, details = {}, body = {}, draft_id: string | null = null) {
  const request = aRequest(details, body);
  return holdBooking(ctx({ actor }), { request, draft_id, provider: "test-checkout" });
}

describe("a customer who has signed in", () => {
  test("books under their own name and address, whatever the request says", async () => {
    const ada = await aUser("ada@mail.example");
    await hold(ada, {}, { customerEmail: "mallory@mail.example", customerName: "Mallory" });
    expect(await bookings()).toMatchObject([
      {
        user_id: ada.id,
        customer_email: "ada@mail.example",
        customer_name: "Ada Lovelace",
        customer_phone: "(603) 555-0199",
        property_id: null,
      },
    ]);
  });

  test("can book for a saved property, whose own address counts", async () => {
    const ada = await aUser("ada@mail.example");
    const propertyId = await aProperty(ada);
    await hold(ada, { propertyId });
    expect(await bookings()).toMatchObject([
      {
        property_id: propertyId,
        address_line1: "9 Eagle Square",
        address_line2: "Unit 2",
        city: "Concord",
        zip_code: "03301",
      },
    ]);
  });

  test("is refused somebody else's property, and nothing is held", async () => {
    const propertyId = await aProperty(await aUser("bob@mail.example"));
    expect(await hold(await aUser("ada@mail.example"), { propertyId })).toMatchObject({
      ok: false,
      status: 404,
      field: "bookingDetails.propertyId",
    });
    const signedOut = await hold({ kind: "guest" }, { propertyId });
    expect(signedOut).toMatchObject({
      ok: false,
      status: 409,
      message: expect.stringContaining("signed out"),
    });
    expect(await bookings()).toEqual([]);
  });

  test("gets a hold of their own for a draft that they began as a guest", async () => {
    const draft = crypto.randomUUID();
    const ada = await aUser("ada@mail.example");
    const first = await hold({ kind: "guest" }, {}, {}, draft);
    const second = await hold(ada, {}, {}, draft);
    expect(second).toMatchObject({ ok: true });
    expect(second).not.toEqual(first);
    const live = (await bookings()).filter(({ status }) => status === "pending");
    expect(live).toMatchObject([{ user_id: ada.id }]);
  });
});
