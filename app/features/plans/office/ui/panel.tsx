import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useRef, useState } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import { PlanBadge } from "~/features/plans/change/ui/my-plans";
import type { ClashLine } from "~/features/plans/change/ui/visits";
import type { OfficePlan } from "~/features/plans/change/view";
import { formatDate, shortDay } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { ConfirmDialog } from "~/ui/action/confirm-dialog";
import { Allowed, useAllowed } from "~/ui/allowed";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Fact, Facts } from "~/ui/list/facts";
import { TestMark } from "~/ui/page/test-mark";
import { OfficeChanges, OfficeDecision } from "./changes";
import { Sale } from "./sale";

type Props = { plan: OfficePlan; clashes: ClashLine[]; moves: string; error?: string; guestLink: ReactNode };

/** Everything about a plan, and what staff can do with it. */
export function OfficePlanPanel({ plan, clashes, moves, error, guestLink }: Props) {
  return (
    <>
      <section className="pb-5">
        <div className="mb-4 flex items-center justify-between gap-4">
          <p className="font-semibold text-heading tabular-nums">
            {plan.price} <span className="font-normal text-[0.9375rem] text-moss">a month</span>
          </p>
          <PlanBadge status={plan.status} checked={plan.checked} sale={plan.sale?.state} />
        </div>
        {plan.new_price && (
          <p className="-mt-2 mb-4 text-[0.9375rem]/6 text-moss tabular-nums">
            Pays {plan.price}; new customers pay {plan.new_price}
          </p>
        )}
        {plan.next_price && (
          <p className="-mt-2 mb-4 text-[0.9375rem]/6 text-moss tabular-nums">
            {plan.next_price.price} from {formatDate(plan.next_price.from)} on
            {plan.next_price.rise &&
              (plan.next_price.kept ? ", accepted by the customer" : ", announced to the customer")}
          </p>
        )}
        {plan.attention && <Attention reason={plan.attention} />}
        {plan.decides && <OfficeDecision {...plan.decides} price={plan.price} />}
        {plan.status === "past_due" && plan.pay_by && (
          <p className="mb-4 rounded-control bg-berry-soft px-3.5 py-3 text-[0.9375rem]/6">
            The last charge failed. If it isn't paid by {formatDate(plan.pay_by)}, the visits are released and
            the plan ends.
          </p>
        )}
        {plan.sale && plan.sale.state !== "begun" && <Sale id={plan.id} sale={plan.sale} />}
        {plan.standing && (!plan.sale || plan.sale.state === "begun") && (
          <p className="mb-4 rounded-control bg-glass px-3.5 py-3 text-[0.9375rem]/6">{plan.standing}</p>
        )}
        <Facts>
          <Fact label="Plan">{plan.number}</Fact>
          <Fact label="Customer" href={plan.customer_id ? `/admin/customers/${plan.customer_id}` : undefined}>
            {plan.customer ?? plan.email ?? "Guest"}
          </Fact>
          <Fact label="Email">{plan.customer ? plan.email : null}</Fact>
          <Fact label="Phone">{plan.phone}</Fact>
          <Fact label="Service">{plan.service}</Fact>
          <Fact label="When">{plan.when}</Fact>
          <Fact label="Crew">{plan.crew}</Fact>
          <Fact label="Duration">{plan.duration}</Fact>
          <Fact label="Where">{plan.address}</Fact>
          <Fact label="First visit">{plan.first_visit}</Fact>
          <Fact label="Booked through">{plan.through}</Fact>
          <Fact label="Next charge">{plan.next_charge ? formatDate(plan.next_charge) : "None"}</Fact>
          <Fact label="Notes">{plan.notes}</Fact>
        </Facts>
      </section>
      <Section title="Next visits">
        {plan.visits.length === 0 ? (
          <p className="text-[0.9375rem] text-moss">No upcoming visits.</p>
        ) : (
          <ul className="divide-y divide-line">
            {plan.visits.map((visit) => (
              <Visit key={visit.id} visit={visit} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Charges">
        <TestMark is={plan.is_test} className="mb-2" />
        {plan.charges.length === 0 ? (
          <p className="text-[0.9375rem] text-moss">No charges yet.</p>
        ) : (
          <ul className="divide-y divide-line">
            {plan.charges.map((charge) => (
              <Charge key={charge.id} charge={charge} />
            ))}
          </ul>
        )}
      </Section>
      <Allowed to="plans.edit">
        {plan.status !== "pending" && plan.status !== "ended" && (
          <Section title="Change">
            <p className="mb-3 text-[0.9375rem]/6 text-moss">
              Another day, time, frequency, crew, address, home, extras or price, with a preview of the
              visits.
            </p>
            <Link
              to={`/admin/plans/${plan.id}/change`}
              className={buttonLook({ variant: "secondary", size: "small" })}
            >
              Change plan
            </Link>
          </Section>
        )}
        <OfficeChanges plan={plan} clashes={clashes} moves={moves} error={error} />
        {(!plan.sale || plan.sale.state === "begun") && <Section title="Emails">{guestLink}</Section>}
      </Allowed>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t py-5">
      <h3 className="mb-2 font-sans font-semibold text-[0.9375rem]/5">{title}</h3>
      {children}
    </section>
  );
}

function Attention({ reason }: { reason: string }) {
  const busy = useNavigation().formData?.get("intent") === "clear";
  return (
    <Form
      method="post"
      preventScrollReset
      className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control bg-sunlight-soft px-3.5 py-3 text-[0.9375rem]/6 text-honey-ink"
    >
      <TriangleAlert aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <div className="wrap-anywhere grid min-w-0 flex-1 gap-1.5">
        {reason.split("\n").map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <Allowed to="plans.edit">
        <Button type="submit" name="intent" value="clear" variant="secondary" size="small" pending={busy}>
          Settled
        </Button>
      </Allowed>
    </Form>
  );
}

function Visit({ visit }: { visit: OfficePlan["visits"][number] }) {
  const posted = useNavigation().formData;
  const form = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  const mayEdit = useAllowed("plans.edit");
  const submit = useSubmit();
  const busy = posted?.get("intent") === "skip" && posted.get("visit") === visit.id;
  const { id, date, time, state, crew, can_change } = visit;
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 text-[0.9375rem]/5">
      <Link
        to={`/admin/bookings/${id}`}
        className={cx(
          "flex min-h-11 min-w-0 items-center font-medium tabular-nums underline-offset-4 hover:underline",
          state === "skipped" ? "text-moss line-through" : "text-evergreen-700",
        )}
      >
        {shortDay(date)}, {time}
      </Link>
      <span className="flex items-center gap-3">
        {crew && <span className="text-moss">{crew}</span>}
        {state === "skipped" && <Badge>Skipped</Badge>}
        {state === "flagged" && <Badge tone="amber">Needs attention</Badge>}
        {state === "done" && <Badge tone="green">Done</Badge>}
        {can_change && mayEdit && (
          <Form ref={form} method="post" preventScrollReset>
            <input type="hidden" name="intent" value="skip" />
            <input type="hidden" name="visit" value={id} />
            <Button
              type="submit"
              variant="ghost"
              size="small"
              pending={busy}
              className="-mr-4"
              onClick={(event) => {
                event.preventDefault();
                setAsking(true);
              }}
            >
              Skip<span className="sr-only"> {shortDay(date)}</span>
            </Button>
          </Form>
        )}
        {asking && (
          <ConfirmDialog
            title="Skip this visit?"
            yes="Skip visit"
            no="Keep visit"
            onYes={() => {
              setAsking(false);
              submit(form.current, { preventScrollReset: true });
            }}
            onNo={() => setAsking(false)}
          >
            {shortDay(date)}, {time}: the crew is released, the monthly price stays the same, and the customer
            is notified.
          </ConfirmDialog>
        )}
      </span>
    </li>
  );
}

const CHARGES = {
  completed: { tone: "green", label: "Paid" },
  pending: { tone: "amber", label: "Pending" },
  failed: { tone: "berry", label: "Failed" },
  checked: { tone: "amber", label: "Different amount" },
} as const;

function Charge({ charge: { id, amount, status, date } }: { charge: OfficePlan["charges"][number] }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 text-[0.9375rem]/5 tabular-nums">
      <span>{date}</span>
      <span className="flex items-center gap-3">
        <Badge tone={CHARGES[status].tone}>{CHARGES[status].label}</Badge>
        <Link
          to={`/admin/orders/${id}`}
          className="flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline"
        >
          {amount}
          <span className="sr-only">, open the order of {date} to refund it</span>
        </Link>
      </span>
    </li>
  );
}
