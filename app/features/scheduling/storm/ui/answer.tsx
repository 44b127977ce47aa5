import { Form, Link, useNavigation } from "react-router";
import { choiceValue } from "~/features/scheduling/storm/storm-day";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Card } from "~/ui/page/card";

type Start = { date: string; time: string };

type Props = {
  /** The visit's time as shown. The form sends it; the answer is refused if it has changed. */
  from: Start;
  proposal: Start | null;
  taken: boolean;
  others: Start[];
  /** The formatted refund of skipping; null if none. */
  refund: string | null;
  /** A visit of a plan is part of a month that is charged as a whole. */
  of_plan: boolean;
  phone: string;
  action: string;
  chooseHref: string;
  skipHref: string;
};

/** The three ways on: take what is proposed, choose another time, or do without the visit. */
export function StormAnswer({ from, proposal, taken, others, refund, of_plan, phone, ...paths }: Props) {
  return (
    <>
      <Form method="post" action={paths.action} preventScrollReset className="mt-6">
        <input type="hidden" name="from_date" value={from.date} />
        <input type="hidden" name="from_time" value={from.time} />
        {proposal ? <Proposal proposal={proposal} /> : <Others taken={taken} others={others} phone={phone} />}
      </Form>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">
        <Link to={paths.chooseHref} className={buttonLook({ variant: "secondary", size: "large" })}>
          Choose another time
        </Link>
        <Link to={paths.skipHref} className={buttonLook({ variant: "ghost", size: "large" })}>
          Skip this visit
        </Link>
      </div>
      <p className="mt-4 text-moss">Whatever you choose is free. {skipping(refund, of_plan)}</p>
    </>
  );
}

/** What skipping means for the money. */
function skipping(refund: string | null, of_plan: boolean): string {
  if (refund) return `If you skip this visit, we’ll refund ${refund}.`;
  if (of_plan)
    return "This visit is part of your plan. If you skip it, we’ll contact you about a refund or another time.";
  return "You haven’t paid for this visit yet.";
}

function Proposal({ proposal }: { proposal: Start }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-moss text-sm">Our suggestion</h2>
      <p className="mt-1 font-display text-heading [font-weight:560]">{formatLongDate(proposal.date)}</p>
      <p className="font-semibold">{proposal.time}</p>
      <p className="mt-1 text-moss">Same length, same price.</p>
      <Take place={proposal} className="mt-5 max-sm:w-full">
        Take this time
      </Take>
    </Card>
  );
}

function Others({ taken, others, phone }: Pick<Props, "taken" | "others" | "phone">) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-heading">
        {taken ? "The time we suggested is taken" : "Which time works for you?"}
      </h2>
      {others.length > 0 ? (
        <>
          <p className="mt-1 text-moss">These are available right now: same length, same price.</p>
          <ul className="mt-4 grid">
            {others.map((place) => (
              <li
                key={choiceValue(place)}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-3 not-last:border-b"
              >
                <span>
                  {formatLongDate(place.date)}, <b className="whitespace-nowrap">{place.time}</b>
                </span>
                <Take place={place} secondary>
                  Take this time
                </Take>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-1 text-moss">
          Nothing is available in the next few weeks. Choose a later time, or call us at {phone}.
        </p>
      )}
    </Card>
  );
}

type TakeProps = { place: Start; secondary?: boolean; className?: string; children: string };

function Take({ place, secondary = false, className, children }: TakeProps) {
  const navigation = useNavigation();
  const value = choiceValue(place);
  return (
    <Button
      type="submit"
      name="choice"
      value={value}
      variant={secondary ? "secondary" : "primary"}
      size={secondary ? "medium" : "large"}
      aria-label={secondary ? `${children}: ${formatLongDate(place.date)}, ${place.time}` : undefined}
      pending={navigation.formData?.get("choice") === value}
      pendingLabel="Booking..."
      className={className}
    >
      {children}
    </Button>
  );
}
