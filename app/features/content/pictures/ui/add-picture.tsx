import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { ALT_LENGTH } from "~/features/content/pictures/picture";
import { Button } from "~/ui/action/button";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { fileLook } from "~/ui/form/control-look";
import { Field } from "~/ui/form/field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";

export type Refused = { values: Record<string, string>; errors: Record<string, string> };

export const TAKEN = "image/jpeg,image/png,image/webp,image/avif";

/** Adds a picture, with what it shows. */
export function AddPicture({ formId, refused }: { formId: string; refused: Refused | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "add";
  useFocusError(form, refused);
  return (
    <Card className="max-w-2xl p-5 sm:p-7">
      <h2 className="mb-5 text-heading">Add a picture</h2>
      <Form ref={form} method="post" encType="multipart/form-data" noValidate className="grid gap-5">
        <input type="hidden" name="form_id" value={formId} />
        <Field label="Picture" hint="JPEG, PNG, WebP or AVIF of up to 15 MB." error={refused?.errors.picture}>
          {(control) => <input {...control} type="file" name="picture" accept={TAKEN} className={fileLook} />}
        </Field>
        <AltFields values={refused?.values} error={refused?.errors.alt} />
        <Button
          type="submit"
          name="intent"
          value="add"
          className="justify-self-start max-sm:w-full"
          pending={pending}
          pendingLabel="Adding..."
        >
          Add picture
        </Button>
      </Form>
    </Card>
  );
}

type AltProps = { values: Record<string, string> | undefined; error: string | undefined };

/** What a picture shows, or that it only decorates. */
export function AltFields({ values, error }: AltProps) {
  return (
    <>
      <TextField
        label="What it shows"
        name="alt"
        hint="Read to people who can’t see it, and shown while it loads."
        error={error}
        defaultValue={values?.alt}
        maxLength={ALT_LENGTH}
        autoComplete="off"
      />
      <CheckboxField
        name="decorative"
        defaultChecked={values?.decorative === "on"}
        label="It only decorates, and says nothing that the text does not."
      />
    </>
  );
}
