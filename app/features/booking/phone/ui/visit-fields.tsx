import { useState } from "react";
import { DEFAULTS, HOUR_OPTIONS } from "~/features/booking/limits";
import { RoomsFields } from "~/features/booking/office/ui/details-form";
import { type CallerAddress, PHONE_PAY_LABELS, type PhoneOffer } from "~/features/booking/phone/view";
import { SelectField } from "~/ui/form/select-field";
import { useHydrated } from "~/ui/live/use-hydrated";
import { FrequencyField } from "./frequency-field";
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
  const [frequency, setFrequency] = useState<string>(values.frequency ?? offer.frequency ?? "");
  const choose = (id: string) => {
    const next = offer.services.find((one) => one.id === id);
    setChosen(id);
    const kept = values.series ? next?.frequencies.find((one) => one === values.frequency) : undefined;
    setFrequency(kept ?? (next?.once ? "" : (next?.frequencies[0] ?? "")));
  };
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
          onChange={({ currentTarget: { value } }) => choose(value)}
          error={errors.service}
        >
          {offer.services.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        {service && service.frequencies.length > 0 && (
          <FrequencyField
            service={service}
            value={frequency}
            error={errors.frequency}
            onValueChange={setFrequency}
          />
        )}
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
      {service && service.pays.length > 1 && frequency === "" && (
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
    </Part>
  );
}
