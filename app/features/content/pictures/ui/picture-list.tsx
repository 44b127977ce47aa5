import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { filesOf, markdownOf, type SitePicture } from "~/features/content/pictures/picture";
import { Button } from "~/ui/action/button";
import { CopyField } from "~/ui/action/copy-field";
import { Disclosure } from "~/ui/action/disclosure";
import { fileLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";
import { Field } from "~/ui/form/field";
import { Card } from "~/ui/page/card";
import { AltFields, type Refused, TAKEN } from "./add-picture";
import { SitePictureView } from "./site-picture";

type Use = { name: string; title: string };
type ListedPicture = SitePicture & { uses: Use[] };
type Props = { pictures: ListedPicture[]; refused: Refused | undefined };

/** All pictures, each with its line for Markdown and where it is used. */
export function PictureList({ pictures, refused }: Props) {
  if (pictures.length === 0) return <p className="text-moss">No pictures yet.</p>;
  return (
    <ul className="grid gap-5 sm:grid-cols-2 2xl:grid-cols-3">
      {pictures.map((picture) => (
        <ListedPictureCard
          key={`${picture.number} ${picture.key}`}
          picture={picture}
          refused={refused?.values.number === String(picture.number) ? refused : undefined}
        />
      ))}
    </ul>
  );
}

function ListedPictureCard({ picture, refused }: { picture: ListedPicture; refused: Refused | undefined }) {
  const { number, alt, width, height, uses } = picture;
  const failed = (intent: string) => (refused?.values.intent === intent ? refused : undefined);
  return (
    <Card as="li" className="flex flex-col overflow-hidden">
      <a href={filesOf(picture).src} target="_blank" rel="noreferrer" className="block">
        <SitePictureView
          of={{ ...picture, alt: `Picture ${number}, opens in a new tab` }}
          sizes="(min-width: 96rem) 26rem, (min-width: 40rem) 46vw, 94vw"
          className="aspect-[3/2] w-full bg-sage-soft object-contain"
        />
      </a>
      <div className="grid gap-3 p-5">
        <p className="wrap-anywhere">
          {alt ?? <span className="text-moss">Only decorates</span>}
          <span className="block text-[0.9375rem] text-moss tabular-nums">
            Picture {number}, {width} × {height} pixels
          </span>
        </p>
        <CopyField label="Line for a text" value={markdownOf(picture)} />
        <p className="wrap-anywhere text-[0.9375rem]">
          {uses.length === 0 ? <span className="text-moss">Not used</span> : "Used in "}
          {uses.map(({ name, title }, place) => (
            <span key={name}>
              {place > 0 && ", "}
              <Link to={`/admin/content/${name}`} className="font-medium text-evergreen-700 underline">
                {title}
              </Link>
            </span>
          ))}
        </p>
        <Disclosure
          open={refused !== undefined && refused.values.intent !== "delete"}
          title={
            <span>
              Change<span className="sr-only"> picture {number}</span>
            </span>
          }
        >
          <div className="grid gap-5">
            <PictureForm number={number} intent="describe" label="Save description">
              <AltFields
                values={
                  failed("describe")?.values ?? { alt: alt ?? "", decorative: alt === null ? "on" : "" }
                }
                error={failed("describe")?.errors.alt}
              />
            </PictureForm>
            <PictureForm number={number} intent="replace" label="Replace picture">
              <Field
                label="Another picture in its place"
                hint="Every text that shows it shows the new one at once."
                error={failed("replace")?.errors.picture}
              >
                {(control) => (
                  <input {...control} type="file" name="picture" accept={TAKEN} className={fileLook} />
                )}
              </Field>
            </PictureForm>
            {uses.length === 0 && (
              <PictureForm number={number} intent="delete" label="Delete picture" grave />
            )}
            {failed("delete") && <ErrorText>{failed("delete")?.errors.form}</ErrorText>}
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}

type FormProps = {
  number: number;
  intent: string;
  label: string;
  grave?: boolean;
  children?: ReactNode;
};

function PictureForm({ number, intent, label, grave = false, children }: FormProps) {
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      className="grid gap-4 border-line border-t pt-4"
    >
      <input type="hidden" name="number" value={number} />
      {children}
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={grave ? "ghost" : "secondary"}
        size="small"
        className={grave ? "justify-self-start text-berry!" : "justify-self-start"}
      >
        {label}
      </Button>
    </Form>
  );
}
