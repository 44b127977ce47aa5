import * as m from "~/features/fieldwork/messages/made/messages.js";
import { Badge } from "~/ui/list/badge";
import type { Day, ShownStop } from "./use-day";
import { useWords } from "./words";

/** What is to be done at a visit; each item is one tap. */
export function Checklist({ stop, day }: { stop: ShownStop; day: Day }) {
  const { say } = useWords();
  const { checked } = stop.progress;
  return (
    <section aria-labelledby="checklist" className="rounded-card bg-snow ring-1 ring-line">
      <h2
        id="checklist"
        className="flex items-baseline justify-between px-4 pt-4 font-sans font-semibold text-lg"
      >
        {say(m.checklist)}
        <span className="font-normal text-base text-moss tabular-nums">
          {stop.items.filter(({ id }) => checked.includes(id)).length} / {stop.items.length}
        </span>
      </h2>
      <ul className="py-2">
        {stop.items.map(({ id, text, required }) => (
          <li key={id}>
            <label className="flex min-h-13 items-center gap-4 px-4 py-2 text-lg/6 active:bg-sage-soft">
              <input
                type="checkbox"
                checked={checked.includes(id)}
                onChange={({ target }) =>
                  void day.tap({
                    kind: target.checked ? "checked" : "unchecked",
                    booking_id: stop.id,
                    item_id: id,
                  })
                }
                className="size-7 shrink-0 accent-evergreen-700"
              />
              <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
              {required && !checked.includes(id) && <Badge tone="amber">{say(m.required)}</Badge>}
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
