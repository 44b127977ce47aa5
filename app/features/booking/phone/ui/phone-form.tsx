import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { ContactFields, NotesField, PlaceFields } from "~/features/booking/office/ui/details-form";
import { asks, type Caller, type ChosenCaller, type PhoneOffer } from "~/features/booking/phone/view";
import { SelectField } from "~/ui/form/select-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Callers } from "./callers";
import { Part } from "./part";
import { PlanVisits } from "./plan-visits";
import { Times } from "./times";
import { Total } from "./total";
import { UnfinishedCall } from "./unfinished-call";
import { useOffer } from "./use-offer";
import { VisitFields } from "./visit-fields";

type Props = {
  offer: PhoneOffer;
  find: string;
  callers: Caller[];
  caller: ChosenCaller | null;
  token: string;
  /** What the form begins with, to offer something again. */
  start?: Record<string, string>;
  refused: { errors: Record<string, string>; values: Record<string, string>; offer: PhoneOffer } | undefined;
};

/** A visit for somebody who called: from the number to booked. The price and the free times come from the server. */
export function PhoneForm({ caller, callers, find, token, start = {}, refused, ...page }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formMethod === "POST";
  const { values = start, errors = {} } = refused ?? {};
  const { offer, ask, asking } = useOffer(form, page.offer, refused?.offer);
  const [homeId, setHomeId] = useState<string>();
  const home = caller?.addresses.find(({ id }) => id === homeId) ?? caller?.addresses[0];
  useFocusError(form, refused?.errors);
  useChosen(caller?.id, form, ask);

  const contact = {
    customer_name: caller?.name,
    customer_email: caller?.email,
    customer_phone: caller?.phone ?? numberOf(find),
    ...values,
  };
  const { street, apartment, city, state, zip } = home ?? {};
  const place = { street, apartment, city, state, zip, ...values };
  return (
    <>
      <Callers
        caller={caller}
        callers={callers}
        find={find}
        onType={(text) => fillPhone(form.current, text)}
      />
      <UnfinishedCall form={form} />
      <Form
        ref={form}
        method="post"
        preventScrollReset
        noValidate
        onChange={({ target }: ChangeEvent<HTMLFormElement>) => {
          if (asks(target.name, offer)) ask();
        }}
        className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2"
      >
        <input type="hidden" name="token" value={token} />
        {caller && <input type="hidden" name="customer_id" value={caller.id} />}
        {values.series && <input type="hidden" name="series" value={values.series} />}
        <div className="grid grid-cols-1 gap-5">
          <Part title="Customer" error={errors.customer_id}>
            <div key={caller?.id} className="grid gap-4">
              <ContactFields values={contact} errors={errors} />
            </div>
          </Part>
          <Part title="Where">
            {caller && caller.addresses.length > 1 && (
              <SelectField
                label="Saved addresses"
                value={home?.id}
                onChange={({ currentTarget: { value } }) => {
                  setHomeId(value);
                  ask();
                }}
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
        <div className="grid grid-cols-1 gap-5">
          <VisitFields offer={offer} home={home} values={values} errors={errors} />
          <Times offer={offer} values={values} errors={errors} />
          {offer.frequency && (
            <PlanVisits
              plan={offer.plan}
              before={offer === refused?.offer ? (values.seen ?? "") : ""}
              asking={asking}
              error={offer === refused?.offer ? errors.seen : undefined}
            />
          )}
          <Total
            price={offer.price}
            policy={offer.policy}
            frequency={offer.frequency}
            plan={offer.plan}
            code={values.coupon}
            codeError={offer.coupon_error ?? (offer === refused?.offer ? errors.coupon : null)}
            asking={asking}
            busy={busy}
          />
        </div>
      </Form>
    </>
  );
}

/** A chosen caller's home has its own times; the next thing to say is what they want. */
function useChosen(id: string | undefined, form: { current: HTMLFormElement | null }, ask: () => void) {
  const [seen, setSeen] = useState(id);
  useEffect(() => {
    if (seen === id) return;
    setSeen(id);
    ask();
    if (id) form.current?.querySelector<HTMLElement>("[name=service]")?.focus();
  });
}

/** What is typed, if it can be a phone number. */
function numberOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, "");
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= 7 ? text : undefined;
}

/** Takes over the number that is searched for, unless another one was typed into the form. */
function fillPhone(form: HTMLFormElement | null, text: string) {
  const field = form?.elements.namedItem("customer_phone");
  if (!(field instanceof HTMLInputElement)) return;
  if (field.value && field.value !== field.dataset.found) return;
  const number = numberOf(text) ?? "";
  field.value = number;
  field.dataset.found = number;
}
