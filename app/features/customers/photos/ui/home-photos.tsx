import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { CAPTION_LENGTH, type HomePhoto, PHOTO_LIMIT } from "~/features/customers/photos/photo";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { fileLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";
import { Field } from "~/ui/form/field";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";

/** What was sent with a form about photos, and why it was refused. */
type RefusedPhotos = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** A sentence for each picture that was not taken. */
  faults: string[];
};

type Props = {
  photos: HomePhoto[];
  /** Id of the next form. */
  formId: string;
  refused: RefusedPhotos | undefined;
  canEdit: boolean;
};

/** The photos of a home, and the forms that change them. */
export function HomePhotos({ photos, formId, refused, canEdit }: Props) {
  const left = PHOTO_LIMIT - photos.length;
  const of = (intent: string, photo?: string) =>
    refused?.values.intent === intent && refused.values.photo === photo ? refused : undefined;
  return (
    <div className="grid gap-6">
      {photos.length > 0 ? (
        <ul className="grid gap-5 sm:grid-cols-2">
          {photos.map((photo, index) => (
            <Card as="li" key={photo.id} className="overflow-hidden">
              <Picture photo={photo} name={`Photo ${index + 1}`} />
              <div className="px-4 pt-3 pb-1">
                {photo.caption && <p className="wrap-anywhere">{photo.caption}</p>}
                {canEdit && (
                  <EditPhoto photo={photo} name={`photo ${index + 1}`} refused={of("caption", photo.id)} />
                )}
              </div>
            </Card>
          ))}
        </ul>
      ) : (
        <p className="text-moss">No photos yet.</p>
      )}
      {canEdit && left > 0 && (
        <Card className="p-5 sm:p-7">
          <h3 className="mb-5 font-sans font-semibold text-lg">Add photos</h3>
          <AddPhotos key={left} left={left} formId={formId} refused={of("add-photos")} />
        </Card>
      )}
      {canEdit && left <= 0 && (
        <div className="grid gap-3">
          <Faults faults={of("add-photos")?.faults} />
          <p className="text-moss">A home can have {PHOTO_LIMIT} photos. Remove one to add another.</p>
        </div>
      )}
    </div>
  );
}

function Picture({ photo: { href, small, caption }, name }: { photo: HomePhoto; name: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="block">
      <img
        src={small}
        alt={`${caption ?? name}, opens in a new tab`}
        loading="lazy"
        className="aspect-[4/3] w-full bg-sage-soft object-cover"
      />
    </a>
  );
}

type EditProps = { photo: HomePhoto; name: string; refused: RefusedPhotos | undefined };

function EditPhoto({ photo: { id, caption }, name, refused }: EditProps) {
  const form = useRef<HTMLFormElement>(null);
  const { formData } = useNavigation();
  const pending = (intent: string) => formData?.get("photo") === id && formData.get("intent") === intent;
  const field = fieldProps(refused?.values ?? { caption: caption ?? "" }, refused?.errors);
  useFocusError(form, refused);
  return (
    <Disclosure
      key={caption}
      open={refused !== undefined}
      title={
        <span>
          Change<span className="sr-only"> {name}</span>
        </span>
      }
    >
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        preventScrollReset
        noValidate
        className="grid gap-3"
      >
        <input type="hidden" name="photo" value={id} />
        <TextField
          {...field("caption")}
          label="Caption"
          optional
          maxLength={CAPTION_LENGTH}
          autoComplete="off"
        />
        <div className="flex flex-wrap justify-between gap-2">
          <Button
            type="submit"
            name="intent"
            value="caption"
            variant="secondary"
            size="small"
            className="min-h-11"
            pending={pending("caption")}
          >
            Save caption
          </Button>
          <Button
            type="submit"
            name="intent"
            value="remove-photo"
            variant="ghost"
            size="small"
            className="min-h-11 text-berry!"
            pending={pending("remove-photo")}
          >
            Remove photo
          </Button>
        </div>
      </Form>
    </Disclosure>
  );
}

type AddProps = { left: number; formId: string; refused: RefusedPhotos | undefined };

function AddPhotos({ left, formId, refused }: AddProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "add-photos";
  const field = fieldProps(refused?.values, refused?.errors);
  const { faults = [] } = refused ?? {};
  useFocusError(form, refused);
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="grid gap-5"
    >
      {/* Before the files, so that the answer to a form that is cut off is shown here. */}
      <input type="hidden" name="intent" value="add-photos" />
      <input type="hidden" name="form_id" value={formId} />
      <TextField
        {...field("caption")}
        label="Caption"
        optional
        hint="What they show, such as where to park."
        maxLength={CAPTION_LENGTH}
        autoComplete="off"
      />
      <Field label="Photos" hint={`Up to ${left} more: JPEG, PNG or WebP, 15 MB each.`}>
        {(control) => (
          <input
            {...control}
            type="file"
            name="photos"
            multiple
            required
            accept="image/jpeg,image/png,image/webp"
            aria-invalid={faults.length > 0 || undefined}
            aria-describedby={`${faults.length > 0 ? "photo-faults " : ""}${control["aria-describedby"]}`}
            className={fileLook}
          />
        )}
      </Field>
      <Faults faults={faults} />
      <Button
        type="submit"
        className="justify-self-start max-sm:w-full"
        pending={pending}
        pendingLabel="Sending..."
      >
        Add photos
      </Button>
    </Form>
  );
}

function Faults({ faults = [] }: { faults?: string[] }) {
  if (faults.length === 0) return null;
  return (
    <div id="photo-faults" className="grid gap-1">
      {faults.map((fault) => (
        <ErrorText key={fault} announced>
          {fault}
        </ErrorText>
      ))}
    </div>
  );
}
