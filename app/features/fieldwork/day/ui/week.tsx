import { createElement } from "react";
import type { CrewDay } from "~/features/fieldwork/day/day";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { order } from "~/features/fieldwork/offline/ui/offline";
import pushButton from "~/features/fieldwork/push/ui/push-button.ts?url";
import { Button } from "~/ui/action/button";
import { useHydrated } from "~/ui/live/use-hydrated";
import { useWords } from "./words";

/** The member's own hours of this week. */
export function Week({ week, today }: Pick<CrewDay, "week" | "today">) {
  const { say, dayName } = useWords();
  const hydrated = useHydrated();
  const text = (minutes: number) =>
    say(m.hours_minutes, { hours: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) });
  const total = week.reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <section>
      <h1 className="font-sans font-semibold text-2xl">{say(m.week_total)}</h1>
      <p className="mt-1 font-semibold text-3xl text-evergreen-700 tabular-nums">{text(total)}</p>
      <p className="mt-2 text-moss">{say(m.hours_note)}</p>
      <dl className="mt-5 divide-y divide-line rounded-card bg-snow px-4 ring-1 ring-line">
        {week.map(({ date, minutes }) => (
          <div key={date} className="flex min-h-13 items-center justify-between gap-4 text-lg">
            <dt className={date === today ? "font-semibold" : ""}>{dayName(date)}</dt>
            <dd className={minutes > 0 ? "tabular-nums" : "text-moss"}>
              {minutes > 0 ? text(minutes) : "–"}
            </dd>
          </div>
        ))}
      </dl>
      {hydrated && (
        <>
          {createElement("push-button")}
          <script type="module" async src={pushButton} />
        </>
      )}
      <form
        method="post"
        action="/crew/unlock"
        className="mt-10 text-center"
        onSubmit={async (event) => {
          event.preventDefault();
          const form = event.currentTarget;
          if (!confirm(say(m.sign_out_sure))) return;
          await order("wipe");
          form.submit();
        }}
      >
        <input type="hidden" name="intent" value="leave" />
        <Button type="submit" variant="ghost" className="min-h-13 text-berry">
          {say(m.sign_out)}
        </Button>
      </form>
    </section>
  );
}
