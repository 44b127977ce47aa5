import {
  formatTries,
  MAIL_LABELS,
  type MailRow,
  type MailStatus,
} from "~/features/notifications/email/office/list";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

type Props = { rows: MailRow[]; open: string | undefined; hrefOf: (id: string) => string };

export function MailTable({ rows, open, hrefOf }: Props) {
  return (
    <DataTable
      label="Mails"
      columns={[
        { heading: "To", className: "w-72" },
        { heading: "Subject" },
        { heading: "Date", className: "w-52" },
        { heading: "Status", className: "w-64" },
      ]}
    >
      {rows.map((email) => (
        <Row
          key={email.id}
          href={hrefOf(email.id)}
          label={`Open the email “${email.subject}” to ${email.recipient}`}
          current={email.id === open}
        >
          <Cell column="To" wide className="wrap-anywhere font-semibold">
            {email.recipient}
          </Cell>
          <Cell column="Subject" wide className="wrap-anywhere">
            {email.subject}
          </Cell>
          <Cell column="Date" className="tabular-nums md:whitespace-nowrap">
            {email.at}
          </Cell>
          <Cell column="Status">
            <MailBadge status={email.status} />
            {email.status === "failed" && (
              <span className="mt-1.5 block text-[0.875rem]/5 text-moss">
                {formatTries(email.attempts)}
                {email.error && <span className="line-clamp-2 wrap-anywhere">{email.error}</span>}
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const TONES = { failed: "berry", queued: "amber", sent: "green", kept: "neutral" } as const;

export function MailBadge({ status }: { status: MailStatus }) {
  return <Badge tone={TONES[status]}>{MAIL_LABELS[status]}</Badge>;
}
