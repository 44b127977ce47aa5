import type { Stop } from "~/features/fieldwork/day/day";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { useOffline } from "~/features/fieldwork/offline/ui/offline";
import { Button } from "~/ui/action/button";
import { Notice } from "~/ui/page/notice";
import type { Day } from "./use-day";
import { useWords } from "./words";

const NEWS = { changed: m.moved, gone: m.gone, new: m.added };
const REFUSED: Record<string, typeof m.refused_other> = {
  "not yours": m.refused_not_yours,
  cancelled: m.refused_cancelled,
  "too old": m.refused_too_old,
  "items open": m.refused_items_open,
  "too late": m.refused_too_late,
};

/** What the office did not take, and why. `stop`: which it is about. */
export function refusalOf(reason: string): typeof m.refused_other {
  return REFUSED[reason] ?? m.refused_other;
}

/** What a stop is called in a message. */
export function nameOfStop(stop: Pick<Stop, "starts" | "address"> | undefined): string {
  return stop ? `${stop.starts}, ${stop.address}` : "–";
}

/** What the office changed meanwhile, and what it did not take; until it was read. */
export function News({ day }: { day: Day }) {
  const { say } = useWords();
  const { refused, dismiss } = useOffline();
  if (day.news.length + refused.length === 0) return null;
  const shown = [...day.stops, ...day.news.map(({ id, stop }) => ({ id, ...stop }))];
  const nameOf = (id: string) => nameOfStop(shown.find((one) => one.id === id));
  return (
    <Notice
      tone={refused.length > 0 ? "error" : "info"}
      action={
        <Button
          variant="secondary"
          size="large"
          onClick={() => {
            day.dismissNews();
            for (const { event } of refused) void dismiss(event.id);
          }}
        >
          {say(m.understood)}
        </Button>
      }
    >
      <ul className="grid gap-2">
        {day.news.map(({ id, kind }) => (
          <li key={id}>
            <span className="font-semibold">{nameOf(id)}</span>
            <br />
            {say(NEWS[kind])}
          </li>
        ))}
        {refused.map(({ event, reason }) => (
          <li key={event.id}>{say(refusalOf(reason), { stop: nameOf(event.booking_id) })}</li>
        ))}
      </ul>
    </Notice>
  );
}
