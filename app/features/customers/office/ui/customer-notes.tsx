import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "react-router";
import type { CustomerView } from "~/features/customers/office/customer";
import { NOTE_MAX, noteSchema } from "~/features/customers/office/forms";
import { Button } from "~/ui/button";
import { controlOf } from "~/ui/conform-control";
import { NoteList } from "~/ui/note-list";
import { TextareaField } from "~/ui/textarea-field";
import { PanelSection } from "./panel-section";

type Props = {
  notes: CustomerView["notes"];
  count: number;
  allHref: string;
  /** Of the note that would be written next. */
  noteId: string;
  result: SubmissionResult<string[]> | undefined;
};

/** What the staff note about a customer; the customer never sees it, but gets it with their data when they ask. */
export function CustomerNotes({ notes, count, allHref, noteId, result }: Props) {
  return (
    <PanelSection heading="Notes" count={count || undefined} shown={notes.length} allHref={allHref}>
      <NewNote key={notes[0]?.id} noteId={noteId} result={result} />
      <NoteList notes={notes.map(({ on, ...note }) => ({ ...note, at: on }))} />
    </PanelSection>
  );
}

function NewNote({ noteId, result }: Pick<Props, "noteId" | "result">) {
  const navigation = useNavigation();
  const [form, { body }] = useForm({
    id: "new-note",
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: noteSchema, disableAutoCoercion: true }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-3">
      <input type="hidden" name="note_id" value={noteId} />
      <TextareaField
        key={body.key}
        {...controlOf(body)}
        label="New note"
        rows={2}
        maxLength={NOTE_MAX}
        required
      />
      <Button
        type="submit"
        name="intent"
        value="add-note"
        variant="secondary"
        size="small"
        className="justify-self-start"
        pending={navigation.formData?.get("intent") === "add-note"}
      >
        Add note
      </Button>
    </Form>
  );
}
