import { SettingsForm, SwitchRow } from "./fields";
import type { TabProps } from "./tab";

type Props = TabProps & { email: string };

export function NotificationsTab({ values, result, seen, email }: Props) {
  return (
    <SettingsForm tab="notifications" values={values} result={result} seen={seen} save="Save Preferences">
      {(field) => (
        <>
          <p className="text-moss">
            These emails go to <span className="wrap-anywhere font-semibold text-ink">{email}</span>, the
            contact email on the General tab.
          </p>
          <div className="grid gap-2">
            <SwitchRow field={field("new_booking_notifications")} label="New bookings">
              When a visit is booked and paid for: who, where and when.
            </SwitchRow>
            <SwitchRow field={field("payment_notifications")} label="Payments">
              When a payment comes in or a refund fails.
            </SwitchRow>
            <SwitchRow field={field("contact_form_notifications")} label="Contact form">
              When someone sends a message through the contact page.
            </SwitchRow>
            <SwitchRow field={field("daily_summary")} label="Daily summary">
              At 6:00 PM: the day's new bookings and payments, and tomorrow's visits.
            </SwitchRow>
          </div>
          <div className="border-line border-t pt-6">
            <h3 className="mb-2 font-sans font-semibold">To customers</h3>
            <SwitchRow field={field("on_the_way_emails")} label="Crew on the way">
              When a crew sets out for a visit: about when it will be there.
            </SwitchRow>
          </div>
        </>
      )}
    </SettingsForm>
  );
}
