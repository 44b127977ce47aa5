import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { OfficeBooking } from "~/features/booking/office/booking";
import { Button } from "~/ui/button";
import { TextareaField } from "~/ui/textarea-field";
import { useFocusError } from "~/ui/use-focus-error";
import { OfficeSection, type Refused } from "./section";

type Props = { notes: OfficeBooking["staff_notes"]; noteId: string; refused: Refused | undefined };

/** What only staff read. */
export function OfficeNotes({ notes, noteId, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "note";
  useFocusError(form, refused?.errors);
  return (
    <OfficeSection title="Staff notes">
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
      <Form key={notes.length} ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
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
    </OfficeSection>
  );
}
