// Rooms: the office sees a plan with its visits (booking), its partner (integrations), and what the service costs today
// (catalog) with the tax of the settings (operations).
import { asc, eq } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { plans } from "~/db/schema/plans";
import { guestLinkOf } from "~/features/booking/manage/link";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { priceBooking } from "~/features/catalog/pricing";
import { readService } from "~/features/catalog/queries.server";
import { readVia } from "~/features/integrations/partners/attribution.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { shownPlan } from "~/features/plans/change/queries.server";
import { whyNotEndNow } from "~/features/plans/change/rules";
import { type OfficePlan, standing } from "~/features/plans/change/view";
import { readOfficeSale } from "~/features/plans/phone/queries.server";
import { readPlan } from "~/features/plans/queries.server";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";

/** Reads a plan for the office; null if there is none. */
export async function readOfficePlan(ctx: StaffCtx, id: string): Promise<OfficePlan | null> {
  const view = await readPlan({ ...ctx, ...OFFICE_ACTOR }, id);
  if (!view) return null;
  const names = await ctx.db.select({ id: crews.id, name: crews.name }).from(crews).orderBy(asc(crews.id));
  const crewOf = (crewId: string | null) => names.find((crew) => crew.id === crewId)?.name ?? "No crew";
  const plan = shownPlan(ctx, view, { id, key: null });
  const { changes } = view;
  const charge = view.status === "pending" ? view.charges.find(({ otherwise }) => otherwise) : undefined;
  return {
    ...plan,
    sale: await readOfficeSale(ctx, id),
    customer: view.customer_name,
    email: view.customer_email,
    phone: view.customer_phone,
    customer_id: view.customer_id,
    crew: view.crew ?? "No crew",
    first_visit: formatDate(view.first_date),
    through: await readVia(ctx, { order_id: null, plan_id: id }),
    attention: view.needs_attention,
    standing: standing(plan),
    new_price: view.status === "ended" ? null : await newPrice(ctx, id),
    visits: plan.visits.map((visit, index) => {
      const crew = crewOf(view.upcoming[index]?.crew_id ?? null);
      return { ...visit, crew: crew === view.crew ? null : crew };
    }),
    skips: changes.skip_month.ok ? changes.skip_month : null,
    pauses: changes.pause.ok ? changes.pause.paused_from : null,
    resumes: changes.resume.ok ? changes.resume : null,
    ends: changes.end.ok ? changes.end : null,
    guest_link: guestLinkOf(view.link_generation, view.ended_on ?? view.ends_on, view.today),
    ends_now: whyNotEndNow(view) === null,
    decides: charge?.otherwise ? { ...charge.otherwise, can_start: charge.refunded === null } : null,
  };
}

/** What a new customer pays a month, tax included, for the choices of a plan; null if the same, or if it isn't sold so. */
async function newPrice(ctx: StaffCtx, id: string): Promise<string | null> {
  const [plan] = await ctx.db.select().from(plans).where(eq(plans.id, id));
  if (!plan) return null;
  const [service, { tax, default_currency }] = await Promise.all([
    readService(ctx, plan.service_id),
    readCompany(ctx),
  ]);
  if (!service || default_currency !== plan.currency) return null;
  const { bedrooms, bathrooms, half_baths, square_feet, extras, frequency } = plan;
  try {
    const choices = { bedrooms, bathrooms, half_baths, square_feet, extras, frequency };
    const { charge } = priceBooking(service, choices, tax, plan.currency);
    return charge === plan.amount ? null : formatCents(charge, plan.currency);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
