import { answerStorm } from "~/features/scheduling/storm/answer.server";
import { callStorm } from "~/features/scheduling/storm/call.server";
import { planStorm } from "~/features/scheduling/storm/plan.server";
import type { StaffCtx } from "~/platform/context.server";
import { readVisit } from "../../app/features/booking/manage/queries.server";
import { readStormQuestion } from "../../app/features/scheduling/storm/answer.server";
import { DAY } from "./bookings";
import type { testWorld } from "./ctx";
import { confirmedVisit, linkTo } from "./visits";

/** The day after the storm, and where a visit is before it. */
export const NEXT = "2026-06-11";
export const FROM = { date: DAY, time: "8:00 AM" };

/** Actions that tests of storm days share. */
export function storms(world: Awaited<ReturnType<typeof testWorld>>, staff: () => StaffCtx) {
  const { pool, ctx } = world;
  const offers = async () => {
    const { rows } = await pool.query(
      `select booking_id, status, proposed_date::text as date, to_char(proposed_time, 'HH24:MI') as time,
         proposed_crew_id as crew from storm_offers order by created_at, proposed_date, proposed_time`,
    );
    return rows;
  };
  return {
    offers,
    visit: (details: Parameters<typeof confirmedVisit>[2] = {}) => confirmedVisit(ctx(), pool, details),
    /** Previews a storm day and calls it. */
    async storm(towns: string[] = [], date = DAY) {
      const { seen } = await planStorm(staff(), { date, towns });
      const outcome = await callStorm(staff(), { date, towns, seen });
      if (!outcome.ok) throw new Error(outcome.message);
      return outcome;
    },
    statusOf: async (id: string) => (await offers()).find(({ booking_id }) => booking_id === id)?.status,
    async question(id: string) {
      const asking = ctx({ actor: linkTo(id) });
      const found = await readVisit(asking, id);
      return found && readStormQuestion(asking, found);
    },
    take: (id: string, date: string, time: string, db = ctx().db) =>
      answerStorm(ctx({ actor: linkTo(id), db }), { id, date, time, from: FROM }),
    async mailed(like: string) {
      const { rows } = await pool.query("select subject, text, html from mails where occasion like $1", [
        like,
      ]);
      return rows;
    },
  };
}
