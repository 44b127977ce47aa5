import { formatMinutes } from "~/features/fieldwork/hours/hours";
import { hoursPath } from "~/features/fieldwork/pay/forms";
import { grossOf, type PayLine, sumOf } from "~/features/fieldwork/pay/pay";
import type { PayWeek } from "~/features/fieldwork/pay/view";
import { formatCents } from "~/lib/money";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

const FIGURES = ["Job", "Drive", "Break", "Job pay", "Tips", "Adjustments", "Gross"] as const;
const COLUMNS = [
  { heading: "Member" },
  ...FIGURES.map((heading) => ({ heading, className: "[&>span]:justify-end" })),
  { heading: "To check" },
];

/** As formatMinutes says it. */
const NOTHING = formatMinutes(0);

type Figures = Omit<PayLine, "member_id" | "name">;

/** A row a member, and the sums. */
export function WeekTable({ week }: { week: PayWeek }) {
  const sums = sumOf(week.rows.map(({ line }) => line));
  return (
    <DataTable label={`Hours of ${week.title}`} columns={COLUMNS}>
      {week.rows.map(({ line, crew, flags, has_rate, late }) => (
        <Row
          key={line.member_id}
          href={hoursPath(week.monday, line.member_id)}
          label={`Open the week of ${line.name}`}
          leaves
        >
          <Cell column="Member" wide className="wrap-anywhere">
            <span className="font-medium">{line.name}</span>
            {crew && <span className="block text-moss">{crew}</span>}
          </Cell>
          <FigureCells figures={line} currency={week.currency} />
          <Cell column="To check" wide>
            {(flags > 0 || !has_rate || late) && (
              <span className="flex flex-wrap gap-1.5">
                {flags > 0 && (
                  <Badge tone="berry">{flags === 1 ? "1 clock-out" : `${flags} clock-outs`}</Badge>
                )}
                {late && <Badge tone="amber">Came late</Badge>}
                {!has_rate && <Badge>No rate</Badge>}
              </span>
            )}
          </Cell>
        </Row>
      ))}
      <Row>
        <Cell column="" wide className="font-semibold">
          All
        </Cell>
        <FigureCells figures={sums} currency={week.currency} strong />
        <Cell column="To check">{null}</Cell>
      </Row>
    </DataTable>
  );
}

type CellsProps = { figures: Figures; currency: string; strong?: boolean };

function FigureCells({ figures, currency, strong = false }: CellsProps) {
  const money = (cents: number) => (cents === 0 ? NOTHING : formatCents(cents, currency));
  const texts: Record<(typeof FIGURES)[number], string> = {
    Job: formatMinutes(figures.job_minutes),
    Drive: formatMinutes(figures.drive_minutes),
    Break: formatMinutes(figures.break_minutes),
    "Job pay": money(figures.job_pay),
    Tips: money(figures.tips),
    Adjustments: money(figures.adjustments),
    Gross: money(grossOf(figures)),
  };
  return FIGURES.map((column) => (
    <Cell
      key={column}
      column={column}
      className={cx(
        "whitespace-nowrap tabular-nums @3xl:text-right",
        (strong || column === "Gross") && "font-semibold",
        texts[column] === NOTHING && "@max-3xl:hidden",
      )}
    >
      {texts[column]}
    </Cell>
  ));
}
