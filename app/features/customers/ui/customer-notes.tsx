import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import Trash from "lucide-react/icons/trash-2";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { controlOf } from "~/ui/conform-control";
import { TextareaField } from "~/ui/textarea-field";
import type { CustomerView } from "../customer";
import { NOTE_MAX, noteSchema } from "../forms";
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
      {notes.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {notes.map(({ id, body, author, on }) => (
            <li key={id} className="rounded-control bg-sage-soft py-2 pr-1 pl-3.5 text-[0.9375rem]">
              <Form method="post" preventScrollReset className="flex items-center gap-2 text-moss">
                <span className="min-w-0 flex-1 truncate">
                  {author}, {on}
                </span>
                <input type="hidden" name="note" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="remove-note"
                  aria-label={`Remove the note of ${on}`}
                  className="grid size-9 cursor-pointer place-items-center rounded-control transition-colors hover:bg-snow hover:text-berry"
                >
                  <Trash aria-hidden strokeWidth={1.75} className="size-4.5" />
                </button>
              </Form>
              <p className="wrap-anywhere whitespace-pre-line pr-2.5 pb-1">{body}</p>
            </li>
          ))}
        </ul>
      )}
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
