import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { openAddress } from "~/lib/list-query";
import { type SavedView, VIEW_NAME_LIMIT, viewsPath } from "~/lib/saved-view";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";

type Refused = { intent: string; id: string; name: string; search: string; message: string };
type Props = {
  list: { name: string; title: string; path: string };
  views: SavedView[];
  refused: Refused | undefined;
};

/** The saved views of a list: each opens, gets another name, or is deleted. A view that was refused can be named again. */
export function ViewList({ list, views, refused }: Props) {
  const toSave = refused?.intent === "save" ? refused : null;
  return (
    <>
      {toSave && (
        <Card className="p-5 sm:p-6">
          <NameForm
            list={list.name}
            fields={{ intent: "save", query: toSave.search }}
            {...{ label: "Name of the view", name: toSave.name, error: toSave.message, button: "Save view" }}
          />
        </Card>
      )}
      {views.length === 0 && !toSave && (
        <p className="text-moss">
          You have no saved views yet. Filter the list, then choose Save view to keep it here.
        </p>
      )}
      {views.length > 0 && (
        <Card className="p-5 sm:p-6">
          <ul>
            {views.map(({ id, name, search }) => (
              <li
                key={id}
                className="flex flex-wrap items-end gap-3 border-line py-4 first:pt-0 last:pb-0 not-first:border-t"
              >
                <NameForm
                  key={name}
                  list={list.name}
                  fields={{ intent: "rename", id }}
                  {...{ label: "Name", name: refused?.id === id ? refused.name : name, button: "Rename" }}
                  error={refused?.intent === "rename" && refused.id === id ? refused.message : undefined}
                />
                <DeleteForm list={list.name} id={id} name={name} />
                <Link
                  to={openAddress(list.path, search)}
                  className="inline-flex min-h-12 items-center font-semibold text-[0.9375rem] text-evergreen-700 underline-offset-4 hover:underline"
                >
                  Open<span className="sr-only"> {name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type NameProps = {
  list: string;
  fields: Record<string, string>;
  label: string;
  name: string;
  error: string | undefined;
  button: string;
};

function NameForm({ list, fields, label, name, error, button }: NameProps) {
  const form = useRef<HTMLFormElement>(null);
  const { formData } = useNavigation();
  const isSending = formData?.get("intent") === fields.intent && formData?.get("id") === (fields.id ?? null);
  useFocusError(form, error ? { name: error } : undefined);
  return (
    <Form
      ref={form}
      method="post"
      action={viewsPath(list)}
      preventScrollReset
      className="flex min-w-0 flex-1 basis-72 flex-wrap items-end gap-3"
    >
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <TextField
        {...{ label, error }}
        name="name"
        defaultValue={name}
        maxLength={VIEW_NAME_LIMIT}
        required
        className="min-w-40 flex-1"
      />
      <Button
        type="submit"
        variant="secondary"
        className="min-h-12"
        pending={isSending}
        pendingLabel="Saving..."
      >
        {button}
      </Button>
    </Form>
  );
}

function DeleteForm({ list, id, name }: { list: string; id: string; name: string }) {
  const { formData } = useNavigation();
  const isSending = formData?.get("intent") === "delete" && formData.get("id") === id;
  return (
    <Form method="post" action={viewsPath(list)} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="intent"
        value="delete"
        variant="ghost"
        className="min-h-12"
        pending={isSending}
        pendingLabel="Deleting..."
        aria-label={`Delete ${name}`}
      >
        Delete
      </Button>
    </Form>
  );
}
