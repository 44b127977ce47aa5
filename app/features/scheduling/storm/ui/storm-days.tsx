import CloudSnow from "lucide-react/icons/cloud-snow";
import { Form, Link, useNavigation } from "react-router";
import {
  formatAnswers,
  formatStormDay,
  formatTowns,
  STORM_PAGE,
  type StormDay,
  type StormDayRow,
  stormDayPath,
} from "~/features/scheduling/storm/storm-day";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Disclosure } from "~/ui/action/disclosure";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { EmptyState } from "~/ui/list/empty-state";
import { Card } from "~/ui/page/card";

/** Which storm day it is, how it stands, and what can be done about all of it. */
export function StormHead({ day, formId }: { day: StormDay; formId: string }) {
  const intent = useNavigation().formData?.get("intent");
  const reachable = day.offers.some(({ status, email }) => status === "open" && email);
  const query = new URLSearchParams([["date", day.date], ...day.towns.map((town) => ["town", town])]);
  if (day.kind === "closing") query.set("kind", "closing");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-title">{formatStormDay(day)}</h1>
        <ClosedBadge closed={day.closed} />
      </div>
      <p className="mt-2 text-moss wrap-anywhere">
        {day.kind === "storm" && `${formatTowns(day.towns)}. `}
        {formatAnswers(day)}.
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        {day.unasked > 0 && (
          <Link to={`${STORM_PAGE}/new?${query}`} className={buttonLook({ size: "small" })}>
            {day.unasked === 1
              ? "1 visit hasn't been asked about yet"
              : `${day.unasked} visits haven't been asked about yet`}
          </Link>
        )}
        {reachable && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="form_id" value={formId} />
            <Button
              type="submit"
              name="intent"
              value="resend"
              variant="secondary"
              size="small"
              pending={intent === "resend"}
            >
              Remind customers who haven't responded
            </Button>
          </Form>
        )}
        {day.closed && day.date >= day.today && (
          <Disclosure title={day.kind === "storm" ? "Storm called off" : "Open the day again"}>
            <p className="max-w-md">
              Opens the day for booking again.{" "}
              {day.open > 0 &&
                "Customers who haven't responded keep their visits and get an email. Visits already moved or skipped stay that way."}
            </p>
            <Form method="post" preventScrollReset className="mt-3">
              <Button
                type="submit"
                name="intent"
                value="open"
                variant="secondary"
                size="small"
                pending={intent === "open"}
              >
                Reopen the day
              </Button>
            </Form>
          </Disclosure>
        )}
      </div>
    </>
  );
}

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
            {day.kind === "closing" && (
              <span className="block font-normal text-moss">Closed by the office</span>
            )}
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
function ClosedBadge({ closed }: { closed: boolean }) {
  return closed ? <Badge tone="amber">Closed</Badge> : <Badge>Open</Badge>;
}

/** Chooses the day of a storm; it changes nothing. */
export function StormDayPicker({ date, error }: { date: string; error?: string }) {
  const looking = useNavigation().location?.pathname === `${STORM_PAGE}/new`;
  return (
    <Card className="p-5">
      <h2 className="text-heading">New storm day</h2>
      <Form action={`${STORM_PAGE}/new`} className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          key={date}
          label="Day"
          type="date"
          name="date"
          required
          defaultValue={date}
          error={error}
          className="w-56 max-sm:w-full"
        />
        <Button type="submit" pending={looking} className="max-sm:w-full">
          See affected visits
        </Button>
      </Form>
    </Card>
  );
}
