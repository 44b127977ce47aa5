import { isNearEnough, type PlanMove } from "~/features/booking/checkout/draft";
import { readPlan as readSchedule } from "~/features/scheduling/availability/availability.server";
import type { SlotTime } from "~/features/scheduling/availability/slots";
import { addDays } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { type CrewAssignment, DAYS_AROUND, decideCrews, type Wanted } from "./crew-assignment";

type Asked = {
  visits: readonly { visit: number; date: string }[];
  time: SlotTime;
  minutes: number;
  town: string;
  crew_id?: string | null;
  draft_id?: string | null;
  moves?: readonly PlanMove[];
};

/**
 * The visits as they are wanted: those that their customer moved stand where they were moved to. A move that goes too far
 * is none.
 */
export function wantedOf({ visits, time, moves = [] }: Pick<Asked, "visits" | "time" | "moves">): Wanted[] {
  return visits.map(({ visit, date }) => {
    const move = moves.find((one) => one.visit === visit && one.date !== null);
    const near = move?.date && isNearEnough(date, move.date);
    return { visit, date, time, ...(near && { moved: { date: move.date, time: move.time } }) };
  });
}

/** Lays visits out on what the calendar holds now. */
export async function assignCrews(ctx: Pick<Ctx, "db" | "now">, asked: Asked): Promise<CrewAssignment> {
  const { town, draft_id, minutes, crew_id } = asked;
  const wanted = wantedOf(asked);
  const dates = wanted.flatMap(({ date, moved }) => [date, moved?.date ?? date]).sort();
  const first = dates[0];
  const last = dates.at(-1);
  if (!first || !last) return { crew_id: crew_id ?? null, visits: [] };
  const schedule = await readSchedule(ctx, {
    first: addDays(first, -DAYS_AROUND),
    last: addDays(last, DAYS_AROUND),
    town,
    draft_id,
    beyond: true,
  });
  return decideCrews(wanted, { ...schedule, minutes, crew_id });
}
