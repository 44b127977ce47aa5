import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { auditOf, bookingOf, CARD, paySession } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { aUser, confirmedVisit } from "../../../tests/support/visits";

const { pool, ctx, clear } = await testWorld();

beforeEach(clear);

describe("a guest's booking, once it is paid,", () => {
  test("joins the account with its customer's verified address", async () => {
    const { id } = await aUser(pool, CARD.email);
    const booking = await confirmedVisit(ctx(), pool);
    expect(booking).toMatchObject({ user_id: id, status: "confirmed" });
    expect(await auditOf(pool, booking.id)).toContain("booking.joined");
  });

  test("joins it whatever the customer's capitals are", async () => {
    const { id } = await aUser(pool, CARD.email);
    const session = await paySession(ctx());
    await pool.query(
      `update test_checkout_sessions set customer = jsonb_set(customer, '{email}', '"ADA@Mail.example"')`,
    );
    await closeCheckout(ctx(), session);
    expect(await bookingOf(pool, session)).toMatchObject({ user_id: id, customer_email: "ADA@Mail.example" });
  });

  test("waits while the address is not verified, and never joins another account", async () => {
    await aUser(pool, CARD.email, { verified: false });
    await aUser(pool, `x${CARD.email}`);
    expect(await confirmedVisit(ctx(), pool)).toMatchObject({ user_id: null });
  });

  test("joins it also when no slot was left, so that it is seen there", async () => {
    const { id } = await aUser(pool, CARD.email);
    const session = await paySession(ctx());
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update crews set is_active = false");
    await closeCheckout(ctx(), session);
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({ user_id: id, needs_attention: expect.any(String) });
  });

  test("that is somebody's already stays theirs", async () => {
    const other = await aUser(pool, "other@mail.example");
    await aUser(pool, CARD.email);
    const session = await paySession(ctx());
    await pool.query("update bookings set user_id = $1", [other.id]);
    await closeCheckout(ctx(), session);
    expect(await bookingOf(pool, session)).toMatchObject({ user_id: other.id });
  });
});
