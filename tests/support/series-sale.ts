import { checkPhoneForm } from "~/features/booking/office/forms";
import { readService } from "~/features/catalog/queries.server";
import { openPlanLink } from "~/features/payments/plan-link/open.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { holdPlanByPhone } from "~/features/plans/phone/hold.server";
import { readPhonePlanOffer } from "~/features/plans/phone/queries.server";
import { readSell } from "~/features/plans/series/offer.server";
import { CARD, sessionOf, sessionState } from "./bookings";
import type { testWorld } from "./ctx";
import { ahead, CUSTOMERS, visitsFile } from "./imported-visits";
import { importFile } from "./imports";
import { staffCtx } from "./staff";

const biweekly = (number: string, date: string) =>
  ahead({ "Booking ID": number, Date: date, Service: "Monthly Home Care", Frequency: "Every 2 weeks" });

export const BEFORE = ["06-02", "06-16", "06-30"].map((day) => `${day} confirmed pending Birch crew`);
export const MADE_ROOM = [
  BEFORE[0],
  ...["06-16", "06-30"].map((day) => `${day} cancelled failed Birch crew`),
];

/**
 * Ruth's every other Tuesday at 10 AM with the Birch crew, of which June 2, 16 and 30 are laid, on an empty site: it is 2 AM on June 2,
 * too late to wait for a payment of that day's visit.
 */
export async function aSeriesToSell(world: Awaited<ReturnType<typeof testWorld>>) {
  const { pool, clear, clock, ctx } = world;
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  const staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
  const visits = [biweekly("601", "6/2/2026"), biweekly("602", "6/16/2026"), biweekly("603", "6/30/2026")];
  await importFile(world, staff(), visitsFile(...visits));
  const id: string = (await pool.query("select id from series")).rows[0].id;
  clock.set("2026-06-02T06:00:00Z");

  async function send(fields: Record<string, string>, token: string) {
    const { plan } = await readPhonePlanOffer(staff(), new URLSearchParams(fields));
    const checked = checkPhoneForm(fields, await readService(staff(), fields.service ?? ""));
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    const { request, customer } = checked;
    const sale = { token, request, customer, seen: plan?.seen ?? "", series_id: fields.series };
    return holdPlanByPhone(staff(), sale);
  }
  /** Sends the form as staff do who opened it from the series. */
  async function sell(change: Record<string, string> = {}, token: string = crypto.randomUUID()) {
    const start = await readSell(staff(), id);
    if (!start) throw new Error("The series can't be sold");
    return send({ ...start.values, bedrooms: "2", bathrooms: "1", hours: "3", ...change }, token);
  }
  return {
    ...{ id, staff, send, sell },
    async sold(): Promise<string> {
      const outcome = await sell();
      if (!outcome.ok) throw new Error(outcome.message);
      return outcome.plan_id;
    },
    /** The customer pays by the link; returns what the site does when it learns of it. */
    async paid(plan: string): Promise<() => Promise<unknown>> {
      const system = () => ctx({ actor: { kind: "system" } });
      const opened = await openPlanLink(system(), plan);
      if (!opened.ok) throw new Error(opened.message);
      const session = sessionOf(opened.url);
      await payTestCheckout(ctx(), session, CARD);
      return async () => settleSession(system(), await sessionState(ctx(), session));
    },
    /** The single visits, as "06-16 confirmed pending Birch crew": day, status, that of the order, and crew. */
    async singles(): Promise<string[]> {
      const { rows } =
        await pool.query(`select concat_ws(' ', to_char(b.scheduled_date, 'MM-DD'), b.status, o.status,
          coalesce(c.name, 'null')) as words
        from bookings b join orders o on o.booking_id = b.id left join crews c on c.id = b.crew_id
        where b.series_id is not null order by b.starts_at`);
      return rows.map(({ words }) => words);
    },
  };
}
