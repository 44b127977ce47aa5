import { LIMITS } from "~/features/operations/settings/forms";
import { controlOf } from "~/ui/form/conform-control";
import { TextField } from "~/ui/form/text-field";
import { SecretField, SettingsForm } from "./fields";
import { SettingsTest } from "./settings-test";
import type { Secrets, TabProps } from "./tab";

type Props = TabProps & {
  secrets: Secrets;
  replacing: string | null;
  /** Recipient of a test email. */
  email: string;
  /** SMTP server's answer to the last test. */
  refused: string | null;
};

export function EmailTab({ values, result, seen, secrets, replacing, email, refused }: Props) {
  return (
    <>
      <SettingsForm tab="email" values={values} result={result} seen={seen} save="Save Email Settings">
        {(field) => (
          <>
            <p className="text-moss">
              The mail server that sends the company's emails. Without one, the server's own (SMTP_URL) is
              used. Without either, emails are kept here and not sent.
            </p>
            <div className="grid gap-6 sm:grid-cols-[1fr_8rem]">
              <TextField
                key={field("smtp_host").key}
                {...controlOf(field("smtp_host"))}
                label="SMTP host"
                optional
                placeholder="smtp.example.com"
                spellCheck={false}
                autoComplete="off"
                maxLength={LIMITS.host}
              />
              <TextField
                key={field("smtp_port").key}
                {...controlOf(field("smtp_port"))}
                label="Port"
                inputMode="numeric"
                maxLength={6}
                required
              />
            </div>
            <TextField
              key={field("smtp_user").key}
              {...controlOf(field("smtp_user"))}
              label="User name"
              optional
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              maxLength={LIMITS.email}
            />
            <SecretField
              tab="email"
              field={field("smtp_pass")}
              label="Password"
              hint="Stored encrypted and never shown again"
              state={secrets.smtp_pass}
              replacing={replacing}
            />
            <TextField
              key={field("from_email").key}
              {...controlOf(field("from_email"))}
              type="email"
              label="From email"
              optional
              hint="If empty, the contact email is used. Replies always go to the contact email."
              autoComplete="off"
              maxLength={LIMITS.email}
            />
          </>
        )}
      </SettingsForm>
      <SettingsTest
        tab="email"
        intent="test-mail"
        label="Send test email"
        pendingLabel="Sending..."
        ready={Boolean(values.smtp_host)}
        refused={refused}
        refusedTitle="Test email not sent"
      >
        {values.smtp_host ? (
          <>
            Sends an email to <span className="wrap-anywhere font-semibold text-ink">{email}</span>, using the
            saved settings.
          </>
        ) : (
          "Save an SMTP host first."
        )}
      </SettingsTest>
    </>
  );
}
