import { useEffect, useState } from "react";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { useOffline } from "~/features/fieldwork/offline/ui/offline";
import type { KeptCodes } from "~/features/fieldwork/offline/ui/queue";
import { Button } from "~/ui/action/button";
import type { ShownStop } from "./use-day";
import { useWords } from "./words";

type Answer = { codes: KeptCodes["codes"]; until: number; now: number };

/** The codes of a home, after a tap and only around the visit; then the phone forgets them. */
export function EntryCodes({ stop, codes }: { stop: ShownStop; codes: NonNullable<ShownStop["codes"]> }) {
  const { say, clock } = useWords();
  const { queue } = useOffline();
  const [shown, setShown] = useState<KeptCodes>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    void queue()
      .then((phone) => phone.readCodes())
      .then((kept) => setShown(kept.find(({ visit }) => visit === stop.id)))
      .catch(() => {});
  }, [queue, stop.id]);
  useEffect(() => {
    if (!shown) return;
    const end = setTimeout(() => setShown(undefined), Math.max(0, shown.until - Date.now()));
    return () => clearTimeout(end);
  }, [shown]);

  const show = async () => {
    setProblem(undefined);
    const body = new URLSearchParams({ visit: stop.id });
    const response = await fetch("/crew/codes", { method: "POST", body }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (!response || !answer) return setProblem(say(m.codes_offline));
    if (!response.ok)
      return setProblem(answer.from ? say(m.codes_from, { time: clock(answer.from) }) : say(m.codes_over));
    const { codes, until, now } = answer as Answer;
    const kept = { visit: stop.id, codes, until: Date.now() + until - now };
    setShown(kept);
    await queue()
      .then((phone) => phone.keepCodes(kept))
      .catch(() => {});
  };

  return (
    <section aria-labelledby="codes" className="grid gap-3 rounded-card bg-snow p-4 ring-1 ring-line">
      <h2 id="codes" className="font-sans font-semibold text-lg">
        {say(m.entry_codes)}
      </h2>
      {shown ? (
        <>
          <dl className="grid gap-3">
            {shown.codes.map(({ id, label, value }) => (
              <div key={id}>
                <dt className="text-moss">{label}</dt>
                <dd className="whitespace-pre-line font-semibold text-2xl tabular-nums wrap-anywhere">
                  {value ?? say(m.code_lost)}
                </dd>
              </div>
            ))}
          </dl>
          <p className="text-moss">{say(m.codes_until, { time: clock(codes.until) })}</p>
        </>
      ) : (
        <Button variant="secondary" size="large" onClick={show}>
          {say(m.show_codes)}
        </Button>
      )}
      <p role="status" className="empty:hidden">
        {problem}
      </p>
    </section>
  );
}
