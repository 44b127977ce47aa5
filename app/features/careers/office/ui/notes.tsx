import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { ApplicationNote } from "~/features/careers/office/application";
import { LIMITS } from "~/features/careers/office/forms";
import { Button } from "~/ui/button";
import { NoteList } from "~/ui/note-list";
import { TextareaField } from "~/ui/textarea-field";
import { useFocusError } from "~/ui/use-focus-error";
import type { Refused } from "./applicant-form";

type Props = { notes: ApplicationNote[]; formId: string; refused: Refused | undefined };

/** What staff note about an applicant. */
export function ApplicationNotes({ notes, formId, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "note";
  const own = refused?.intent === "note" ? refused : undefined;
  useFocusError(form, own?.errors);
  return (
    <section aria-labelledby="notes" className="border-line border-t pt-5">
      <h3 id="notes" className="mb-2.5 font-semibold">
        Notes
      </h3>
      <Form key={notes[0]?.id} ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="form_id" value={formId} />
        <TextareaField
          label="New note"
          name="body"
          rows={2}
          maxLength={LIMITS.note}
          defaultValue={own?.values.body}
          error={own?.errors.body}
        />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          pending={busy}
          pendingLabel="Saving..."
          className="min-h-11 justify-self-start"
        >
          Add note
        </Button>
      </Form>
      <NoteList notes={notes} />
    </section>
  );
}
