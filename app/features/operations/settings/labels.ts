import type { SecretName, Settings } from "./settings";

/** What staff call each setting; in a sentence it follows "changed the". */
export const SETTING_LABELS: Record<keyof Settings | SecretName, string> = {
  "general.company_name": "company name",
  "general.contact_email": "contact email",
  "general.company_description": "company description",
  "general.phone": "phone",
  "general.timezone": "time zone",
  "notifications.new_booking_notifications": "new booking notices",
  "notifications.payment_notifications": "payment notices",
  "notifications.contact_form_notifications": "contact form notices",
  "notifications.daily_summary": "daily summary",
  "payments.stripe_public_key": "Stripe publishable key",
  "payments.stripe_secret_key": "Stripe secret key",
  "payments.stripe_webhook_secret": "Stripe webhook signing secret",
  "payments.default_currency": "currency",
  "payments.tax_rate": "tax rate",
  "payments.collect_tax": "tax on new bookings",
  "payments.without_provider": "booking without a card provider",
  "users.allow_user_registration": "sign-up of new accounts",
  "users.require_email_verification": "email verification",
  "users.enable_two_factor_auth": "two-factor authentication for customers",
  "email.smtp_host": "SMTP host",
  "email.smtp_port": "SMTP port",
  "email.smtp_user": "SMTP user name",
  "email.smtp_pass": "SMTP password",
  "email.from_email": "From email",
  "booking.travel_buffer_minutes": "travel time between visits",
};

/** The same by the key alone, as the audit trail has it. */
export const LABELS_BY_KEY: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SETTING_LABELS).map(([name, label]) => [name.split(".")[1], label]),
);
