import { useEffect, useId, useRef, useState } from "react";
import {
  markdownOf,
  PICTURE_UPLOAD,
  PICTURES_PAGE,
  type SitePicture,
} from "~/features/content/pictures/picture";
import { AltFields, TAKEN } from "~/features/content/pictures/ui/add-picture";
import { Button } from "~/ui/action/button";
import { fileLook } from "~/ui/form/control-look";
import { Field } from "~/ui/form/field";
import { SelectField } from "~/ui/form/select-field";

export type LibraryPicture = Pick<SitePicture, "number" | "alt">;

type Props = {
  library: LibraryPicture[];
  /** Chosen by dropping or pasting it into the text. */
  dropped: File | null;
  insert: (markdown: string) => void;
};

/** Milliseconds that a picture may take to arrive and be made. */
const ANSWER_MS = 120_000;

/**
 * Adds a picture to the text where the cursor is: a new one, or one that is there. Stands outside of the text's form. Without
 * script there is a page for it.
 */
export function PictureField({ library, dropped, insert }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const [added, setAdded] = useState(0);
  const choiceId = useId();
  useEffect(() => {
    if (!dropped || !details.current || !chosen.current) return;
    const files = new DataTransfer();
    files.items.add(dropped);
    details.current.open = true;
    chosen.current.files = files.files;
    setError(undefined);
    form.current?.querySelector<HTMLInputElement>("[name=alt]")?.focus();
  }, [dropped]);
  const send = async () => {
    if (!form.current || pending) return;
    setPending(true);
    setError(undefined);
    try {
      const body = new FormData(form.current);
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(PICTURE_UPLOAD, { method: "POST", body, signal });
      const { markdown, error: refusal } = (await response.json()) as { markdown?: string; error?: string };
      if (!markdown) return setError(refusal ?? FAILED);
      insert(markdown);
      setAdded(added + 1); // an empty form
    } catch {
      setError(FAILED);
    } finally {
      setPending(false);
    }
  };
  return (
    <details ref={details} className="rounded-card bg-snow p-5 shadow-rest ring-1 ring-line sm:p-6">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-evergreen-700">
        Add a picture
      </summary>
      <p className="mt-3 hidden noscript:block">
        <a href={PICTURES_PAGE} className="font-medium text-evergreen-700 underline">
          Add it on the page of the pictures
        </a>
        , and copy its line into the text.
      </p>
      <div className="mt-4 grid gap-6 noscript:hidden">
        <form
          key={added}
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          className="grid gap-5"
        >
          <Field
            label="New picture"
            hint="Or drop or paste it into the text. JPEG, PNG, WebP or AVIF of up to 15 MB."
          >
            {(control) => (
              <input
                {...control}
                ref={chosen}
                type="file"
                name="picture"
                accept={TAKEN}
                className={fileLook}
              />
            )}
          </Field>
          <AltFields values={undefined} error={error} />
          <Button
            type="submit"
            variant="secondary"
            className="justify-self-start"
            pending={pending}
            pendingLabel="Adding..."
          >
            Add to the text
          </Button>
        </form>
        {library.length > 0 && (
          <div className="grid items-end gap-4 border-line border-t pt-5 sm:grid-cols-[1fr_auto]">
            <SelectField label="Or one that is there" id={choiceId}>
              {library.map(({ number, alt }) => (
                <option key={number} value={number}>
                  {pictureWords({ number, alt })}
                </option>
              ))}
            </SelectField>
            <Button
              type="button"
              variant="secondary"
              className="min-h-12"
              onClick={() => {
                const choice = document.getElementById(choiceId) as HTMLSelectElement;
                const picture = library.find(({ number }) => String(number) === choice.value);
                if (picture) insert(markdownOf(picture));
              }}
            >
              Add to the text
            </Button>
          </div>
        )}
        <a
          href={PICTURES_PAGE}
          target="_blank"
          rel="noreferrer"
          className="justify-self-start font-medium text-evergreen-700 underline-offset-4 hover:underline"
        >
          All pictures
        </a>
      </div>
    </details>
  );
}

const FAILED = "The picture could not be sent. Check your connection and try again.";

/** "7: A kitchen", for lists to choose from. */
export function pictureWords({ number, alt }: LibraryPicture): string {
  const words = alt ?? "only decorates";
  return `${number}: ${words.length > 60 ? `${words.slice(0, 59)}…` : words}`;
}
