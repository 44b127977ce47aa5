import Building2 from "lucide-react/icons/building-2";
import House from "lucide-react/icons/house";
import { Form, Link, useNavigation } from "react-router";
import { codesPage } from "~/features/customers/codes/rules";
import {
  addressLines,
  PROPERTIES_PAGE,
  type Property,
  roomFacts,
  titleOf,
} from "~/features/customers/homes/property";
import { type HomePhoto, photosPage } from "~/features/customers/photos/photo";
import { PhotoStrip } from "~/features/customers/photos/ui/photo-strip";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

type Props = {
  property: Property;
  photos: HomePhoto[];
  /** Whether what is said of it looks as if it held a code. */
  hasCode: boolean;
  /** Whether to show the confirmation of a removal. */
  removing: boolean;
};

export function PropertyItem({ property, photos, hasCode, removing }: Props) {
  const { id, property_type, pets, parking, special_instructions, is_default } = property;
  const Icon = property_type === "residential" ? House : Building2;
  const facts = roomFacts(property);
  return (
    <Card as="li" id={`property-${id}`} className="flex flex-col gap-5 p-5 sm:p-6">
      <div className="flex gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sage-soft text-evergreen-700">
          <Icon aria-hidden strokeWidth={1.75} className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 className="text-heading wrap-anywhere">{titleOf(property)}</h3>
            {is_default && <Badge tone="green">Default</Badge>}
          </div>
          <address className="mt-1 not-italic wrap-anywhere">
            {addressLines(property).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p className="mt-1.5 text-[0.9375rem]/6 text-moss">
            {[property_type === "residential" ? "Residential" : "Commercial", ...facts].join(" · ")}
          </p>
          {(pets || parking) && (
            <dl className="mt-3 grid gap-1.5 text-[0.9375rem]/6">
              <Fact label="Pets">{pets}</Fact>
              <Fact label="Parking">{parking}</Fact>
            </dl>
          )}
          {special_instructions && (
            <p className="mt-3 whitespace-pre-line border-sage border-l-2 pl-3 text-[0.9375rem]/6 text-moss wrap-anywhere">
              {special_instructions}
            </p>
          )}
          <PhotoStrip photos={photos} className="mt-3" />
          {hasCode && (
            <p className="mt-3 text-[0.9375rem]/6">
              Something here looks like a code.{" "}
              <Link
                to={codesPage(id)}
                className="font-medium text-evergreen-700 underline underline-offset-4"
              >
                Keep it safe
              </Link>
            </p>
          )}
        </div>
      </div>
      {removing ? <ConfirmRemoval property={property} /> : <Actions property={property} />}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: string | null }) {
  if (!children) return null;
  return (
    <div>
      <dt className="inline text-moss">{label}: </dt>
      <dd className="inline whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

function Actions({ property: { id, is_default, ...property } }: { property: Property }) {
  const name = <span className="sr-only"> {titleOf(property)}</span>;
  const link = buttonLook({ variant: "ghost", size: "small" });
  return (
    <div className="-mx-3 -mb-2 mt-auto flex flex-wrap items-center gap-1 border-line border-t px-1 pt-2">
      <Link to={`${PROPERTIES_PAGE}&edit=${id}`} preventScrollReset className={`${link} min-h-11`}>
        Edit{name}
      </Link>
      <Link to={codesPage(id)} className={`${link} min-h-11`}>
        Entry codes{name}
      </Link>
      <Link to={photosPage(id)} className={`${link} min-h-11`}>
        Photos{name}
      </Link>
      {!is_default && (
        <PropertyVerb id={id} intent="default-property" variant="ghost" className="min-h-11">
          Make default{name}
        </PropertyVerb>
      )}
      <Link
        to={`${PROPERTIES_PAGE}&remove=${id}`}
        preventScrollReset
        className={`${link} ml-auto min-h-11 text-berry!`}
      >
        Remove{name}
      </Link>
    </div>
  );
}

function ConfirmRemoval({ property }: { property: Property }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-control bg-berry-soft p-4">
      <p className="min-w-0 flex-1 basis-52 font-medium wrap-anywhere">
        Remove {titleOf(property)}? Its bookings stay.
      </p>
      <PropertyVerb id={property.id} intent="remove-property" variant="destructive" className="min-h-11">
        Remove
      </PropertyVerb>
      <Link
        to={PROPERTIES_PAGE}
        preventScrollReset
        className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
      >
        Keep it
      </Link>
    </div>
  );
}

type VerbProps = {
  id: string;
  intent: string;
  variant: "ghost" | "destructive";
  className: string;
  children: React.ReactNode;
};

/** A form with one button. */
function PropertyVerb({ id, intent, children, ...look }: VerbProps) {
  const { formData } = useNavigation();
  const pending = formData?.get("intent") === intent && formData.get("id") === id;
  return (
    <Form method="post" action={PROPERTIES_PAGE} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value={intent} size="small" pending={pending} {...look}>
        {children}
      </Button>
    </Form>
  );
}
