// Rooms: the preview lists visits (booking) of a service (catalog) around closures (scheduling), by the settings
// (operations).
import { checkStart, refuseFirstVisit } from "~/features/booking/booking";
import type { Inputs } from "~/features/booking/checkout/forms";
import type { PreviewVisit } from "~/features/booking/checkout/plan-visits";
import { checkInputs } from "~/features/booking/rules";
import type { Frequency } from "~/features/catalog/frequency";
import { readService } from "~/features/catalog/queries.server";
import { frequenciesOf, needsEstimate, type Service } from "~/features/catalog/service";
import { readSettings } from "~/features/operations/settings/queries.server";
import { PLAN_VISITS } from "~/features/plans/plan";
import { nextVisits } from "~/features/plans/schedule/rules";
import { assignCrews } from "~/features/plans/schedule/visits.server";
import { readClosures } from "~/features/scheduling/availability/availability.server";
import { companyHours } from "~/features/scheduling/availability/opening-hours";
import { startTimesOf } from "~/features/scheduling/availability/slots";
import { companyToday } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";

export type PreviewQuery = {
  service: string;
  date: string;
  time: string;
  frequency: Frequency;
  city: string;
  zip: string;
  draft: string | null;
  /** The crew that staff chose. */
  crew_id?: string | null;
  /** Bookings that the plan takes the place of. */
  without?: readonly string[];
  /** What is said of the home and the extras, as far as it applies to the service. */
  inputs: (service: Service) => Inputs;
};

export type PreviewOutcome =
  | { ok: true; visits: PreviewVisit[] }
  | { ok: false; status: 404 | 409 | 422; message: string };

/** Returns the first visits that a plan would have now, with clashes. Holds nothing. */
export async function previewPlan(ctx: Ctx, query: PreviewQuery): Promise<PreviewOutcome> {
  const { date, frequency, city: town, zip, draft: draft_id, crew_id, without } = query;
  const service = await readService(ctx, query.service);
  if (!service?.is_active || needsEstimate(service) || frequenciesOf(service).length === 0) {
    return { ok: false, status: 404, message: "This service isn't a plan." };
  }
  if (!frequenciesOf(service).includes(frequency)) {
    return { ok: false, status: 422, message: `${service.title} isn't offered that often.` };
  }
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const calendar = { today: companyToday(ctx.now, zone), now: ctx.now, zone, hours: companyHours(settings) };
  const closures = await readClosures(ctx, date, date, town);
  const checked = checkInputs(service, query.inputs(service), { frequency, first_visit: false });
  if (!checked.ok) return checked;
  const { minutes } = checked;
  const startTimes = startTimesOf(service.start_times);
  const start = checkStart({ ...query, minutes, startTimes }, { ...calendar, closures });
  if (!start.ok) return start;
  const tooLate = refuseFirstVisit(date, calendar.today);
  if (tooLate) return { ok: false, status: 422, message: tooLate.message };
  const span = { today: date, paused_from: null, resumes_on: null, ends_on: null };
  const visits = nextVisits({ first_date: date, frequency }, span, PLAN_VISITS);
  const asked = {
    visits,
    time: start.slot,
    minutes,
    town,
    zip,
    draft_id,
    crew_id,
    service_id: service.id,
    without,
  };
  const layout = await assignCrews(ctx, asked);
  return {
    ok: true,
    visits: layout.visits.map(({ visit, date, time, clash }) => ({
      visit,
      date,
      time,
      clash: clash && { why: clash.why, proposal: clash.proposal },
    })),
  };
}
