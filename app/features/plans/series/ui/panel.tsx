import { Form, Link, useNavigation } from "react-router";
import { LAY_PAGE } from "~/features/plans/series/series";
import type { AheadVisit, SeriesView } from "~/features/plans/series/view";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { IntentButton } from "~/ui/action/intent-button";
import { Allowed } from "~/ui/allowed";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { Fact, Facts } from "~/ui/list/facts";
import { SeriesBadge } from "./badge";

/** Everything about a series, and what staff can do with it. */
export function SeriesPanel({ series }: { series: SeriesView }) {
  const { id, customer, customer_id, plan, visits, state } = series;
  const posted = useNavigation().formData?.get("intent");
  const isOpen = state === "on" || state === "soon";
  return (
    <div className="grid gap-6">
      <section>
        <div className="mb-4 flex items-center justify-between gap-4">
          <p className="font-semibold text-heading tabular-nums">
            {series.price} <span className="font-normal text-[0.9375rem] text-moss">a visit</span>
          </p>
          <SeriesBadge {...series} />
        </div>
        <Facts>
          <Fact label="Customer" href={`/admin/customers/${customer_id}`}>
            {customer}
          </Fact>
          <Fact label="Home">{series.address}</Fact>
          <Fact label="Service">{series.service}</Fact>
          <Fact label="When">{series.when}</Fact>
          <Fact label="Crew">{series.crew}</Fact>
          <Fact label="Next visit">{series.next}</Fact>
          <Fact label="Scheduled until">{series.until}</Fact>
          <Fact label="Moved in">{series.moved_in}</Fact>
          <Fact label="Plan" href={plan ? `/admin/plans/${plan.id}` : undefined}>
            {plan?.number}
          </Fact>
        </Facts>
      </section>
      {isOpen && (
        <Allowed to="plans.edit">
          <Link to={`${LAY_PAGE}?series=${id}`} className={buttonLook({ variant: "primary" })}>
            Add more visits
          </Link>
          {series.can_sell ? (
            <Link to={`/admin/bookings/new?sell=${id}`} className={buttonLook({ variant: "secondary" })}>
              Sell as a plan
            </Link>
          ) : (
            <p className="text-[0.9375rem]/6 text-moss">
              Plans don’t come in its rhythm, so it can’t be sold as one.
            </p>
          )}
        </Allowed>
      )}
      <section>
        <h3 className="mb-2 font-semibold">Visits to come</h3>
        <VisitList visits={visits} />
      </section>
      <Allowed to="plans.edit">
        {isOpen && <EndForm visits={visits} pending={posted === "end"} />}
        {state === "ended" && (
          <IntentButton intent="reopen" pending={posted === "reopen"}>
            Go on with this series
          </IntentButton>
        )}
      </Allowed>
    </div>
  );
}

function VisitList({ visits }: { visits: AheadVisit[] }) {
  if (visits.length === 0) return <p className="text-[0.9375rem] text-moss">None are scheduled.</p>;
  return (
    <ul className="divide-y divide-line">
      {visits.map(({ id, number, when, crew }) => (
        <li key={id} className="py-2 text-[0.9375rem]/6">
          <Link
            to={`/admin/bookings/${id}`}
            className="font-medium text-evergreen-700 tabular-nums underline-offset-4 hover:underline"
          >
            {when}
          </Link>
          <span className="text-moss">
            , {crew}, {number}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Ends the series, and cancels the visits that are chosen. */
function EndForm({ visits, pending }: { visits: AheadVisit[]; pending: boolean }) {
  const open = visits.filter(({ is_paid }) => !is_paid);
  return (
    <details className="border-line border-t pt-4">
      <summary className="cursor-pointer py-2 font-semibold">End this series</summary>
      <Form method="post" className="mt-2 grid gap-3">
        <p className="text-[0.9375rem]/6 text-moss">
          No more visits are added, and it is no longer listed as running out. Visits that are scheduled take
          place, but for those that you choose here. Their customer gets an email about each.
        </p>
        {open.length > 0 && (
          <fieldset>
            <legend className="font-medium text-[0.9375rem]">Cancel these visits</legend>
            {open.map(({ id, when, number }) => (
              <CheckboxField key={id} name={`cancel_${id}`} value="yes" label={`${when}, ${number}`} />
            ))}
          </fieldset>
        )}
        {open.length < visits.length && (
          <p className="text-[0.9375rem]/6 text-moss">
            Cancel a paid visit on its page, where you decide about the refund.
          </p>
        )}
        <Button
          type="submit"
          name="intent"
          value="end"
          variant="destructive"
          size="small"
          className="min-h-11 justify-self-start"
          pending={pending}
          pendingLabel="Ending..."
        >
          End the series
        </Button>
      </Form>
    </details>
  );
}
