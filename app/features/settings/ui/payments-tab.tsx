import { controlOf } from "~/ui/conform-control";
import { Notice } from "~/ui/notice";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import type { Choices } from "../choices";
import { LIMITS } from "../forms";
import { Options } from "./options";
import { SecretField } from "./secret-field";
import { SettingsForm } from "./settings-form";
import { SettingsTest } from "./settings-test";
import { SwitchRow } from "./switch-row";
import type { Secrets, TabProps } from "./tab";

type Props = TabProps & {
  secrets: Secrets;
  replacing: string | null;
  currencies: Choices | null;
  /** Why Stripe refused the keys in the last test. */
  refused: string | null;
};

export function PaymentsTab({ values, result, seen, secrets, replacing, currencies, refused }: Props) {
  const keysAreSet = Boolean(values.stripe_public_key && secrets.stripe_secret_key);
  return (
    <>
      <SettingsForm tab="payments" values={values} result={result} seen={seen} save="Update Payment Settings">
        {(field) => (
          <>
            <div className="grid gap-6 sm:grid-cols-2">
              <SelectField
                key={field("default_currency").key}
                {...controlOf(field("default_currency"))}
                label="Currency"
                hint="Of new bookings; those that are booked keep theirs"
              >
                <Options choices={currencies} nearLabel="North America" />
              </SelectField>
              <TextField
                key={field("tax_rate").key}
                {...controlOf(field("tax_rate"))}
                label="Tax rate (%)"
                hint="From 0 to 100, like 8.5"
                inputMode="decimal"
                maxLength={10}
                required
              />
            </div>
            <SwitchRow field={field("collect_tax")} label="Add tax to new bookings">
              On a line of its own in the summary, before the customer pays. New Hampshire has no sales tax.
            </SwitchRow>
            <fieldset className="grid gap-6 border-line border-t pt-6">
              <legend className="sr-only">Stripe</legend>
              <h3 className="font-semibold">Stripe</h3>
              <Notice>
                Payments run through the built-in test checkout, which charges nobody. The keys are kept here
                for Stripe.
              </Notice>
              <TextField
                key={field("stripe_public_key").key}
                {...controlOf(field("stripe_public_key"))}
                label="Publishable key"
                optional
                placeholder="pk_live_…"
                spellCheck={false}
                autoComplete="off"
                maxLength={LIMITS.secret}
              />
              <SecretField
                tab="payments"
                field={field("stripe_secret_key")}
                label="Secret key"
                hint="Kept encrypted, and never shown again"
                state={secrets.stripe_secret_key}
                replacing={replacing}
              />
            </fieldset>
          </>
        )}
      </SettingsForm>
      <SettingsTest
        tab="payments"
        intent="test-stripe"
        label="Test Stripe keys"
        pendingLabel="Testing..."
        ready={keysAreSet}
        refused={refused}
        refusedTitle="The keys don't work"
      >
        {keysAreSet
          ? "Asks Stripe about the keys as they are saved. No money moves."
          : "Save both keys first."}
      </SettingsTest>
    </>
  );
}
