import { Form, Link, useNavigation } from "react-router";
import { type FoundNote, KIND_LABELS } from "~/features/customers/codes/rules";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

/** Notes with words that look like a code, each with what would remain and buttons to move them or to leave them. */
export function FoundList({ notes }: { notes: FoundNote[] }) {
  return (
    <ul className="grid gap-4">
      {notes.map((note) => (
        <Found key={`${note.source} ${note.id} ${note.words}`} note={note} />
      ))}
    </ul>
  );
}

function Found({ note }: { note: FoundNote }) {
  const { source, id, where, customer, text, words, kind, label, rest } = note;
  const pending = useNavigation().formData;
  const isThis = pending?.get("id") === id && pending.get("words") === words;
  const at = text.indexOf(words);
  return (
    <Card as="li" className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone="amber">{KIND_LABELS[kind]}</Badge>
        <p className="wrap-anywhere min-w-0 text-[0.9375rem]/6">
          {customer && (
            <>
              <Link
                to={`/admin/customers/${customer.id}`}
                className="rounded-control py-1 font-semibold text-evergreen-700 hover:underline"
              >
                {customer.name}
              </Link>
              {" · "}
            </>
          )}
          {where}
        </p>
      </div>
      <dl className="grid gap-4 text-[0.9375rem]/6 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-moss">Now</dt>
          <dd className="wrap-anywhere whitespace-pre-line">
            {text.slice(0, at)}
            <mark className="rounded-sm bg-honey-soft px-0.5 text-ink">{words}</mark>
            {text.slice(at + words.length)}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-moss">After moving “{label}”</dt>
          <dd className="wrap-anywhere whitespace-pre-line">
            {rest ?? <span className="text-moss">Nothing remains</span>}
          </dd>
        </div>
      </dl>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
        <input type="hidden" name="source" value={source} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="words" value={words} />
        <Button
          type="submit"
          name="intent"
          value="move"
          variant="secondary"
          size="small"
          className="min-h-11"
          pending={isThis && pending.get("intent") === "move"}
        >
          Move to entry codes
        </Button>
        <Button
          type="submit"
          name="intent"
          value="dismiss"
          variant="ghost"
          size="small"
          className="min-h-11"
          pending={isThis && pending.get("intent") === "dismiss"}
        >
          Not a code
        </Button>
      </Form>
    </Card>
  );
}
