import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { aRequest, CARD, openSession, setCrews } from "../../tests/support/bookings";
import { testWorld } from "../../tests/support/ctx";
import { withoutIds } from "../../tests/support/without-ids";
import { recordAudit } from "./audit.server";

const { db, pool, ctx, clock, clear } = await testWorld();

beforeEach(clear);

async function trail() {
  const { rows } = await pool.query(
    "select at, actor, action, entity, entity_id, details from audit_log order by id",
  );
  return rows;
}

const entry = { action: "thing.done", entity: "thing", entity_id: "1" };

describe("the audit trail", () => {
  test("has a row with actor, action, entity and time for each change", async () => {
    await recordAudit(db, ctx({ actor: { kind: "system" } }), { ...entry, details: { amount: 1 } });
    expect(await trail()).toEqual([
      { ...entry, at: new Date(clock.now.epochMilliseconds), actor: "system", details: { amount: 1 } },
    ]);
  });

  test("has no row of a change that was rolled back", async () => {
    const rollback = db.transaction(async (tx) => {
      await recordAudit(tx, ctx(), entry);
      throw new Error("changed my mind");
    });
    await expect(rollback).rejects.toThrow("changed my mind");
    expect(await trail()).toEqual([]);
  });

  test.each([
    "update audit_log set actor = 'nobody'",
    "update audit_log set details = '{}' where action = 'thing.done'",
    "delete from audit_log",
  ])("only grows: '%s' is refused", async (statement) => {
    await recordAudit(db, ctx(), entry);
    await expect(pool.query(statement)).rejects.toThrow("audit_log is append-only");
    expect(await trail()).toMatchObject([entry]);
  });

  test("of a booking contains its decisions and no personal data", async () => {
    await setCrews(pool, 1);
    const personal = { customerEmail: "grace@mail.example", customerName: "Grace Hopper" };
    const request = aRequest({ notes: "The key is under the mat" }, personal);
    const outcome = await createPayment(ctx(), { request, draft_id: "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11" });
    const session = outcome.ok ? (new URL(outcome.url).searchParams.get("session_id") ?? "") : "";
    await payTestCheckout(ctx(), session, CARD);
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    const other = await openSession(ctx());
    await closeCheckout(ctx(), session);
    await closeCheckout(ctx(), other);
    const third = await openSession(ctx());
    await payTestCheckout(ctx(), third, CARD);
    await closeCheckout(ctx(), third);

    const lines = await trail();
    expect(lines.map(({ action }) => action)).toEqual([
      "booking.held",
      "booking.held",
      "booking.flagged",
      "booking.released",
      "booking.held",
      "booking.confirmed",
    ]);
    expect(withoutIds(lines)).not.toMatch(/Grace|Ada|mail\.example|Barnstead|Pittsfield|03263|555-0199|mat/i);
    expect(JSON.stringify(lines)).not.toContain(session);
  });
});
