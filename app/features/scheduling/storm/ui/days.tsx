import CloudSnow from "lucide-react/icons/cloud-snow";
import { formatAnswers, type StormDayRow, stormDayPath } from "~/features/scheduling/storm/days";
import { formatTowns } from "~/features/scheduling/storm/towns";
import { formatLongDate } from "~/lib/dates";
import { Badge } from "~/ui/badge";
import { Cell, DataTable, Row } from "~/ui/data-table";
import { EmptyState } from "~/ui/empty-state";

const COLUMNS = [{ heading: "Day" }, { heading: "Towns" }, { heading: "Responses" }, { heading: "Booking" }];

/** The storm days so far, the latest first. */
export function StormDays({ days }: { days: StormDayRow[] }) {
  if (days.length === 0) {
    return (
      <EmptyState icon={CloudSnow} title="No storm days yet">
        Choose a day above to see every affected visit before anyone is contacted.
      </EmptyState>
    );
  }
  return (
    <DataTable label="Storm days" columns={COLUMNS}>
      {days.map((day) => (
        <Row
          key={day.id}
          href={stormDayPath(day.id)}
          label={`Open the storm day ${formatLongDate(day.date)}`}
        >
          <Cell column="Day" className="font-medium whitespace-nowrap">
            {formatLongDate(day.date)}
          </Cell>
          <Cell column="Towns" className="wrap-anywhere">
            {formatTowns(day.towns)}
          </Cell>
          <Cell column="Responses" className="tabular-nums">
            {formatAnswers(day)}
          </Cell>
          <Cell column="Booking">
            <ClosedBadge closed={day.closed} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

/** Whether the day can be booked. */
export function ClosedBadge({ closed }: { closed: boolean }) {
  return closed ? <Badge tone="amber">Closed</Badge> : <Badge>Open</Badge>;
}
