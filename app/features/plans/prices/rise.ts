import type { Tax } from "~/features/catalog/pricing";
import type { Changeable } from "~/features/plans/change/rules";
import { addDays } from "~/lib/dates";
import { monthsAround } from "~/lib/months";
import { type MonthPrice, otherAmount } from "./price";

/** By percent of each price, or to one amount; before tax, amounts in cents. */
export type Rise = { by: "percent"; percent: number } | { by: "amount"; net: number };

export type Risable = MonthPrice &
  Pick<Changeable, "status" | "billing_anchor" | "period_end" | "ends_on"> & {
    tax_amount: number;
    customer_email: string | null;
  };

/** The new price, and the first charge that costs it. */
export type Risen = MonthPrice & { tax_amount: number; starts_on: string };

/** The first day on which a new price may be charged, when its customers hear of it today. */
export function earliestRise(today: string, noticeDays: number): string {
  return addDays(today, noticeDays);
}

const MONTHS = 24;

/** A plan's price after a rise from a day on, or why it has none. */
export function riseOf(
  plan: Risable,
  rise: Rise,
  from: string,
  { tax, zone, planned }: { tax: Tax; zone: string; planned: boolean },
): { ok: true; risen: Risen } | { ok: false; why: string } {
  const { period_end } = plan;
  if (plan.status === "ended" || plan.status === "pending" || !period_end)
    return { ok: false, why: "It isn't running." };
  if (planned) return { ok: false, why: "It already has another price planned." };
  if (!plan.customer_email) return { ok: false, why: "It has no email address: call the customer." };
  const begins = monthsAround(period_end, plan.billing_anchor);
  const charges = Array.from({ length: MONTHS }, (_, month) =>
    begins(month).toZonedDateTimeISO(zone).toPlainDate().toString(),
  );
  const starts_on = charges.find((day) => day >= from);
  if (!starts_on) return { ok: false, why: "Choose an earlier day." };
  if (plan.ends_on !== null && plan.ends_on < starts_on) return { ok: false, why: "It ends before." };
  const before = plan.amount - plan.tax_amount;
  const net = rise.by === "amount" ? rise.net : Math.round((before * (100 + rise.percent)) / 100);
  const risen = otherAmount(plan, net, tax);
  return risen.amount > plan.amount
    ? { ok: true, risen: { ...risen, starts_on } }
    : { ok: false, why: "It costs that much already." };
}
