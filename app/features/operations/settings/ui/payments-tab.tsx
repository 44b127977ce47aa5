import { LIMITS } from "~/features/operations/settings/forms";
import type { Choices } from "~/features/operations/settings/settings";
import { CopyField } from "~/ui/action/copy-field";
import { controlOf } from "~/ui/form/conform-control";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";
import { Options, SecretField, SettingsForm, SwitchRow } from "./fields";
import { SettingsTest } from "./settings-test";
import type { PaymentsInUse, Secrets, TabProps } from "./tab";

type Props = TabProps & {
  secrets: Secrets;
  replacing: string | null;
  currencies: Choices | null;
  payments: PaymentsInUse | null;
  /** Error of the last test. */
  refused: string | null;
};

export function PaymentsTab({ values, result, seen, payments, refused, ...page }: Props) {
  const { secrets, replacing, currencies } = page;
  const keysAreSet = Boolean(values.stripe_public_key && secrets.stripe_secret_key);
  return (
    <>
      <SettingsForm tab="payments" values={values} result={result} seen={seen} save="Update Payment Settings">
        {(field) => (
          <>
            <div className="grid gap-6 sm:grid-cols-2 md:max-lg:grid-cols-1">
              <SelectField
                key={field("default_currency").key}
                {...controlOf(field("default_currency"))}
                label="Currency"
                hint="Applies to new bookings; existing bookings keep theirs"
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
              Shown on its own line in the summary before the customer pays.
            </SwitchRow>
            <TextField
              key={field("card_allowance").key}
              {...controlOf(field("card_allowance"))}
              label="Allowance for saved cards (%)"
              hint="How much more than the price a saved card may be charged, if the visit takes longer. Customers read it when they save a card."
              inputMode="numeric"
              maxLength={5}
              required
            />
            <SelectField
              key={field("without_provider").key}
              {...controlOf(field("without_provider"))}
              label="Without a card provider"
              hint="What visitors can do while no card provider is set up. Plans always need one."
            >
              <option value="on_the_day">Take bookings, pay on the day</option>
              <option value="no_bookings">Don't take online bookings</option>
            </SelectField>
            <fieldset className="grid gap-6 border-line border-t pt-6">
              <legend className="sr-only">Stripe</legend>
              <h3 className="font-semibold">Stripe</h3>
              {payments && <InUse way={payments.way} publicKey={values.stripe_public_key ?? ""} />}
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
                hint="Stored encrypted and never shown again"
                state={secrets.stripe_secret_key}
                replacing={replacing}
              />
              <WebhookHelp url={payments?.webhook_url ?? ""} />
              <SecretField
                tab="payments"
                field={field("stripe_webhook_secret")}
                label="Webhook signing secret"
                hint="Starts with whsec_. Stored encrypted and never shown again."
                state={secrets.stripe_webhook_secret}
                replacing={replacing}
              />
            </fieldset>
          </>
        )}
      </SettingsForm>
      <SettingsTest
        tab="payments"
        intent="test-stripe"
        label="Make a test charge"
        pendingLabel="Testing..."
        ready={keysAreSet}
        refused={refused}
        refusedTitle="The test failed"
      >
        {keysAreSet
          ? "Checks the saved keys with Stripe. With test keys, it also charges Stripe's test card and cancels that at once. With live keys nothing is charged. No money moves."
          : "Save both keys first."}
      </SettingsTest>
    </>
  );
}

/** How customers pay at present. */
function InUse({ way, publicKey }: { way: PaymentsInUse["way"]; publicKey: string }) {
  if (way === "none") {
    return (
      <Notice tone="error" title="No card provider is set up">
        Customers can't pay by card. Save both Stripe keys to take cards.
      </Notice>
    );
  }
  if (way === "test checkout") {
    return (
      <Notice>
        Payments use the built-in test checkout, which charges no one. Once both keys are saved, customers pay
        through Stripe.
      </Notice>
    );
  }
  if (publicKey.startsWith("pk_live_")) return <Notice>Customers pay through Stripe with real money.</Notice>;
  if (publicKey) return <Notice>Customers pay through Stripe with test keys: no money moves.</Notice>;
  return <Notice>Customers pay through Stripe with the keys the server was started with.</Notice>;
}

function WebhookHelp({ url }: { url: string }) {
  return (
    <div className="grid gap-3">
      <CopyField label="Webhook address" value={url} />
      <p className="text-[0.9375rem] text-moss">
        Enter this address in Stripe's dashboard under Developers, Webhooks, to get a signing secret. With it,
        payments show up here right away. Without it, they take a few minutes.
      </p>
    </div>
  );
}
