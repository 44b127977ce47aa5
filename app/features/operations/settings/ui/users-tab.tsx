import { ButtonLink } from "~/ui/action/button-link";
import { controlOf } from "~/ui/form/conform-control";
import { TextField } from "~/ui/form/text-field";
import { SettingsForm, SwitchRow } from "./fields";
import type { TabProps } from "./tab";

export function UsersTab({ values, result, seen, administrators }: TabProps & { administrators: number }) {
  return (
    <>
      <SettingsForm tab="users" values={values} result={result} seen={seen} save="Save User Settings">
        {(field) => (
          <div className="grid gap-2">
            <SwitchRow field={field("allow_user_registration")} label="Allow new accounts">
              When off, no one can sign up. Booking without an account still works.
            </SwitchRow>
            <SwitchRow field={field("require_email_verification")} label="Require a verified email">
              New customers must confirm their email address before they can sign in.
            </SwitchRow>
            <SwitchRow field={field("enable_two_factor_auth")} label="Offer two-factor authentication">
              Lets customers protect their account with an authenticator app. Staff always can.
            </SwitchRow>
            <TextField
              key={field("second_factor_from").key}
              {...controlOf(field("second_factor_from"))}
              type="date"
              label="Staff need a passkey or two-factor from"
              optional
              hint="From this day on, the office opens only to staff who have set up one of them. Leave it empty to let all in."
              className="mt-3 max-w-sm"
            />
            <TextField
              key={field("sign_in_days").key}
              {...controlOf(field("sign_in_days"))}
              label="Keep sign-ins for (days)"
              inputMode="numeric"
              hint="Activity shows who signed in or was refused, and from where. After this many days, that is deleted."
              className="mt-3 max-w-sm"
            />
          </div>
        )}
      </SettingsForm>
      <section className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-6">
        <div>
          <h3 className="font-semibold">Refund limits</h3>
          <p className="text-moss">What each role may refund alone. Above it, a second person approves.</p>
        </div>
        <ButtonLink href="/admin/settings/limits" variant="secondary" size="small">
          Set limits
        </ButtonLink>
      </section>
      <section className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-6">
        <div>
          <h3 className="font-semibold">Staff</h3>
          <p className="text-moss">
            {administrators === 1 ? "One person has" : `${administrators} people have`} access to the admin
            panel.
          </p>
        </div>
        <ButtonLink href="/admin/users" variant="secondary" size="small">
          Manage staff
        </ButtonLink>
      </section>
    </>
  );
}
