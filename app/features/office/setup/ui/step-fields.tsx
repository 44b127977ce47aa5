import type { ReactNode } from "react";
import type { FieldStep } from "~/features/office/setup/steps";
import { TEMPLATES } from "~/features/office/setup/templates";
import type { Choices } from "~/features/operations/settings/settings";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { ErrorText } from "~/ui/form/error-text";
import { fieldProps } from "~/ui/form/field-props";
import { PasswordField } from "~/ui/form/password-field";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { HoursFields } from "./hours-fields";

type Props = {
  name: FieldStep;
  values: Record<string, string>;
  errors: Record<string, string> | undefined;
  /** What exists already: services, crews, or what protects the account. */
  there: readonly string[];
  /** The time zones, where they are asked for. */
  choices: Choices | null;
  /** Whether the viewer's password is enough to add a passkey. */
  takes_passkey: boolean;
};

type Parts = Omit<Props, "name"> & { field: ReturnType<typeof fieldProps> };

/** The fields of a step of the guide. */
export function StepFields({ name, ...props }: Props) {
  const Fields = FIELDS[name];
  return <Fields {...props} field={fieldProps(props.values, props.errors)} />;
}

const FIELDS: Record<FieldStep, (parts: Parts) => ReactNode> = {
  company: ({ field }) => (
    <>
      <TextField label="Company name" {...field("company_name")} maxLength={80} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Phone" {...field("phone")} type="tel" maxLength={40} required />
        <TextField label="Contact email" {...field("contact_email")} type="email" maxLength={254} required />
      </div>
      <TextareaField
        label="Description"
        {...field("company_description")}
        hint="One or two sentences. Search engines and the foot of each page show it."
        maxLength={300}
        required
      />
      <TextField
        label="Street"
        {...field("street")}
        hint="Your postal address is shown on the site and at the bottom of emails. US law asks for it in newsletters."
        maxLength={120}
        optional
      />
      <div className="grid gap-5 sm:grid-cols-[1fr_7rem_9rem]">
        <TextField label="City" {...field("city")} maxLength={60} optional />
        <TextField label="State" {...field("state")} maxLength={40} optional />
        <TextField label="ZIP code" {...field("zip")} maxLength={10} optional />
      </div>
    </>
  ),
  region: ({ field, values, choices }) => (
    <>
      <SelectField label="Time zone" {...field("timezone")}>
        <optgroup label="United States">{optionsOf(choices?.near)}</optgroup>
        <optgroup label="Other">{optionsOf(choices?.others)}</optgroup>
      </SelectField>
      <CheckboxField
        name="collect_tax"
        defaultChecked={values.collect_tax === "on"}
        label="Add tax to new bookings"
      />
      <TextField label="Tax rate in percent" {...field("tax_rate")} inputMode="decimal" required />
    </>
  ),
  area: ({ field }) => (
    <>
      <SelectField label="Where you clean" {...field("mode")}>
        <option value="anywhere">Anywhere</option>
        <option value="radius">Around a ZIP code</option>
        <option value="zips">In a list of ZIP codes</option>
      </SelectField>
      <div className="hidden gap-5 in-[form:has([value=radius]:checked)]:grid sm:grid-cols-2">
        <TextField label="ZIP code of your base" {...field("base_zip")} inputMode="numeric" />
        <TextField label="Miles around it" {...field("radius_miles")} inputMode="numeric" />
      </div>
      <div className="hidden in-[form:has([value=zips]:checked)]:block">
        <TextareaField label="ZIP codes" {...field("zips")} hint="Separate them by spaces or commas." />
      </div>
    </>
  ),
  hours: HoursFields,
  services: ({ values, errors, field, there }) => (
    <>
      {errors?.services && <ErrorText>{errors.services}</ErrorText>}
      {there.length > 0 && <There label="You offer">{there.join(", ")}</There>}
      {TEMPLATES.map(({ title, templates }) => (
        <fieldset key={title} className="grid gap-3 border-line border-t pt-4">
          <legend className="contents font-semibold">{title}</legend>
          {templates
            .filter(({ title }) => !there.includes(title))
            .map(({ id, title: service, description, price, subscription_type }) => (
              <div key={id} className="grid items-start gap-x-4 sm:grid-cols-[1fr_9rem]">
                <CheckboxField
                  name={`add_${id}`}
                  defaultChecked={values[`add_${id}`] === "on"}
                  label={
                    <>
                      <span className="block font-semibold">{service}</span>
                      <span className="block text-moss">{description}</span>
                    </>
                  }
                />
                <TextField
                  {...field(`price_${id}`)}
                  defaultValue={values[`price_${id}`] ?? String(price / 100)}
                  label={subscription_type === "monthly" ? "Dollars a month" : "Dollars an hour"}
                  aria-label={`Price of ${service}, dollars ${subscription_type === "monthly" ? "a month" : "an hour"}`}
                  inputMode="decimal"
                />
              </div>
            ))}
        </fieldset>
      ))}
    </>
  ),
  crews: ({ field, there }) => (
    <>
      {there.length > 0 && <There label="You have">{there.join(", ")}. Add another one, or go on.</There>}
      <TextField label="Name of the crew" {...field("name")} maxLength={60} placeholder="Crew 1" />
      <TextareaField label="Members" {...field("members")} hint="One name a line." />
      <TextField
        label="Email of the crew"
        {...field("email")}
        type="email"
        optional
        hint="New visits are emailed here."
      />
    </>
  ),
  email: ({ field }) => (
    <>
      <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
        <TextField label="SMTP host" {...field("smtp_host")} placeholder="smtp.example.com" />
        <TextField label="Port" {...field("smtp_port")} inputMode="numeric" />
      </div>
      <TextField label="User name" {...field("smtp_user")} autoComplete="off" optional />
      <PasswordField
        label="Password"
        name="smtp_pass"
        error={field("smtp_pass").error}
        hint="Leave it empty to keep the one that is set."
        autoComplete="off"
        optional
      />
      <TextField label="From email" {...field("from_email")} type="email" optional />
    </>
  ),
  payments: ({ field }) => (
    <>
      <SelectField
        label="Without a card provider"
        {...field("without_provider")}
        hint="This counts as long as no Stripe key is set. The site never takes pretended money."
      >
        <option value="on_the_day">Customers book and pay on the day</option>
        <option value="no_bookings">Customers can't book online</option>
      </SelectField>
      <TextField label="Stripe publishable key" {...field("stripe_public_key")} autoComplete="off" optional />
      <PasswordField
        label="Stripe secret key"
        name="stripe_secret_key"
        error={field("stripe_secret_key").error}
        hint="Leave it empty to keep the one that is set."
        autoComplete="off"
        optional
      />
      <PasswordField
        label="Webhook signing secret"
        name="stripe_webhook_secret"
        error={field("stripe_webhook_secret").error}
        autoComplete="off"
        optional
      />
    </>
  ),
  policy: ({ field }) => (
    <>
      <TextField
        label="Free to cancel until hours before"
        {...field("free_cancellation_hours")}
        inputMode="numeric"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Late cancellation, percent" {...field("late_fee_percent")} inputMode="numeric" />
        <TextField label="No-show, percent" {...field("no_show_percent")} inputMode="numeric" />
      </div>
    </>
  ),
  owner: ({ there, takes_passkey, field }) => (
    <>
      {there.length > 0 ? (
        <There label="Your account is protected by">{there.join(", ")}</There>
      ) : (
        <p className="text-moss">
          Your password alone opens the data of every customer. Add a passkey: your phone or computer then
          confirms that it's you.
        </p>
      )}
      {takes_passkey ? (
        <div className="grid gap-4 rounded-control border border-line p-4">
          <PasswordField
            {...field("password")}
            label="Your password"
            autoComplete="current-password"
            maxLength={PASSWORD_LENGTH.max}
          />
          <button
            type="submit"
            name="intent"
            value="begin-passkey"
            className={cx(buttonLook({ variant: "secondary", size: "small" }), "justify-self-start")}
          >
            Add a passkey
          </button>
        </div>
      ) : (
        <ButtonLink href="/profile/security" variant="secondary" size="small" className="justify-self-start">
          {there.length > 0 ? "Change it" : "Protect it"}
        </ButtonLink>
      )}
    </>
  ),
  texts: ({ values }) => (
    <>
      <There label="Your description">{values.company_description}</There>
      <p className="text-moss">
        The terms, the privacy policy and the pages about you are yours to answer for. Open each, and change
        what isn't true for your company.
      </p>
      <CheckboxField
        name="insured"
        defaultChecked={values.insured === "on"}
        label="We carry liability insurance. Say so in the questions and the terms."
      />
      <CheckboxField
        name="background_checks"
        defaultChecked={values.background_checks === "on"}
        label="We check the background of who joins a crew. Say so in the questions."
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/admin/content" variant="secondary" size="small">
          Open the texts
        </ButtonLink>
        <ButtonLink href="/" variant="ghost" size="small">
          See your site
        </ButtonLink>
      </div>
    </>
  ),
};

function optionsOf(list: Choices["near"] = []) {
  return list.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

function There({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="rounded-control bg-sage-soft px-4 py-3">
      <span className="font-semibold">{label}:</span> {children}
    </p>
  );
}
