import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { type VisitLink, visitPath } from "~/features/booking/manage/visit";
import type { KeptPicture } from "~/features/claims/claim";
import { MOST_PICTURES, ROOM_LENGTH, WORDS_LENGTH } from "~/features/claims/rules";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { fileLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";
import { Field } from "~/ui/form/field";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";

export type RefusedClaim = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** A sentence for each picture that was not taken. */
  faults: string[];
  /** Pictures that were sent already. */
  pictures: KeptPicture[];
};

type Props = {
  link: VisitLink;
  formId: string;
  /** "24 hours": within which the office answers. */
  answer: string;
  refused: RefusedClaim | undefined;
};

/** What isn't right, with pictures. One that was sent already stays, also when the form is shown again. */
export function ClaimForm({ link, formId, answer, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formMethod === "POST";
  const field = fieldProps(refused?.values, refused?.errors);
  const { pictures = [], faults = [] } = refused ?? {};
  const left = MOST_PICTURES - pictures.length;
  useFocusError(form, refused);
  return (
    <Form
      ref={form}
      method="post"
      action={visitPath(link, "claim")}
      encType="multipart/form-data"
      noValidate
      className="mt-6"
    >
      <input type="hidden" name="form_id" value={formId} />
      <Card className="grid gap-6 p-5 sm:p-6">
        <TextField
          label="Which room?"
          hint="For example: kitchen, or upstairs bathroom."
          {...field("room")}
          maxLength={ROOM_LENGTH}
          autoComplete="off"
          required
        />
        <TextareaField label="What isn’t right?" {...field("words")} maxLength={WORDS_LENGTH} required />
        {pictures.length > 0 && <KeptPictures pictures={pictures} />}
        {left > 0 && (
          <Field
            key={pictures.map(({ id }) => id).join()}
            label="Photos"
            optional
            hint={`Up to ${left}${pictures.length > 0 ? " more" : ""}: JPEG, PNG or WebP, 15 MB each.`}
          >
            {(control) => (
              <input
                {...control}
                type="file"
                name="pictures"
                multiple
                accept="image/jpeg,image/png,image/webp"
                aria-invalid={faults.length > 0 || undefined}
                aria-describedby={
                  faults.length > 0
                    ? `picture-faults ${control["aria-describedby"]}`
                    : control["aria-describedby"]
                }
                className={fileLook}
              />
            )}
          </Field>
        )}
        {faults.length > 0 && (
          <div id="picture-faults" className="grid gap-1">
            {faults.map((fault) => (
              <ErrorText key={fault} announced>
                {fault}
              </ErrorText>
            ))}
          </div>
        )}
      </Card>
      <p className="mt-4 px-1 text-moss">We answer within {answer}.</p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow">
        <Button type="submit" size="large" pending={pending} pendingLabel="Sending...">
          Send
        </Button>
        <ButtonLink href={visitPath(link)} variant="secondary" size="large">
          Go back
        </ButtonLink>
      </div>
    </Form>
  );
}

function KeptPictures({ pictures }: Pick<RefusedClaim, "pictures">) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">
        {pictures.length === 1 ? "This photo is here already" : "These photos are here already"}
      </legend>
      <ul className="flex flex-wrap gap-3">
        {pictures.map(({ id, kept, small }, index) => (
          <li key={id}>
            <label className="grid cursor-pointer justify-items-start gap-1.5 text-sm/5">
              <img src={small} alt="" className="size-24 rounded-control object-cover ring-1 ring-line" />
              <span className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  name="kept"
                  value={kept}
                  defaultChecked
                  className="size-5 accent-evergreen-700"
                />
                Send photo {index + 1}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
