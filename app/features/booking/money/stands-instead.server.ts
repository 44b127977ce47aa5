import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { plans } from "~/db/schema/plans";
import { bookingOfDraft, planOfDraft } from "~/features/booking/checkout/of-draft.server";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { formatLongDate, formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";

type Of = { booking_id: string | null; plan_id: string | null };

/** What stands for the draft of a booking or plan that was paid twice, in words; null when that is over by now, too. */
export async function readStandsInstead({ db }: Pick<Ctx, "db">, of: Of): Promise<string | null> {
  const [draft] = of.booking_id
    ? await db.select({ id: bookings.draft_id }).from(bookings).where(eq(bookings.id, of.booking_id))
    : await db
        .select({ id: plans.draft_id })
        .from(plans)
        .where(eq(plans.id, of.plan_id ?? ""));
  if (!draft?.id) return null;
  const [visit] = await db
    .select({ service: services.title, date: bookings.scheduled_date, time: bookings.scheduled_time })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(bookingOfDraft(draft.id));
  if (visit) return `${visit.service} on ${formatLongDate(visit.date)}, ${formatTime(visit.time)}`;
  const [plan] = await db
    .select({ service: services.title, frequency: plans.frequency, first_date: plans.first_date })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(planOfDraft(draft.id));
  return plan ? `${plan.service}, ${formatRhythm(plan)}` : null;
}
