import { formatTries, type MailRow } from "~/features/notifications/email/office/list";
import { Cell, DataTable, Row } from "~/ui/data-table";
import { MailBadge } from "./badge";

type Props = { rows: MailRow[]; open: string | undefined; hrefOf: (id: string) => string };

/** The mails of one page, each with what became of it. */
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
      {rows.map((mail) => (
        <Row
          key={mail.id}
          href={hrefOf(mail.id)}
          label={`Open the email “${mail.subject}” to ${mail.recipient}`}
          current={mail.id === open}
        >
          <Cell column="To" wide className="wrap-anywhere font-semibold">
            {mail.recipient}
          </Cell>
          <Cell column="Subject" wide className="wrap-anywhere">
            {mail.subject}
          </Cell>
          <Cell column="Date" className="tabular-nums md:whitespace-nowrap">
            {mail.at}
          </Cell>
          <Cell column="Status">
            <MailBadge status={mail.status} />
            {mail.status === "failed" && (
              <span className="mt-1.5 block text-[0.875rem]/5 text-moss">
                {formatTries(mail.attempts)}
                {mail.error && <span className="line-clamp-2 wrap-anywhere">{mail.error}</span>}
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
