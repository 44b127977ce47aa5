import type { MessageRow } from "~/features/messages/office/list";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { MessageBadge } from "./panel";

type Props = { rows: MessageRow[]; open: string | undefined; hrefOf: (id: string) => string };

const COLUMNS = [{ heading: "From" }, { heading: "Message" }, { heading: "Received" }, { heading: "Status" }];

/** Messages of one page. Unread ones are highlighted. */
export function MessageTable({ rows, open, hrefOf }: Props) {
  return (
    <DataTable label="Messages" columns={COLUMNS}>
      {rows.map(({ id, name, email, excerpt, status, unread, at }) => (
        <Row key={id} href={hrefOf(id)} current={id === open} label={`Open the message of ${name}`}>
          <Cell column="From" wide className="max-w-64">
            <span
              className={`wrap-anywhere line-clamp-2 ${unread ? "font-semibold" : "font-medium text-moss"}`}
            >
              {unread && <Dot />}
              {name}
            </span>
            <span className="block truncate text-moss" title={email}>
              {email}
            </span>
          </Cell>
          <Cell column="Message" wide className="min-w-60">
            <span className={`wrap-anywhere line-clamp-2 ${unread ? "" : "text-moss"}`}>{excerpt}</span>
          </Cell>
          <Cell column="Received" className="whitespace-nowrap text-moss tabular-nums">
            {at}
          </Cell>
          <Cell column="Status">
            <MessageBadge status={status} unread={unread} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function Dot() {
  return (
    <span className="mr-2 inline-block size-2 rounded-full bg-sunlight align-middle ring-1 ring-honey-ink/40">
      <span className="sr-only">Unread: </span>
    </span>
  );
}
