import type { ActivityRow } from "~/features/office/activity/list";
import { Cell, DataTable, Row } from "~/ui/data-table";

type Props = { rows: ActivityRow[]; open: string | undefined; hrefOf: (id: number) => string };

/** The audit trail in words, the newest on top. */
export function ActivityTable({ rows, open, hrefOf }: Props) {
  return (
    <DataTable
      label="Activity"
      columns={[
        { heading: "Time", className: "w-56" },
        { heading: "Who", className: "w-64" },
        { heading: "What" },
      ]}
    >
      {rows.map(({ id, at, who, what }) => (
        <Row key={id} href={hrefOf(id)} label={`${who} ${what}, ${at}`} current={open === String(id)}>
          <Cell column="Time" className="text-moss tabular-nums md:whitespace-nowrap">
            {at}
          </Cell>
          <Cell column="Who" className="font-semibold wrap-anywhere">
            {who}
          </Cell>
          <Cell column="What" wide className="wrap-anywhere">
            {what}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
