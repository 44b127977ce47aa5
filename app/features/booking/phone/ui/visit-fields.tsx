import { useState } from "react";
import { Link } from "react-router";
import { DEFAULTS, HOUR_OPTIONS } from "~/features/booking/limits";
import { RoomsFields } from "~/features/booking/office/ui/details-form";
import { type CallerAddress, PHONE_PAY_LABELS, type PhoneOffer } from "~/features/booking/phone/view";
import { SelectField } from "~/ui/form/select-field";
import { useHydrated } from "~/ui/live/use-hydrated";
import { HomeFields } from "./home-fields";
import { Part } from "./part";

type Props = {
  offer: PhoneOffer;
  home: CallerAddress | undefined;
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** What is booked: the service, and what its length and price depend on. */
export function VisitFields({ offer, home, values, errors }: Props) {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState(values.service || offer.service);
  const service = offer.services.find(({ id }) => id === chosen);
  const roomsOf = (rooms: number | null | undefined, most: number, otherwise: number) =>
    String(Math.min(rooms ?? otherwise, most));
  const rooms = {
    bedrooms: values.bedrooms ?? roomsOf(home?.bedrooms, 5, DEFAULTS.bedrooms),
    bathrooms: values.bathrooms ?? roomsOf(home?.bathrooms, 4, DEFAULTS.bathrooms),
  };
  return (
    <Part title="Visit">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Service"
          name="service"
          value={chosen}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
          error={errors.service}
        >
          {offer.services.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        {(!hydrated || service?.hours) && (
          <SelectField
            label="Hours"
            name="hours"
            defaultValue={values.hours || String(offer.hours)}
            error={errors.hours}
          >
            {HOUR_OPTIONS.map((hours) => (
              <option key={hours} value={hours}>
                {hours === 8 ? "Full Day" : `${hours} ${hours === 1 ? "hour" : "hours"}`}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {(!hydrated || service?.rooms) && (
        <RoomsFields key={`rooms ${home?.id}`} values={rooms} errors={errors} />
      )}
      {service && (
        <HomeFields key={`home ${home?.id} ${service.id}`} {...{ service, home, values, errors }} />
      )}
      {service && service.pays.length > 1 && (
        <SelectField
          key={`pay ${service.id}`}
          label="Paid"
          name="pay"
          defaultValue={values.pay || service.pays[0]}
          error={errors.pay}
        >
          {service.pays.map((pay) => (
            <option key={pay} value={pay}>
              {PHONE_PAY_LABELS[pay]}
            </option>
          ))}
        </SelectField>
      )}
      <p className="text-[0.875rem]/5 text-moss">
        Monthly plans are paid by card.{" "}
        <Link to="/book" className="font-medium text-spruce underline underline-offset-4">
          Book one with the customer online
        </Link>
        .
      </p>
    </Part>
  );
}
