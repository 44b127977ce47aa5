import type { FieldMetadata } from "@conform-to/react";
import { LIMITS } from "~/features/operations/settings/forms";
import type { Choices } from "~/features/operations/settings/settings";
import { controlOf } from "~/ui/form/conform-control";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { Options, SettingsForm, SwitchRow } from "./fields";
import type { TabProps } from "./tab";

export function GeneralTab({ values, result, seen, zones }: TabProps & { zones: Choices | null }) {
  return (
    <SettingsForm tab="general" values={values} result={result} seen={seen} save="Save Changes">
      {(field) => (
        <>
          <TextField
            key={field("company_name").key}
            {...controlOf(field("company_name"))}
            label="Company name"
            maxLength={LIMITS.name}
            autoComplete="organization"
            required
          />
          <div className="grid gap-6 sm:grid-cols-2 md:max-lg:grid-cols-1">
            <TextField
              key={field("contact_email").key}
              {...controlOf(field("contact_email"))}
              type="email"
              label="Contact email"
              hint="Shown on the site and in emails. Staff notices go here too."
              maxLength={LIMITS.email}
              autoComplete="off"
              required
            />
            <TextField
              key={field("phone").key}
              {...controlOf(field("phone"))}
              type="tel"
              label="Phone"
              maxLength={LIMITS.phone}
              autoComplete="off"
              required
            />
          </div>
          <TextField
            key={field("relay_phone").key}
            {...controlOf(field("relay_phone"))}
            type="tel"
            label="Crews call and text customers through this number"
            hint="Crews then see this number on their phones instead of the customer's own."
            maxLength={LIMITS.phone}
            autoComplete="off"
            optional
          />
          <TextareaField
            key={field("company_description").key}
            {...controlOf(field("company_description"))}
            label="Company description"
            hint="One or two sentences, shown at the bottom of every page and to search engines"
            rows={3}
            maxLength={LIMITS.description}
            required
          />
          <CompanyAddressFields field={field} />
          <SwitchRow field={field("insured")} label="We carry liability insurance">
            Your questions and answers and your terms then say so.
          </SwitchRow>
          <SwitchRow field={field("background_checks")} label="We check the background of who joins a crew">
            Your questions and answers then say so.
          </SwitchRow>
          {SOCIALS.map(({ name, label }) => (
            <TextField
              key={field(name).key}
              {...controlOf(field(name))}
              label={label}
              type="url"
              placeholder="https://"
              hint="Shown at the bottom of every page."
              maxLength={LIMITS.address}
              autoComplete="off"
              optional
            />
          ))}
          <SelectField
            key={field("timezone").key}
            {...controlOf(field("timezone"))}
            label="Time zone"
            hint="Sets what 'today' means for slots, reminders and reports. Existing visits keep their time of day, in the new time zone."
            className="sm:max-w-sm"
          >
            <Options choices={zones} nearLabel="United States" />
          </SelectField>
          <TextField
            key={field("travel_buffer_minutes").key}
            {...controlOf(field("travel_buffer_minutes"))}
            label="Travel time between visits"
            hint="Minutes kept free after each visit. Applies to new bookings."
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            className="sm:max-w-sm"
            required
          />
          <SwitchRow field={field("drive_times")} label="Keep driving time free">
            Where the drive between two ZIP codes takes longer than the travel time above, the drive counts.
            The crew with the least added driving gets the visit.
          </SwitchRow>
          <TextField
            key={field("miles_per_hour").key}
            {...controlOf(field("miles_per_hour"))}
            label="Driving speed"
            hint="Miles per hour in a straight line between the centers of two ZIP codes. 30 suits country roads, 20 a city."
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            className="sm:max-w-sm"
          />
        </>
      )}
    </SettingsForm>
  );
}

/** The postal address. Empty parts are not shown anywhere. */
function CompanyAddressFields({ field }: { field: (name: string) => FieldMetadata<string> }) {
  const part = (name: "street" | "city" | "state" | "zip", label: string) => (
    <TextField
      key={field(name).key}
      {...controlOf(field(name))}
      label={label}
      maxLength={LIMITS[name]}
      autoComplete="off"
      optional
    />
  );
  return (
    <fieldset className="grid gap-6">
      <legend className="contents">
        <span className="font-semibold">Postal address</span>
        <span className="-mt-5 text-[0.9375rem] text-moss">
          Shown on the site, on receipts and at the bottom of emails. US law asks for it in newsletters.
        </span>
      </legend>
      {part("street", "Street")}
      <div className="grid gap-6 sm:grid-cols-[1fr_7rem_9rem] md:max-lg:grid-cols-1">
        {part("city", "City")}
        {part("state", "State")}
        {part("zip", "ZIP code")}
      </div>
    </fieldset>
  );
}

const SOCIALS = [
  { name: "social_facebook", label: "Facebook page" },
  { name: "social_instagram", label: "Instagram page" },
  { name: "social_x", label: "X page" },
];
