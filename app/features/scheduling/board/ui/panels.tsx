import { Form, Link, useNavigation } from "react-router";
import { type BoardCrew, MAX_REASON, type OpenVisit } from "~/features/scheduling/board/board";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Disclosure } from "~/ui/action/disclosure";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";

/** A move that was refused: what was wished for, why not, and what that day has left. */
export type MoveRefusal = {
  wish: { date: string; time: string; crew_id: string; override_reason: string };
  field: "date" | "time" | "crew_id" | "override_reason" | null;
  message: string;
  slots: OpenVisit["slots"];
};

type Props = {
  visit: OpenVisit;
  crews: BoardCrew[];
  today: string;
  closeHref: string;
  refusal: MoveRefusal | undefined;
};

/** A visit beside the board, and the form that moves it: by keyboard, on a phone and without script. */
export function VisitPanel({ visit, crews, today, closeHref, refusal }: Props) {
  const facts = [
    ["Booking", visit.number],
    ["When", `${visit.when} (${visit.duration})`],
    ["Crew", crews.find(({ id }) => id === visit.crew_id)?.name ?? "No crew yet"],
    ["Where", visit.address],
    ["Phone", visit.phone],
    ["Email", visit.email],
    ["Notes", visit.notes],
  ].filter(([, text]) => text);
  return (
    <SidePanel title={visit.customer ?? "No name yet"} closeHref={closeHref}>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {visit.service}{" "}
        <Badge tone={tones[visit.status]} className="capitalize">
          {visit.status}
        </Badge>
      </p>
      {visit.attention && (
        <Notice tone="error" className="mt-4" title="Needs attention">
          {visit.attention}
        </Notice>
      )}
      <dl className="mt-4 grid gap-3">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt className="text-[0.875rem]/5 text-moss">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <Link
        to={`/admin/bookings/${visit.id}`}
        className={`${buttonLook({ variant: "secondary", size: "small" })} mt-5 min-h-11`}
      >
        Open booking
      </Link>
      <section aria-labelledby="move" className="mt-6 border-line border-t pt-5">
        <h3 id="move" className="mb-3 font-sans font-semibold text-[1.0625rem]/6">
          Move
        </h3>
        {visit.why_not ? (
          <p className="text-moss">{visit.why_not}</p>
        ) : (
          <MoveForm {...{ visit, crews, today, refusal }} />
        )}
      </section>
    </SidePanel>
  );
}

const tones: Record<string, "amber" | "green" | "neutral" | "berry"> = {
  pending: "amber",
  confirmed: "green",
  completed: "neutral",
  cancelled: "berry",
};

function MoveForm({ visit, crews, today, refusal }: Omit<Props, "closeHref">) {
  const pending = useNavigation().formData?.get("intent") === "move";
  const wish = refusal?.wish ?? { ...visit, crew_id: visit.crew_id ?? "", override_reason: "" };
  const slots = refusal?.slots.length ? refusal.slots : visit.slots;
  const errorOf = (field: MoveRefusal["field"]) => (refusal?.field === field ? refusal.message : undefined);
  const free = refusal?.slots.filter(({ state }) => state === "free").map(({ time }) => time) ?? [];
  const times = slots.some(({ time }) => time === visit.time)
    ? slots
    : [{ time: visit.time, state: "free" }, ...slots];
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={visit.id} />
      <input type="hidden" name="sequence" value={visit.sequence} />
      {refusal && (
        <Notice tone="error" title="Not moved">
          {refusal.message}
          {free.length > 0 && (
            <span className="mt-1 block">Still available that day: {free.join(", ")}.</span>
          )}
        </Notice>
      )}
      <SelectField
        key={`crew ${wish.crew_id}`}
        label="Crew"
        name="crew_id"
        defaultValue={wish.crew_id}
        error={errorOf("crew_id")}
      >
        <option value="">Any available crew</option>
        {crews
          .filter(({ id, is_active }) => is_active || id === visit.crew_id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          key={`date ${wish.date}`}
          label="Date"
          name="date"
          type="date"
          min={today}
          defaultValue={wish.date}
          error={errorOf("date")}
        />
        <SelectField
          key={`time ${wish.time}`}
          label="Time"
          name="time"
          defaultValue={wish.time}
          error={errorOf("time")}
        >
          {times.map(({ time }) => (
            <option key={time} value={time}>
              {time}
            </option>
          ))}
        </SelectField>
      </div>
      <Disclosure title="Move outside the hours" open={Boolean(wish.override_reason)}>
        <TextField
          label="Reason"
          name="override_reason"
          optional
          hint="Sets aside opening hours, notice and closed days for this visit. Kept with the booking."
          maxLength={MAX_REASON}
          autoComplete="off"
          defaultValue={wish.override_reason}
          error={errorOf("override_reason")}
        />
      </Disclosure>
      <Button
        type="submit"
        size="small"
        className="min-h-11 justify-self-start"
        pending={pending}
        pendingLabel="Moving..."
      >
        Move
      </Button>
    </Form>
  );
}
