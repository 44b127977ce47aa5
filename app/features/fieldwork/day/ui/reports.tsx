import { useState } from "react";
import { REPORT_KINDS, REPORT_LENGTH, type ReportKind } from "~/features/fieldwork/day/report";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { useOffline } from "~/features/fieldwork/offline/ui/offline";
import { compress } from "~/features/fieldwork/photos/ui/compress";
import { Button } from "~/ui/action/button";
import { SelectField } from "~/ui/form/select-field";
import { TextareaField } from "~/ui/form/textarea-field";
import type { Day, ShownStop } from "./use-day";
import { useWords } from "./words";

/** What was sent without script and not taken; `words` of a report. */
export type RefusedForm = { reason: string; report_kind?: string; words?: string };

const LABELS = {
  "more time": m.report_more_time,
  "no entry": m.report_no_entry,
  damage: m.report_damage,
  extra: m.report_extra,
} satisfies Record<ReportKind, unknown>;

/** What was told from this visit, and what the office answered. */
export function Reports({ stop }: { stop: ShownStop }) {
  const { say, clock } = useWords();
  if (stop.reports.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {stop.reports.map(({ id, kind, words, at, answer, isWaiting }) => (
        <li key={id} className="rounded-card bg-snow p-4 ring-1 ring-line">
          <p className="font-semibold">
            {say(LABELS[kind])} <span className="font-normal text-moss">{clock(at)}</span>
          </p>
          {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
          <p className={answer ? "mt-2 rounded-control bg-glass px-3 py-2 wrap-anywhere" : "mt-1 text-moss"}>
            {answer ? say(m.answer, { answer }) : say(isWaiting ? m.waiting_to_send : m.no_answer)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Tells the office what is the matter, in one choice and a few words. */
export function ReportForm({ stop, day, refused }: { stop: ShownStop; day: Day; refused?: RefusedForm }) {
  const { say } = useWords();
  const { addPhoto } = useOffline();
  const [error, setError] = useState<string>();
  /** Stays until the report is safe: pressed twice, the form tells once. */
  const [id, setId] = useState(() => crypto.randomUUID());
  return (
    <details open={refused?.words !== undefined} className="group rounded-card bg-snow ring-1 ring-line">
      <summary className="flex min-h-13 cursor-pointer items-center px-4 font-semibold text-lg">
        {say(m.tell_office)}
      </summary>
      <form
        method="post"
        action={`/crew?stop=${stop.id}`}
        className="grid gap-4 px-4 pb-4"
        onSubmit={async (event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const fields = new FormData(form);
          const kind = REPORT_KINDS.find((one) => one === fields.get("report_kind"));
          const words = String(fields.get("words") ?? "").trim();
          if (!words || !kind) return setError(say(m.report_words_missing));
          setError(undefined);
          const told = await day.tap({ kind: "reported", id, booking_id: stop.id, report_kind: kind, words });
          if (told === "lost") return;
          setId(crypto.randomUUID());
          const photo = fields.get("photo");
          form.reset();
          form.closest("details")?.removeAttribute("open");
          if (photo instanceof File && photo.size > 0)
            await addPhoto({ visit: stop.id, kind: "report", report: id, content: await compress(photo) });
        }}
      >
        <input type="hidden" name="kind" value="reported" />
        <SelectField label={say(m.tell_office)} name="report_kind" defaultValue={refused?.report_kind}>
          {REPORT_KINDS.map((value) => (
            <option key={value} value={value}>
              {say(LABELS[value])}
            </option>
          ))}
        </SelectField>
        <TextareaField
          label={say(m.report_words)}
          name="words"
          maxLength={REPORT_LENGTH}
          rows={3}
          defaultValue={refused?.words}
          error={error}
          required
        />
        <label className="grid gap-2 font-semibold noscript:hidden">
          {say(m.picture_optional)}
          <input
            type="file"
            name="photo"
            accept="image/*"
            capture="environment"
            className="min-h-12 w-full font-normal file:mr-3 file:min-h-12 file:rounded-control file:border-0 file:bg-sage-soft file:px-4 file:font-semibold"
          />
        </label>
        <Button type="submit" size="large">
          {say(m.send)}
        </Button>
      </form>
    </details>
  );
}
