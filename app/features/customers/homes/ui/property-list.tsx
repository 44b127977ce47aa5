import type { SubmissionResult } from "@conform-to/react";
import MapPin from "lucide-react/icons/map-pin-house";
import Plus from "lucide-react/icons/plus";
import { Link } from "react-router";
import { PROPERTIES_PAGE, PROPERTY_LIMIT, type Property } from "~/features/customers/homes/property";
import type { HomePhoto } from "~/features/customers/photos/photo";
import { buttonLook } from "~/ui/action/button-look";
import { EmptyState } from "~/ui/list/empty-state";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { PropertyForm } from "./property-form";
import { PropertyItem } from "./property-item";

type Props = {
  properties: Property[];
  /** Ids of those of which something is said that looks like a code. */
  with_codes: string[];
  /** By home. */
  photos: Map<string, HomePhoto[]>;
  adding: boolean;
  /** Ids from the URL. */
  editing: string | null;
  removing: string | null;
  result: SubmissionResult<string[]> | undefined;
  current: Property | undefined;
};

export function PropertyList({
  properties,
  with_codes,
  photos,
  adding,
  editing,
  removing,
  result,
  current,
}: Props) {
  const full = properties.length >= PROPERTY_LIMIT;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-xl text-moss">
          You can pick a saved address when you book. The default comes first.
        </p>
        {!adding && !full && properties.length > 0 && <AddLink />}
      </div>
      {full && <Notice>You have saved {PROPERTY_LIMIT} properties. Remove one to add another.</Notice>}
      {adding && (
        <Card className="p-5 sm:p-7">
          <h2 className="mb-5 text-heading">Add a property</h2>
          <PropertyForm result={result} />
        </Card>
      )}
      {properties.length === 0 && !adding && (
        <EmptyState icon={MapPin} title="No saved properties yet" action={<AddLink />}>
          Save the places we clean for you and book them in one tap.
        </EmptyState>
      )}
      {properties.length > 0 && <h2 className="sr-only">Saved properties</h2>}
      {properties.length > 0 && (
        <ul className="grid items-stretch gap-5 lg:grid-cols-2">
          {properties.map((property) =>
            property.id === editing ? (
              <Card as="li" key={property.id} className="p-5 sm:p-7 lg:col-span-2">
                <h2 className="mb-5 text-heading">Edit property</h2>
                <PropertyForm property={property} result={result} current={current} />
              </Card>
            ) : (
              <PropertyItem
                key={property.id}
                property={property}
                photos={photos.get(property.id) ?? []}
                hasCode={with_codes.includes(property.id)}
                removing={property.id === removing}
              />
            ),
          )}
        </ul>
      )}
    </div>
  );
}

function AddLink() {
  return (
    <Link to={`${PROPERTIES_PAGE}&add`} preventScrollReset className={buttonLook()}>
      <Plus strokeWidth={2} className="size-5" />
      Add Property
    </Link>
  );
}
