import { useEffect, useRef, useState } from "react";
import { Form, useBlocker, useNavigation } from "react-router";
import { coverOf } from "~/features/content/pictures/picture";
import {
  type TextField as Field,
  fieldsOf,
  hasMarkdown,
  type Source,
  type TextKind,
} from "~/features/content/texts/text";
import { Button } from "~/ui/action/button";
import { ConfirmDialog } from "~/ui/action/confirm-dialog";
import { pictureNames } from "~/ui/art/pictures";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { BodyField } from "./body-field";
import { LivePreview } from "./live-preview";
import { type LibraryPicture, PictureField, pictureWords } from "./picture-field";

type Props = {
  kind: TextKind;
  source: Source;
  /** The newest version that the form was filled with. */
  seen: number;
  formId: string;
  moment: { publish_date: string; publish_time: string };
  errors: Record<string, string> | undefined;
  previewPath: string;
  zone: string;
  /** The office's pictures. */
  library: LibraryPicture[];
};

/** The form of a text beside the page that it makes. */
export function TextEditor(props: Props) {
  const { kind, source, seen, formId, moment, errors = {}, previewPath, zone, library } = props;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(0);
  const [dropped, setDropped] = useState<File | null>(null);
  const insert = useRef<(markdown: string) => void>(() => {});
  const { formMethod, formData } = useNavigation();
  const field = fieldProps(moment, errors);
  const sent = formMethod === "POST" ? String(formData?.get("intent") ?? "") : null;
  useFocusError(form, Object.keys(errors).length > 0 ? errors : null);
  return (
    <div className="grid items-start gap-8 xl:grid-cols-2">
      <div className="grid min-w-0 gap-5">
        <Form
          ref={form}
          method="post"
          noValidate
          onInput={() => setTyped((count) => count + 1)}
          className="grid min-w-0 gap-5 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line sm:p-6"
        >
          <input type="hidden" name="seen" value={seen} />
          <input type="hidden" name="form_id" value={formId} />
          {/* Enter in a field saves a draft; it must not publish. */}
          <button type="submit" name="intent" value="save" hidden aria-hidden tabIndex={-1} />
          {fieldsOf(kind).map((one) => (
            <SourceField
              key={one.name}
              field={one}
              value={source.fields[one.name] ?? ""}
              error={errors[one.name]}
              library={library}
            />
          ))}
          {hasMarkdown(kind) && (
            <BodyField body={source.body} error={errors.body} onPicture={setDropped} insert={insert} />
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value="save"
              variant="secondary"
              pending={sent === "save"}
              pendingLabel="Saving..."
            >
              Save draft
            </Button>
            <Button
              type="submit"
              name="intent"
              value="publish"
              pending={sent === "publish"}
              pendingLabel="Publishing..."
            >
              Publish now
            </Button>
            <button
              type="submit"
              name="intent"
              value="preview"
              formAction={previewPath}
              formTarget="_blank"
              className="hidden min-h-11 font-medium text-evergreen-700 underline noscript:inline-flex noscript:items-center"
            >
              Preview in a new tab
            </button>
          </div>
          <fieldset className="border-line border-t pt-4">
            <legend className="sr-only">Publish later</legend>
            <div className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
              <TextField label="Publish on" type="date" {...field("publish_date")} />
              <TextField label="At" type="time" {...field("publish_time")} />
              <Button
                type="submit"
                name="intent"
                value="plan"
                variant="secondary"
                className="min-h-12 sm:mt-6.5"
                pending={sent === "plan"}
                pendingLabel="Planning..."
              >
                Publish then
              </Button>
            </div>
            <p className="mt-1.5 text-[0.9375rem]/5 text-moss">
              In your company’s time zone, {zone.replaceAll("_", " ")}.
            </p>
          </fieldset>
        </Form>
        {hasMarkdown(kind) && (
          <PictureField library={library} dropped={dropped} insert={(markdown) => insert.current(markdown)} />
        )}
      </div>
      <LivePreview form={form} action={previewPath} typed={typed} />
      <LeaveGuard dirty={typed > 0 && sent === null} />
    </div>
  );
}

type SourceFieldProps = {
  field: Field;
  value: string;
  error: string | undefined;
  library: LibraryPicture[];
};

function SourceField({ field, value, error, library }: SourceFieldProps) {
  const { name, label, max, optional, hint, as, choices } = field;
  const common = { label, name, hint, optional, error, defaultValue: value };
  if (as === "choice")
    return (
      <SelectField {...common}>
        {choices?.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    );
  if (as === "lines") return <TextareaField {...common} maxLength={max} rows={2} />;
  if (as === "picture")
    return (
      <SelectField {...common}>
        <option value="">No picture</option>
        {Object.entries(pictureNames).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
        {library.length > 0 && (
          <optgroup label="Your pictures">
            {library.map((picture) => (
              <option key={picture.number} value={coverOf(picture.number)}>
                {pictureWords(picture)}
              </option>
            ))}
          </optgroup>
        )}
      </SelectField>
    );
  return <TextField {...common} type={as === "day" ? "date" : "text"} maxLength={max} autoComplete="off" />;
}

/** Asks before the page is left with words that were not saved. */
function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      yes="Leave"
      no="Stay"
      onYes={() => blocker.proceed()}
      onNo={() => blocker.reset()}
    >
      What you changed since the last save would be lost.
    </ConfirmDialog>
  );
}
