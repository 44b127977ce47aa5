// Rooms: a plan's choices are checked (booking) and priced by its service (catalog), with the tax (operations).
import type { plan_prices } from "~/db/schema/plans";
import { refuseLittle } from "~/features/booking/booking";
import { inputsOf } from "~/features/booking/checkout/forms";
import { checkInputs } from "~/features/booking/rules";
import { priceBooking, type Tax } from "~/features/catalog/pricing";
import { readService } from "~/features/catalog/queries.server";
import { frozenExtras } from "~/features/catalog/rules";
import { frequenciesOf, rulesOf, type Service } from "~/features/catalog/service";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { LockedPlan } from "~/features/plans/lock.server";
import { type MonthPrice, nextPrice, otherAmount, priceOn, replacedBy } from "~/features/plans/prices/price";
import { readPriceChanges } from "~/features/plans/prices/store.server";
import type { PlanRow } from "~/features/plans/schedule/visits.server";
import type { Ctx } from "~/platform/context.server";
import type { ChangeWish } from "./forms";

/** What a visit is of: its rooms, extras and length. */
type Work = Pick<
  PlanRow,
  "bedrooms" | "bathrooms" | "half_baths" | "square_feet" | "extras" | "visit_minutes" | "frequency"
>;

/** `price` is null if nobody asks for another one. */
export type PricedWork =
  | { ok: true; work: Work; price: (MonthPrice & { tax_amount: number }) | null }
  | { ok: false; field: string; message: string };

const SOLD = {
  weekly: "every week",
  biweekly: "every two weeks",
  monthly: "every month",
};

/** What a plan's visits are of and cost after a change; what doesn't change stays as it was agreed. */
export async function priceChange(
  ctx: Pick<Ctx, "db" | "now">,
  plan: PlanRow,
  { rest, scope }: ChangeWish,
): Promise<PricedWork> {
  const same: PricedWork = { ok: true, work: plan, price: null };
  if (!rest) return same;
  const service = await readService(ctx, plan.service_id);
  const { tax } = await readCompany(ctx);
  if (!service) return same;
  const frequency = scope === "one" ? plan.frequency : rest.frequency;
  if (frequency !== plan.frequency && !frequenciesOf(service).includes(frequency))
    return refuse("frequency", `${service.title} isn't sold ${SOLD[frequency]}.`);
  const inputs = inputsOf(rest, service);
  const isSame = !differs(plan, inputs) && frequency === plan.frequency;
  const checked = isSame ? null : checkInputs(service, inputs, { frequency, first_visit: false });
  if (checked && !checked.ok) return refuse(fieldOf(checked.field), checked.message);
  const work: Work = checked
    ? {
        ...checked.choices,
        frequency,
        extras: frozenExtras(rulesOf(service), checked.choices),
        visit_minutes: checked.minutes,
      }
    : plan;
  if (scope === "one" || rest.price === "keep" || (rest.price === "auto" && !checked))
    return { ok: true, work, price: null };
  const price =
    rest.price === "amount" ? otherAmount(plan, rest.net, tax) : listed(service, work, tax, plan.currency);
  if (!price) return refuse("price", "This isn't in the price list. Keep the price, or enter an amount.");
  const little = refuseLittle({ charge: price.amount }, plan.currency);
  if (little) return refuse("amount", little.message);
  return { ok: true, work, price };
}

type PriceRow = typeof plan_prices.$inferSelect;
type NewPrice = MonthPrice & { tax_amount: number; starts_on: string };

/** What a change does to a plan's prices. */
export type Repriced = {
  /** For charges on `starts_on` and later; null if the price stays. */
  price: NewPrice | null;
  /** Prices to come that it takes back. */
  dropped: PriceRow[];
  /** What a month costs until `price`, without what is taken back. */
  before: MonthPrice;
  /** The price to come that stays. */
  coming: PriceRow | null;
};

/** What becomes of the plan's prices; `asked`: what it is to cost. */
export async function repriced(
  ctx: Pick<Ctx, "db">,
  { plan, at: { today } }: LockedPlan,
  asked: NewPrice | null,
): Promise<Repriced> {
  const changes = await readPriceChanges(ctx, plan.id);
  const { dropped, before, isNew } = asked
    ? replacedBy(asked, plan, changes, today)
    : { dropped: [], before: plan, isNew: false };
  const coming = dropped.length > 0 || isNew ? null : (nextPrice(changes, today) ?? null);
  const paid = dropped.length > 0 ? before : priceOn(plan, changes, today);
  return { price: isNew ? asked : null, dropped, before: paid, coming };
}

function listed(service: Service, work: Work, tax: Tax, currency: string) {
  try {
    const { charge, tax: tax_amount, lines } = priceBooking(service, work, tax, currency);
    return { amount: charge, tax_amount, price_lines: lines };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Inputs = ReturnType<typeof inputsOf>;

/** Whether the form asks for other rooms, another size or other extras. */
function differs(plan: PlanRow, { bedrooms, bathrooms, halfBaths, squareFeet, extras = [] }: Inputs) {
  const rooms = [
    [bedrooms, plan.bedrooms],
    [bathrooms, plan.bathrooms],
    [halfBaths, plan.half_baths],
    [squareFeet, plan.square_feet],
  ];
  const listOf = (chosen: readonly { id: string; quantity: number }[]) =>
    chosen
      .map(({ id, quantity }) => `${id}:${quantity}`)
      .sort()
      .join();
  return (
    rooms.some(([asked, now]) => asked !== undefined && asked !== now) ||
    listOf(extras) !== listOf(plan.extras)
  );
}

const FIELDS: Record<string, string> = {
  "bookingDetails.halfBaths": "half_baths",
  "bookingDetails.squareFeet": "square_feet",
};

/** The form's field of a refusal, such as "bookingDetails.extras.0.id". */
function fieldOf(field: string): string {
  return FIELDS[field] ?? field.split(".")[1] ?? field;
}

function refuse(field: string, message: string) {
  return { ok: false, field, message } as const;
}
