import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { OfficeBooking } from "~/features/booking/office/booking";
import type { Slot } from "~/features/scheduling/availability/slots";
import { Button } from "~/ui/action/button";
import { Allowed, useAllowed } from "~/ui/allowed";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { PanelPart } from "~/ui/list/panel-part";

/** The errors by field and typed values of a refused form. */
export type Refused = {
  intent: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  slots?: Slot[];
};

/** What happened to the booking, the newest first. */
export function OfficeHistory({ history }: { history: OfficeBooking["history"] }) {
  return (
    <PanelPart title="History">
      {history.length === 0 ? (
        <p className="text-[0.9375rem] text-moss">No history yet.</p>
      ) : (
        <ol className="grid gap-3 border-line border-l pl-4">
          {history.map(({ id, what, who, at }) => (
            <li key={id} className="text-[0.9375rem]/5">
              <p className="wrap-anywhere">{what}</p>
              <p className="mt-0.5 text-[0.8125rem]/5 text-moss">
                {who}, {at}
              </p>
            </li>
          ))}
        </ol>
      )}
    </PanelPart>
  );
}

type Props = { notes: OfficeBooking["staff_notes"]; noteId: string; refused: Refused | undefined };

/** What only staff read. */
export function OfficeNotes({ notes, noteId, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "note";
  useFocusError(form, refused?.errors);
  return (
    <PanelPart title="Staff notes">
      {notes.length > 0 && (
        <ol className="mb-4 grid gap-3">
          {notes.map(({ id, body, author, at }) => (
            <li key={id} className="rounded-control bg-sage-soft px-3.5 py-2.5 text-[0.9375rem]/6">
              <p className="wrap-anywhere whitespace-pre-line">{body}</p>
              <p className="mt-1 text-[0.8125rem]/5 text-moss">
                {author}, {at}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Allowed to="bookings.edit">
        <Form
          key={notes.length}
          ref={form}
          method="post"
          preventScrollReset
          noValidate
          className="grid gap-3"
        >
          <input type="hidden" name="intent" value="note" />
          <input type="hidden" name="note_id" value={refused?.values.note_id ?? noteId} />
          <TextareaField
            label="Add a note"
            name="body"
            rows={2}
            maxLength={4000}
            hint="Visible to staff only."
            defaultValue={refused?.values.body}
            error={refused?.errors.body}
          />
          <Button
            type="submit"
            variant="secondary"
            size="small"
            pending={busy}
            pendingLabel="Saving..."
            className="justify-self-start"
          >
            Add note
          </Button>
        </Form>
      </Allowed>
    </PanelPart>
  );
}

type OfficeRescueProps = { booking: OfficeBooking; choices: NonNullable<OfficeBooking["rescue"]> };

/** What one press does about a visit that was paid for without a slot: another time, or all of the money back. */
export function OfficeRescue({ booking, choices }: OfficeRescueProps) {
  const { money, sequence } = booking;
  const posted = useNavigation().formData;
  const mayRefund = useAllowed("orders.refund");
  const isMoving = ({ date, time }: (typeof choices)[number]) =>
    posted?.get("intent") === "place" && posted.get("date") === date && posted.get("time") === time;
  return (
    <div className="mt-3 grid gap-2">
      <p className="font-semibold text-ink">
        {choices.length > 0
          ? "Move it to the closest available time and confirm:"
          : "No times nearby are available."}
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Form key={`${choice.date} ${choice.time}`} method="post" preventScrollReset>
            <input type="hidden" name="intent" value="place" />
            <input type="hidden" name="sequence" value={sequence} />
            <input type="hidden" name="date" value={choice.date} />
            <input type="hidden" name="time" value={choice.time} />
            <Button
              type="submit"
              variant="secondary"
              size="small"
              pending={isMoving(choice)}
              pendingLabel="Moving..."
            >
              {choice.label}
            </Button>
          </Form>
        ))}
        {money.left > 0 && mayRefund && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="cancel" />
            <input type="hidden" name="choice" value="all" />
            <input type="hidden" name="left" value={money.left} />
            <input type="hidden" name="reason" value="No times available" />
            <Button
              type="submit"
              variant="destructive"
              size="small"
              pending={posted?.get("intent") === "cancel"}
              pendingLabel="Refunding..."
            >
              Refund in full ({money.left_in_words})
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
