import { Form } from "react-router";
import type { SeriesRow } from "~/features/plans/series/list";
import { LAY_PAGE } from "~/features/plans/series/series";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { useAllowed } from "~/ui/allowed";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { Cell, type Column, DataTable, Row } from "~/ui/list/data-table";
import { SeriesBadge } from "./badge";

type Props = {
  rows: SeriesRow[];
  total: number;
  /** The address that lays more visits of all that the list finds. */
  allHref: string;
  open: string | undefined;
  hrefOf: (id: string) => string;
  sortBy: (sort: "until") => NonNullable<Column["sort"]>;
};

/** The series of one page, some of which can be chosen to add visits to them. */
export function SeriesTable({ rows, total, allHref, open, hrefOf, sortBy }: Props) {
  const canLay = useAllowed("plans.edit");
  return (
    <Form action={LAY_PAGE} className="grid grid-cols-1 gap-4">
      {canLay && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="secondary" size="small" className="min-h-11">
            Add visits to the chosen
          </Button>
          <a href={allHref} className={buttonLook({ variant: "ghost", size: "small" })}>
            {total === 1 ? "Or to this one" : `Or to all ${total.toLocaleString("en-US")}`}
          </a>
        </div>
      )}
      <DataTable
        label="Series"
        columns={[
          { heading: "Customer" },
          { heading: "Series" },
          { heading: "Crew", className: "w-32" },
          { heading: "Per visit", className: "w-28" },
          { heading: "Next visit", className: "w-52" },
          { heading: "Scheduled until", sort: sortBy("until"), className: "w-36" },
          { heading: "Status", className: "w-40" },
        ]}
      >
        {rows.map((row) => (
          <Row
            key={row.id}
            href={hrefOf(row.id)}
            label={`Open the series of ${row.customer}`}
            current={row.id === open}
          >
            <Cell column="Customer" wide className="wrap-anywhere">
              {canLay ? (
                <CheckboxField
                  name="series"
                  value={row.id}
                  label={<span className="font-semibold">{row.customer}</span>}
                  className="relative z-1 -my-2.5 w-fit [&_input]:size-6"
                />
              ) : (
                <span className="font-semibold">{row.customer}</span>
              )}
              <span className="block text-moss">{row.address}</span>
            </Cell>
            <Cell column="Series" wide>
              {row.service}
              <span className="block text-moss">{row.when}</span>
            </Cell>
            <Cell column="Crew" className="wrap-anywhere">
              {row.crew}
            </Cell>
            <Cell column="Per visit" className="tabular-nums">
              {row.price}
            </Cell>
            <Cell column="Next visit" className="tabular-nums">
              {row.next?.replace(/ (?=[AP]M$)/, "\u00a0") ?? <span className="text-moss">None</span>}
            </Cell>
            <Cell column="Scheduled until" className="whitespace-nowrap tabular-nums">
              {row.until ?? <span className="text-moss">No visits</span>}
            </Cell>
            <Cell column="Status">
              <SeriesBadge {...row} />
            </Cell>
          </Row>
        ))}
      </DataTable>
    </Form>
  );
}
