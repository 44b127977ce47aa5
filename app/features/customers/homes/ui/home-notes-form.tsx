import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { LIMITS } from "~/features/customers/homes/forms";
import { Button } from "~/ui/action/button";
import { ErrorText } from "~/ui/form/error-text";
import { fieldProps } from "~/ui/form/field-props";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";

type Props = {
  saved: Record<"pets" | "parking" | "special_instructions", string | null>;
  version: string;
  refused: { values: Record<string, string>; errors: Record<string, string> } | undefined;
  /** That somebody else saved other texts meanwhile, which are then shown beside what was typed. */
  conflict: string | undefined;
};

/** Pets, parking and instructions of a home, as the office changes them. */
export function HomeNotesForm({ saved, version, refused, conflict }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "save-notes";
  const shown = Object.fromEntries(Object.entries(saved).map(([name, text]) => [name, text ?? ""]));
  const field = fieldProps<string>(refused?.values ?? shown, refused?.errors);
  useFocusError(form, refused);
  const savedNow = (name: keyof typeof saved, hint?: string) =>
    conflict && (refused?.values[name] ?? "").trim() !== (saved[name] ?? "")
      ? `Saved now: ${saved[name] || "nothing"}`
      : hint;
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="grid gap-5"
    >
      <input type="hidden" name="version" value={version} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextareaField
          {...field("pets")}
          label="Pets"
          optional
          hint={savedNow("pets")}
          rows={2}
          maxLength={LIMITS.pets}
        />
        <TextareaField
          {...field("parking")}
          label="Parking"
          optional
          hint={savedNow("parking")}
          rows={2}
          maxLength={LIMITS.parking}
        />
      </div>
      <TextareaField
        {...field("special_instructions")}
        label="Special instructions"
        optional
        hint={savedNow("special_instructions", "Codes and keys are kept under Entry codes.")}
        maxLength={LIMITS.special_instructions}
      />
      {conflict && <ErrorText announced>{conflict}</ErrorText>}
      <Button
        type="submit"
        name="intent"
        value="save-notes"
        className="justify-self-start max-sm:w-full"
        pending={pending}
        pendingLabel="Saving..."
      >
        Save
      </Button>
    </Form>
  );
}
