import { PlanBadge } from "~/features/plans/change/ui/my-plans";
import type { PlanRow } from "~/features/plans/office/list";
import { AttentionMark } from "~/ui/list/attention-mark";
import { Cell, type Column, DataTable, Row } from "~/ui/list/data-table";
import { TestMark } from "~/ui/page/test-mark";

type Props = {
  rows: PlanRow[];
  open: string | undefined;
  hrefOf: (id: string) => string;
  sortBy: (sort: "started" | "charge") => NonNullable<Column["sort"]>;
};

/** The plans of one page. */
export function OfficePlanTable({ rows, open, hrefOf, sortBy }: Props) {
  return (
    <DataTable
      label="Plans"
      columns={[
        { heading: "Customer", className: "w-1/5" },
        { heading: "Plan", className: "w-1/4" },
        { heading: "Crew" },
        { heading: "Per month" },
        { heading: "Next charge", sort: sortBy("charge") },
        { heading: "Started", sort: sortBy("started") },
        { heading: "Status" },
      ]}
    >
      {rows.map((row) => (
        <Row
          key={row.id}
          href={hrefOf(row.id)}
          label={`Open the plan of ${row.customer}`}
          current={row.id === open}
        >
          <Cell column="Customer" wide className="wrap-anywhere">
            <span className="font-semibold">{row.customer}</span>
            <span className="block text-moss">{row.town}</span>
            <span className="block text-moss tabular-nums">{row.number}</span>
          </Cell>
          <Cell column="Plan" wide>
            {row.service}
            <span className="block text-moss">{row.rhythm}</span>
          </Cell>
          <Cell column="Crew" className="wrap-anywhere">
            {row.crew}
          </Cell>
          <Cell column="Per month" className="tabular-nums">
            {row.amount}
            <TestMark is={row.is_test} className="mt-1" />
          </Cell>
          <Cell column="Next charge" className="whitespace-nowrap tabular-nums">
            {row.charge ?? <span className="text-moss">None</span>}
          </Cell>
          <Cell column="Started" className="whitespace-nowrap tabular-nums">
            {row.started}
          </Cell>
          <Cell column="Status">
            <PlanBadge status={row.status} sale={row.sale} />
            {row.needs_attention && <AttentionMark />}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
