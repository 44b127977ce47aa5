import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { controlOf } from "~/ui/conform-control";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import { LIMITS } from "../forms";
import { SecretField } from "./secret-field";
import { SettingsForm } from "./settings-form";
import type { Secrets, TabProps } from "./tab";

type Props = TabProps & {
  secrets: Secrets;
  replacing: string | null;
  /** Where a test mail goes. */
  email: string;
  /** What the mail server said to the last test. */
  refused: string | null;
};

export function EmailTab({ values, result, seen, secrets, replacing, email, refused }: Props) {
  return (
    <>
      <SettingsForm tab="email" values={values} result={result} seen={seen} save="Save Email Settings">
        {(field) => (
          <>
            <p className="text-moss">
              The mail server that the company's mails go through. Without one, the installation's own
              (SMTP_URL) is used; without that, mails are kept and not sent.
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
              hint="Kept encrypted, and never shown again"
              state={secrets.smtp_pass}
              replacing={replacing}
            />
            <TextField
              key={field("from_email").key}
              {...controlOf(field("from_email"))}
              type="email"
              label="From email"
              optional
              hint="Empty: the contact email. Answers reach the contact email in any case."
              autoComplete="off"
              maxLength={LIMITS.email}
            />
          </>
        )}
      </SettingsForm>
      <TestMail email={email} ready={Boolean(values.smtp_host)} refused={refused} />
    </>
  );
}

function TestMail({ email, ready, refused }: { email: string; ready: boolean; refused: string | null }) {
  const navigation = useNavigation();
  const pending = navigation.formData?.get("intent") === "test-mail";
  return (
    <section aria-labelledby="test-mail" className="grid gap-4 border-line border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="test-mail" className="font-semibold">
            Test
          </h3>
          <p className="text-moss">
            {ready ? (
              <>
                A mail to <span className="wrap-anywhere font-semibold text-ink">{email}</span>, through the
                settings as they are saved.
              </>
            ) : (
              "Save an SMTP host first."
            )}
          </p>
        </div>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="tab" value="email" />
          <Button
            type="submit"
            name="intent"
            value="test-mail"
            variant="secondary"
            size="small"
            disabled={!ready}
            pending={pending}
            pendingLabel="Sending..."
          >
            Send test mail
          </Button>
        </Form>
      </div>
      {refused && !pending && (
        <Notice tone="error" title="The test mail was not sent">
          <span className="wrap-anywhere">{refused}</span>
        </Notice>
      )}
    </section>
  );
}
