import { useEffect, useState } from "react";
import { type TapKind, tapsOf, UNDO_MS } from "~/features/fieldwork/day/progress";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { Notice } from "~/ui/page/notice";
import type { Day, ShownStop } from "./use-day";
import { useWords } from "./words";

const LABELS = {
  on_my_way: m.on_my_way,
  started: m.start,
  paused: m.pause,
  resumed: m.resume,
  finished: m.finish,
} satisfies Record<TapKind, unknown>;

/** Milliseconds. Buttons that have just taken the place of others take no tap: the second of a double tap is not meant for them. */
const SETTLE_MS = 1000;

/** Who is there, and the one or two buttons that come next, within reach of a thumb. */
export function Taps({ stop, day }: { stop: ShownStop; day: Day }) {
  const { say } = useWords();
  const { state, present, checked } = stop.progress;
  const everybody = day.crew.members;
  const mine = day.member.id;
  const begins = state === "to do" || state === "on the way";
  const [chosen, setChosen] = useState<string[] | null>(null);
  const who = begins ? (chosen ?? (present.length > 0 ? present : everybody.map(({ id }) => id))) : present;
  const left = stop.items_waived
    ? 0
    : stop.items.filter(({ id, required }) => required && !checked.includes(id)).length;
  const taps = tapsOf(state);
  const joins = (state === "working" || state === "paused") && !present.includes(mine);
  const [settled, setSettled] = useState(state);
  useEffect(() => {
    const settle = setTimeout(() => setSettled(state), SETTLE_MS);
    return () => clearTimeout(settle);
  }, [state]);
  const [last, setLast] = useState<{ id: string; kind: TapKind }>();
  useEffect(() => {
    if (!last) return;
    const end = setTimeout(() => setLast(undefined), UNDO_MS);
    return () => clearTimeout(end);
  }, [last]);
  const tap = async (kind: TapKind, members: string[]) => {
    const id = crypto.randomUUID();
    setChosen(null);
    if ((await day.tap({ id, kind, booking_id: stop.id, members })) !== "lost") setLast({ id, kind });
  };
  if (taps.length === 0 && !last) return null;
  return (
    <form
      method="post"
      action={`/crew?stop=${stop.id}`}
      onSubmit={(event) => {
        event.preventDefault();
        const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
        const kind = taps.find((one) => one === button?.value);
        if (button?.value === "join") void tap("started", [mine]);
        else if (kind) void tap(kind, who.length > 0 ? who : [mine]);
      }}
      className="sticky bottom-16 z-10 -mx-5 grid gap-3 border-line border-t bg-paper px-5 py-3 sm:bottom-20 sm:mx-0 sm:rounded-card sm:border sm:px-4 sm:py-4 sm:shadow-lift"
    >
      {begins && everybody.length > 1 && (
        <fieldset>
          <legend className="mb-2 font-semibold">
            {say(state === "to do" ? m.who_goes : m.who_is_here)}
          </legend>
          <div className="flex flex-wrap gap-2">
            {everybody.map(({ id, name }) => (
              <label
                key={id}
                className={cx(
                  "flex min-h-12 items-center gap-2 rounded-full bg-snow px-4 ring-1 ring-line has-checked:bg-evergreen-100",
                  "has-checked:ring-2 has-checked:ring-evergreen-700 has-focus-visible:outline-2",
                )}
              >
                <input
                  type="checkbox"
                  name="members"
                  value={id}
                  checked={who.includes(id)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...who, id] : who.filter((one) => one !== id))
                  }
                  className="size-5 accent-evergreen-700"
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {left > 0 && taps.includes("finished") && <Notice>{say(m.items_left, { count: left })}</Notice>}
      {last && (
        <Button
          variant="ghost"
          size="large"
          disabled={settled !== state}
          onClick={async () => {
            const undone = await day.tap({ kind: "undone", booking_id: stop.id, undoes: last.id });
            if (undone !== "lost") setLast(undefined);
          }}
        >
          {say(m.undo, { tap: say(LABELS[last.kind]) })}
        </Button>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-2 empty:hidden">
        {joins && (
          <Button type="submit" name="kind" value="join" variant="secondary" size="large">
            {say(m.also_here)}
          </Button>
        )}
        {taps.toReversed().map((kind) => (
          <Button
            key={kind}
            type="submit"
            name="kind"
            value={kind}
            size="large"
            variant={kind === taps[0] ? "primary" : "secondary"}
            disabled={settled !== state || (kind === "finished" && left > 0)}
            className="min-h-15 px-3"
          >
            {say(LABELS[kind])}
          </Button>
        ))}
      </div>
    </form>
  );
}
