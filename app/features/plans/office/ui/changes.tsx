import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { type ClashLine, ClashList } from "~/features/plans/change/ui/visits";
import { type OfficePlan, priceFrom, releasedVisits } from "~/features/plans/change/view";
import { formatDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { SelectField } from "~/ui/form/select-field";

type Props = {
  plan: OfficePlan;
  clashes: ClashLine[];
  moves: string;
  /** What was wrong with the day on which it should go on. */
  error?: string;
};

/** What staff can do for the customer of a plan; each says what it does before it is done. */
export function OfficeChanges({ plan, clashes, moves, error }: Props) {
  const { skips, pauses, resumes, ends, ends_now, visits } = plan;
  if (!skips && !pauses && !resumes && !ends && !ends_now) return null;
  const count = (from: string, until: string | null = null) =>
    formatVisits(releasedVisits(visits, from, until).length);
  return (
    <section aria-label="Changes" className="border-line border-t py-3">
      {resumes && (
        <Change intent="resume" title="Resume" button="Resume plan" open={clashes.length > 0}>
          <p>
            Visits start again on {formatDate(resumes.from)}. The next charge of{" "}
            {priceFrom(plan, resumes.charge_on)} is on {formatDate(resumes.charge_on)}.
          </p>
          <input type="hidden" name="seen" value={resumes.charge_on} />
          <ClashList clashes={clashes} />
          {clashes.length > 0 && <input type="hidden" name="moves" value={moves} />}
        </Change>
      )}
      {skips && (
        <Change intent="skip-month" title="Skip next month" button="Skip next month">
          <p>
            No charge on {formatDate(skips.from)}
            {skips.resumes_on && `, the next one is on ${formatDate(skips.resumes_on)}`}.{" "}
            {count(skips.from, skips.resumes_on)} released.
          </p>
          <input type="hidden" name="seen" value={skips.from} />
        </Change>
      )}
      {pauses && (
        <Change intent="pause" title="Pause" button="Pause plan" open={error !== undefined}>
          <p>
            From {formatDate(pauses)}, when the paid month is over. {count(pauses)} released.
          </p>
          <input type="hidden" name="seen" value={pauses} />
          <SelectField label="Resumes" name="resumes_on" error={error}>
            <option value="">When you resume it</option>
            {plan.resume_days.map((day) => (
              <option key={day} value={day}>
                {formatDate(day)}
              </option>
            ))}
          </SelectField>
        </Change>
      )}
      {ends && !ends.now && (
        <Change intent="end" title="End at the end of the paid month" button="End plan" destructive>
          <p>The last day is {formatDate(ends.ends_on)}. Visits until then go ahead as planned.</p>
          <input type="hidden" name="seen" value={ends.ends_on} />
        </Change>
      )}
      {ends_now && (
        <Change intent="end-now" title="End now" button="End plan now" destructive>
          <p>
            {formatVisits(releasedVisits(visits, "").length)} released, and there are no more charges. To
            refund money, open the charge above and refund it there.
          </p>
        </Change>
      )}
    </section>
  );
}

type ChangeProps = {
  intent: string;
  title: string;
  button: string;
  destructive?: boolean;
  open?: boolean;
  children: ReactNode;
};

function Change({ intent, title, button, destructive = false, open, children }: ChangeProps) {
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <Disclosure title={title} open={open}>
      <Form method="post" preventScrollReset className="grid gap-4 text-[0.9375rem]/6">
        <input type="hidden" name="intent" value={intent} />
        {children}
        <p className="text-moss">The customer is notified by email.</p>
        <Button
          type="submit"
          variant={destructive ? "destructive" : "primary"}
          size="small"
          pending={busy}
          className="justify-self-start"
        >
          {button}
        </Button>
      </Form>
    </Disclosure>
  );
}

function formatVisits(count: number): string {
  if (count === 0) return "No visits are";
  return count === 1 ? "1 visit is" : `${count} visits are`;
}

type OfficeDecisionProps = NonNullable<OfficePlan["decides"]> & Pick<OfficePlan, "price">;

/** Another amount came than was asked for: staff start the plan with it, or give it back. */
export function OfficeDecision({ paid, left, left_in_words, can_start, price }: OfficeDecisionProps) {
  const intent = useNavigation().formData?.get("intent");
  return (
    <Form
      method="post"
      preventScrollReset
      className="mb-4 grid gap-3 rounded-control border border-line px-3.5 py-3 text-[0.9375rem]/6"
    >
      <p>
        The customer paid {paid} instead of {price}.{" "}
        {can_start
          ? "If you start the plan, this pays for the first month. Later months are charged at the agreed price."
          : "Part of it has already been refunded."}{" "}
        The customer is notified by email.
      </p>
      <input type="hidden" name="seen" value={left} />
      <p className="flex flex-wrap gap-2">
        {can_start && (
          <Button type="submit" name="intent" value="start" size="small" pending={intent === "start"}>
            Start plan
          </Button>
        )}
        {left > 0 && (
          <Button
            type="submit"
            name="intent"
            value="give-back"
            variant="secondary"
            size="small"
            pending={intent === "give-back"}
          >
            Refund {left_in_words} and end plan
          </Button>
        )}
      </p>
    </Form>
  );
}
