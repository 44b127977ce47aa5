import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import type { Choices } from "~/features/operations/settings/choices";
import type { SettingsTab } from "~/features/operations/settings/forms";
import { Card } from "~/ui/card";
import { EmailTab } from "./email-tab";
import { GeneralTab } from "./general-tab";
import { NotificationsTab } from "./notifications-tab";
import { PaymentsTab } from "./payments-tab";
import { removeFormId } from "./secret-field";
import type { PaymentsInUse, Secrets } from "./tab";
import { UsersTab } from "./users-tab";

type Props = {
  tab: SettingsTab;
  values: Record<string, string>;
  secrets: Secrets;
  zones: Choices | null;
  currencies: Choices | null;
  payments: PaymentsInUse | null;
  replacing: string | null;
  administrators: number;
  contact_email: string;
  /** Of the administrator who looks. */
  email: string;
  result: SubmissionResult<string[]> | undefined;
  refused: string | null;
  /** What a form that was refused began with. */
  seen: string | null;
};

const HEADINGS: Record<SettingsTab, string> = {
  general: "General",
  notifications: "Notifications",
  payments: "Payments",
  users: "Users",
  email: "Email",
};

/** One tab of the settings. */
export function SettingsPanel({ tab, contact_email, email, ...page }: Props) {
  return (
    <Card className="grid grid-cols-1 gap-6 p-5 sm:p-7">
      <h2 className="sr-only">{HEADINGS[tab]}</h2>
      {tab === "general" && <GeneralTab {...page} />}
      {tab === "notifications" && <NotificationsTab {...page} email={contact_email} />}
      {tab === "payments" && <PaymentsTab {...page} />}
      {tab === "users" && <UsersTab {...page} />}
      {tab === "email" && <EmailTab {...page} email={email} />}
      {Object.keys(page.secrets).map((name) => (
        <Form key={name} id={removeFormId(name)} method="post" preventScrollReset hidden>
          <input type="hidden" name="intent" value="remove-secret" />
          <input type="hidden" name="tab" value={tab} />
          <input type="hidden" name="name" value={name} />
        </Form>
      ))}
    </Card>
  );
}
