import { movesText } from "~/features/booking/checkout/draft";
import type { Clash, Place } from "~/features/booking/checkout/plan-visits";
import { shortDay } from "~/lib/dates";

/** What clashes, in words, and what accepting every proposal sends. */
export function clashLines(clashes: readonly Clash[]) {
  return {
    clashes: clashes.map(({ visit, why, proposal, ...asked }) => ({
      visit,
      why,
      from: formatPlace(asked),
      to: proposal && formatPlace(proposal),
    })),
    moves: movesText(
      clashes.map(({ visit, proposal }) => ({ visit, ...(proposal ?? { date: null, time: null }) })),
    ),
  };
}

function formatPlace({ date, time }: Place): string {
  return `${shortDay(date)}, ${time}`;
}
