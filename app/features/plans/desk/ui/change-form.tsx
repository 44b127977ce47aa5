import { type ReactNode, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { FREQUENCY_LABELS } from "~/features/catalog/frequency";
import { type ChangePage, printOf, type ShownChange } from "~/features/plans/desk/view";
import { Button } from "~/ui/action/button";
import { useAllowed } from "~/ui/allowed";
import { AmountField } from "~/ui/form/amount-field";
import { fieldProps } from "~/ui/form/field-props";
import { PickField } from "~/ui/form/pick-field";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";
import { ChangePreview } from "./change-preview";

type Props = {
  page: ChangePage;
  /** What was sent: a preview of it, or what was wrong. */
  sent: {
    values: Record<string, string>;
    errors: Record<string, string>;
    shown: ShownChange | null;
    /** The preview that this one differs from. */
    before: string;
  } | null;
  /** The fields of the address, and those of the home and the extras, if the service asks for any. */
  place: ReactNode;
  home: ReactNode;
};

/** Which visits change, by a form of its own: the rest is filled in for them. */
export function ChangeScope({ page }: Pick<Props, "page">) {
  const { visits, visit, scope, homes, home } = page;
  return (
    <Card className="p-5">
      <Form
        preventScrollReset
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <SelectField label="Visit" name="visit" defaultValue={visit}>
          {visits.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="What changes" name="scope" defaultValue={scope}>
          <option value="from">This visit and all later ones</option>
          <option value="one">This visit only</option>
        </SelectField>
        {homes.length > 0 && (
          <SelectField label="Home" name="home" defaultValue={home}>
            <option value="">The plan's current home</option>
            {homes.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <Button type="submit" variant="secondary">
          Update form
        </Button>
      </Form>
    </Card>
  );
}

/** All that can change, and what it would do before it is saved. */
export function ChangeForm({ page, sent, place, home }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const posted = useNavigation().formData?.get("intent");
  const mayPrice = useAllowed("prices.edit");
  const { visit, scope, times, crews, crew, frequencies, price, next_price, list_price } = page;
  const values = { ...page.values, ...sent?.values };
  const errors = sent?.errors ?? {};
  const field = fieldProps(values, errors);
  const isOne = scope === "one";
  useFocusError(form, sent?.errors);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2"
    >
      <input type="hidden" name="visit" value={visit} />
      <input type="hidden" name="scope" value={scope} />
      <input type="hidden" name="property_id" value={values.property_id} />
      <div className="grid grid-cols-1 gap-5">
        <Part title="When" error={errors.visit}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={isOne ? "Date" : "First date"}
              type="date"
              required
              hint={isOne ? undefined : "Later visits are on the same weekday."}
              {...field("date")}
            />
            <SelectField label="Time" {...field("time")}>
              {times.map((time) => (
                <option key={time}>{time}</option>
              ))}
            </SelectField>
            {isOne ? (
              <input type="hidden" name="frequency" value={page.values.frequency} />
            ) : (
              <SelectField label="How often" {...field("frequency")}>
                {frequencies.map((one) => (
                  <option key={one} value={one}>
                    {FREQUENCY_LABELS[one]}
                  </option>
                ))}
              </SelectField>
            )}
            <PickField
              label="Crew"
              options={crews}
              none="Same crew"
              hint={`Now ${crew}.`}
              {...field("crew_id")}
            />
          </div>
        </Part>
        <Part title="Where">{place}</Part>
      </div>
      <div className="grid grid-cols-1 gap-5">
        {home && <Part title="Home and extras">{home}</Part>}
        {isOne ? (
          <input type="hidden" name="price" value="keep" />
        ) : (
          <Part title="Price">
            <SelectField label="Monthly price" {...field("price")}>
              <option value="auto">From the price list, if the change affects it</option>
              <option value="keep">
                {next_price ? `Keep ${price}, then ${next_price}` : `Keep ${price}`}
              </option>
              {mayPrice && <option value="amount">Another amount</option>}
            </SelectField>
            {mayPrice && <AmountField label="Another amount, before tax" optional {...field("amount")} />}
            {list_price && (
              <p className="text-[0.9375rem]/6 text-moss">New customers pay {list_price} for this plan.</p>
            )}
          </Part>
        )}
        <Button
          type="submit"
          name="intent"
          value="preview"
          variant={sent?.shown ? "secondary" : "primary"}
          pending={posted === "preview"}
          pendingLabel="Working it out..."
          className="justify-self-start"
        >
          {sent?.shown ? "Preview again" : "Preview"}
        </Button>
      </div>
      {sent?.shown && (
        <div className="lg:col-span-2">
          <input type="hidden" name="seen" value={sent.shown.seen} />
          <input type="hidden" name="shown" value={printOf(sent.shown)} />
          <ChangePreview shown={sent.shown} before={sent.before}>
            <p className="text-[0.9375rem]/6 text-moss">The customer gets one email with all visits.</p>
            <Button
              type="submit"
              name="intent"
              value="save"
              pending={posted === "save"}
              pendingLabel="Saving..."
            >
              Save change
            </Button>
          </ChangePreview>
        </div>
      )}
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
