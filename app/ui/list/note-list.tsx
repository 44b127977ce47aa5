/**
 * Staff's notes, newest first, each with a button to remove it. The form posts `intent=remove-note` and `note`.
 *
 *   <NoteList notes={notes.map(({ on, ...note }) => ({ ...note, at: on }))} />
 */
import Trash from "lucide-react/icons/trash-2";
import { Form } from "react-router";

type Note = { id: string; body: string; author: string /** When, in words. */; at: string };

export function NoteList({ notes }: { notes: Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-3">
      {notes.map(({ id, body, author, at }) => (
        <li key={id} className="rounded-control bg-sage-soft py-1 pr-1 pl-3.5 text-[0.9375rem]">
          <Form method="post" preventScrollReset className="flex items-center gap-2 text-moss">
            <span className="min-w-0 flex-1 truncate">
              {author}, {at}
            </span>
            <input type="hidden" name="note" value={id} />
            <button
              type="submit"
              name="intent"
              value="remove-note"
              aria-label={`Remove the note from ${at}`}
              className="grid size-11 cursor-pointer place-items-center rounded-control transition-colors hover:bg-snow hover:text-berry"
            >
              <Trash aria-hidden strokeWidth={1.75} className="size-4.5" />
            </button>
          </Form>
          <p className="wrap-anywhere whitespace-pre-line pr-2.5 pb-2">{body}</p>
        </li>
      ))}
    </ul>
  );
}
