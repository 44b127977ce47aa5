import * as m from "~/features/fieldwork/messages/made/messages.js";
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
};

/** What the office changed meanwhile, and what it did not take; until it was read. */
export function News({ day }: { day: Day }) {
  const { say } = useWords();
  if (day.news.length + day.refused.length === 0) return null;
  const nameOf = (id: string) => {
    const stop = [...day.stops, ...day.news.map((one) => ({ id: one.id, ...one.stop }))].find(
      (one) => one.id === id,
    );
    return stop ? `${stop.starts}, ${stop.address}` : "–";
  };
  return (
    <Notice
      tone={day.refused.length > 0 ? "error" : "info"}
      className="mb-4"
      action={
        <Button variant="secondary" onClick={day.dismiss}>
          {say(m.understood)}
        </Button>
      }
    >
      <ul className="grid gap-2">
        {day.news.map(({ id, kind, stop }) => (
          <li key={id}>
            <span className="font-semibold">
              {stop.starts}, {stop.address}:
            </span>{" "}
            {say(NEWS[kind])}
          </li>
        ))}
        {day.refused.map(({ event, reason }) => (
          <li key={event.id}>
            {say(REFUSED[reason] ?? m.refused_other, { stop: nameOf(event.booking_id) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
