import { type ReactNode, useRef, useState } from "react";
import { Form, Link, useFetcher, useNavigation } from "react-router";
import { DEFAULTS, HOUR_OPTIONS } from "~/features/booking/limits";
import type { Caller, CallerAddress, PhoneOffer } from "~/features/booking/office/booking";
import { Button } from "~/ui/action/button";
import { ChipRadio } from "~/ui/form/chip-radio";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { useHydrated } from "~/ui/live/use-hydrated";
import { Card } from "~/ui/page/card";
import { ContactFields, NotesField, OverrideField, PlaceFields, RoomsFields } from "./details-form";

type Props = PhoneOffer & {
  caller: (Caller & { addresses: CallerAddress[] }) | null;
  token: string;
  refused:
    | { errors: Record<string, string>; values: Record<string, string>; slots?: PhoneOffer["slots"] }
    | undefined;
};

/** A visit for somebody who called: paid on the day. The price and the free times come from the server. */
export function OfficeBookForm({ caller, token, refused, ...first }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const busy = useNavigation().formMethod === "POST";
  const fetcher = useFetcher<PhoneOffer>();
  const { values = {}, errors = {} } = refused ?? {};
  const [asked, setAsked] = useState({
    service: values.service || first.service,
    hours: values.hours || String(first.hours),
    date: values.date || first.date,
  });
  const [why, setWhy] = useState(values.override_reason?.trim() ?? "");
  const [home, setHome] = useState(caller?.addresses[0]);
  const offer = fetcher.data ?? { ...first, ...(refused?.slots && { slots: refused.slots }) };
  const service = first.services.find(({ id }) => id === asked.service);
  useFocusError(form, refused?.errors);

  const ask = (change: Partial<typeof asked>) => {
    const next = { ...asked, ...change };
    setAsked(next);
    fetcher.load(`/admin/bookings/new?${new URLSearchParams(next)}`);
  };
  const contact = {
    customer_name: caller?.name,
    customer_email: caller?.email,
    customer_phone: caller?.phone,
    ...values,
  };
  const { street, apartment, city, state, zip } = home ?? {};
  const place = { street, apartment, city, state, zip, ...values };
  const roomsOf = (rooms: number | null | undefined, most: number, otherwise: number) =>
    String(Math.min(rooms ?? otherwise, most));
  const rooms = {
    bedrooms: values.bedrooms ?? roomsOf(home?.bedrooms, 5, DEFAULTS.bedrooms),
    bathrooms: values.bathrooms ?? roomsOf(home?.bathrooms, 4, DEFAULTS.bathrooms),
  };
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <input type="hidden" name="token" value={token} />
      {caller && <input type="hidden" name="customer_id" value={caller.id} />}
      <div className="grid gap-5">
        <Part title="Customer" error={errors.customer_id}>
          <ContactFields values={contact} errors={errors} />
        </Part>
        <Part title="Visit">
          <p className="mb-4 text-[0.9375rem]/6 text-moss">
            Monthly plans are paid by card.{" "}
            <Link to="/book" className="font-medium text-spruce underline underline-offset-4">
              Book one with the customer online
            </Link>
            .
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Service"
              name="service"
              value={asked.service}
              onChange={({ currentTarget: { value } }) => ask({ service: value })}
              error={errors.service}
            >
              {first.services.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            {(!hydrated || service?.hours) && (
              <SelectField
                label="Hours"
                name="hours"
                value={asked.hours}
                onChange={({ currentTarget: { value } }) => ask({ hours: value })}
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
          <TextField
            label="Date"
            type="date"
            name="date"
            min={first.today}
            max={why ? undefined : first.last}
            value={asked.date}
            onChange={({ currentTarget: { value } }) =>
              value ? ask({ date: value }) : setAsked({ ...asked, date: value })
            }
            error={errors.date}
            className="sm:max-w-60"
          />
          <Times
            slots={offer.slots}
            chosen={values.time}
            error={errors.time}
            isTried={(state) => !hydrated || (state === "closed" && why !== "")}
          />
          <OverrideField
            title="Book outside the hours or the area"
            rules="opening hours, notice, closed days and the service area"
            open={errors.zip !== undefined}
            value={values.override_reason}
            error={errors.override_reason}
            onChange={({ currentTarget: { value } }) => setWhy(value.trim())}
          />
        </Part>
        <Part title="Where">
          {caller && caller.addresses.length > 1 && (
            <SelectField
              label="Saved addresses"
              value={home?.id}
              onChange={({ currentTarget: { value } }) =>
                setHome(caller.addresses.find(({ id }) => id === value))
              }
              className="noscript:hidden"
            >
              {caller.addresses.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
          )}
          <div key={home?.id} className="grid gap-4">
            <PlaceFields values={place} errors={errors} />
          </div>
          <NotesField values={values} errors={errors} />
        </Part>
      </div>
      <Card as="aside" aria-label="Booking" className="grid gap-4 p-5 lg:sticky lg:top-24">
        <SelectField label="Crew" name="crew_id" defaultValue={values.crew_id ?? ""} error={errors.crew_id}>
          <option value="">Any available crew</option>
          {first.crews.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <p className="flex items-baseline justify-between gap-4" aria-live="polite">
          <span className="text-moss">Pays on the day</span>
          <span className="noscript:hidden font-semibold text-heading tabular-nums">{offer.price}</span>
        </p>
        <Button type="submit" pending={busy} pendingLabel="Booking...">
          Book this visit
        </Button>
        <p className="text-[0.875rem]/5 text-moss">
          The visit is confirmed right away. Once you have the money, record the payment on its order.
        </p>
      </Card>
    </Form>
  );
}

function Part({ title, error, children }: { title: string; error?: string; children: ReactNode }) {
  return (
    <Card className="p-5">
      <h2 className="mb-4 text-heading">{title}</h2>
      {error && <p className="mb-3 font-medium text-berry">{error}</p>}
      <div className="grid gap-4">{children}</div>
    </Card>
  );
}

type TimesProps = {
  slots: PhoneOffer["slots"];
  chosen: string | undefined;
  error: string | undefined;
  /** Whether a time can be tried although it isn't free; the server decides. */
  isTried: (state: PhoneOffer["slots"][number]["state"]) => boolean;
};

/** Without script nothing is known of another day, so every time can be tried. */
function Times({ slots, chosen, error, isTried }: TimesProps) {
  return (
    <fieldset aria-describedby={error ? "time-error" : undefined}>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Time</legend>
      <div className="flex flex-wrap gap-2">
        {slots.map(({ time, state }, index) => {
          const free = state === "free" || isTried(state);
          return (
            <ChipRadio
              key={`${time} ${state}`}
              name="time"
              value={time}
              disabled={!free}
              defaultChecked={time === chosen && free}
              aria-invalid={error && index === 0 ? true : undefined}
              note={free ? undefined : WORDS[state]}
            >
              {time}
            </ChipRadio>
          );
        })}
      </div>
      {error && (
        <p id="time-error" className="mt-1.5 font-medium text-[0.9375rem]/5 text-berry">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const WORDS = { free: undefined, full: "Full", past: "Past", closed: "Closed" } as const;
