import Route from "lucide-react/icons/route";
import { Form, Link, useNavigation } from "react-router";
import { type Drives, drivesPath, formatMiles } from "~/features/scheduling/board/swap";
import { addDays } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { EmptyState } from "~/ui/list/empty-state";
import { Notice } from "~/ui/page/notice";

const small = `${buttonLook({ variant: "secondary", size: "small" })} min-h-11`;

type Props = { drives: Drives; date: string; settings: { on: boolean; href: string } };

/** How far each crew drives on a day, and the swaps that would shorten it. */
export function DrivesOfDay({ drives, date, settings }: Props) {
  const { crews, swaps, before, after, unknown, seen } = drives;
  const pending = useNavigation().state === "submitting";
  return (
    <>
      <nav aria-label="Days" className="flex flex-wrap gap-2">
        <Link to={drivesPath(addDays(date, -1))} className={small}>
          Previous day
        </Link>
        <Link to={drivesPath(addDays(date, 1))} className={small}>
          Next day
        </Link>
      </nav>
      {unknown.length > 0 && (
        <Notice>
          {unknown.length === 1 ? "This ZIP code is unknown" : "These ZIP codes are unknown"}, so drives to
          and from it aren’t counted: {unknown.join(", ")}.
        </Notice>
      )}
      {!settings.on && (
        <Notice
          action={
            <ButtonLink href={settings.href} variant="secondary" size="small">
              Open settings
            </ButtonLink>
          }
        >
          Bookings keep only the travel time free, however far the next visit is. To change that, turn on
          “Keep driving time free”.
        </Notice>
      )}
      <DataTable
        label="Miles by crew"
        columns={[
          { heading: "Crew" },
          { heading: "Visits" },
          { heading: "Now" },
          { heading: "After the swaps" },
        ]}
      >
        {crews.map((crew) => (
          <Row key={crew.id}>
            <Cell column="Crew" wide className="font-semibold">
              {crew.name}
            </Cell>
            <Cell column="Visits">{String(crew.visits)}</Cell>
            <Cell column="Now">{formatMiles(crew.before)}</Cell>
            <Cell column="After the swaps">{swaps.length > 0 ? formatMiles(crew.after) : "–"}</Cell>
          </Row>
        ))}
      </DataTable>
      {swaps.length === 0 ? (
        <EmptyState icon={Route} title="Nothing to shorten">
          The crews drive {formatMiles(before)} in a straight line on this day. No swap would save any.
        </EmptyState>
      ) : (
        <section aria-labelledby="swaps" className="grid gap-4">
          <div>
            <h2 id="swaps" className="text-heading">
              Shorten the drives by {formatMiles(before - after)}
            </h2>
            <p className="max-w-prose text-moss">
              {formatMiles(before)} now, {formatMiles(after)} after{" "}
              {swaps.length === 1 ? "this swap" : "these swaps"}. All visits keep their times. Visits whose
              customer asked for a crew stay with it. The crews are emailed; customers aren’t.
            </p>
          </div>
          <DataTable
            label="Swaps"
            columns={[{ heading: "Visit" }, { heading: "Customer" }, { heading: "From" }, { heading: "To" }]}
          >
            {swaps.map((swap) => (
              <Row
                key={swap.id}
                href={`/admin/bookings/${swap.id}`}
                label={`Open visit #${swap.number}`}
                leaves
              >
                <Cell column="Visit" className="font-semibold">
                  {swap.time} · #{swap.number}
                </Cell>
                <Cell column="Customer">
                  {swap.customer ?? "No name"}, {swap.town}
                </Cell>
                <Cell column="From">{swap.from}</Cell>
                <Cell column="To">{swap.to}</Cell>
              </Row>
            ))}
          </DataTable>
          <Form method="post">
            <input type="hidden" name="date" value={date} />
            <input type="hidden" name="seen" value={seen} />
            <Button type="submit" pending={pending} pendingLabel="Swapping…">
              {swaps.length === 1 ? "Make this swap" : `Make all ${swaps.length} swaps`}
            </Button>
          </Form>
        </section>
      )}
    </>
  );
}
