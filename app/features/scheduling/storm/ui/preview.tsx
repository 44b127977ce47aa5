import CalendarCheck from "lucide-react/icons/calendar-check";
import { Form, useNavigation, useSubmit } from "react-router";
import {
  formatDay,
  formatTown,
  formatTowns,
  OFFER_BADGES,
  type OfferRow,
  STORM_PAGE,
  type StormDay,
  stormDayPath,
} from "~/features/scheduling/storm/storm-day";
import { formatDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { EmptyState } from "~/ui/list/empty-state";
import { Card } from "~/ui/page/card";

type Visit = {
  id: string;
  number: string;
  customer: string | null;
  email: string | null;
  phone: string | null;
  service: string;
  town: string;
  time: string;
  proposal: { date: string; time: string } | null;
};

type Props = {
  date: string;
  kind: "storm" | "closing";
  /** Why the office closes the day; empty for a storm. */
  reason: string;
  /** The day is closed already; customers are only asked. */
  is_closed: boolean;
  towns: string[];
  /** The towns that have visits on that day. */
  there: { town: string; visits: number }[];
  visits: Visit[];
  /** Bookings there that nobody is asked about, because they are not confirmed. */
  unconfirmed: number;
  seen: string;
};

/** Whom a storm or a closing concerns and what is proposed to them, before anything happens. */
export function StormPreview(props: Props) {
  const { date, kind, reason, is_closed, visits, seen } = props;
  const { formMethod, formData } = useNavigation();
  const posting = formMethod === "POST" && !formData?.has("only");
  return (
    <Form method="post" action={`${STORM_PAGE}/new`} preventScrollReset className="grid grid-cols-1 gap-6">
      <input type="hidden" name="date" value={date} />
      {kind === "storm" ? (
        <Towns {...props} />
      ) : (
        <>
          <input type="hidden" name="kind" value="closing" />
          <input type="hidden" name="reason" value={reason} />
        </>
      )}
      <Concerned visits={visits} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line">
        <p className="min-w-0 flex-1 basis-64">{whatHappens(props)}</p>
        <Button
          type="submit"
          name="seen"
          value={seen}
          pending={posting}
          pendingLabel="Asking..."
          className="max-sm:w-full"
        >
          {buttonLabel(props)}
        </Button>
        {kind === "closing" && !is_closed && visits.length > 0 && (
          <Button type="submit" name="only" value="yes" variant="ghost" className="max-sm:w-full">
            Close without asking
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Which towns a storm affects. */
function Towns({ towns, there }: Props) {
  const submit = useSubmit();
  const others = towns.filter((town) => !there.some((one) => one.town === town));
  return (
    <Card className="p-5">
      <fieldset>
        <legend className="font-display text-heading [font-weight:560]">Towns</legend>
        <p className="text-moss">Leave all unchecked if the storm affects every town.</p>
        <div className="mt-2 flex flex-wrap gap-x-6">
          {there.map(({ town, visits: count }) => (
            <CheckboxField
              key={town}
              name="town"
              value={town}
              defaultChecked={towns.includes(town)}
              label={`${formatTown(town)} (${count})`}
              onChange={({ currentTarget: { form } }) => {
                if (form) submit(form, { method: "get", replace: true, preventScrollReset: true });
              }}
            />
          ))}
        </div>
      </fieldset>
      <div className="mt-2 flex flex-wrap items-start gap-3">
        <TextField
          key={others.join()}
          label="Other towns"
          name="more"
          optional
          hint="Separate with commas. They are closed for new bookings too."
          defaultValue={others.map(formatTown).join(", ")}
          autoComplete="off"
          className="min-w-0 flex-1 basis-64"
        />
        <button
          type="submit"
          formMethod="get"
          formNoValidate
          className={`${buttonLook({ variant: "secondary" })} min-h-12 sm:mt-7`}
        >
          Update
        </button>
      </div>
    </Card>
  );
}

function buttonLabel({ visits: { length: asked }, towns, is_closed }: Props): string {
  const customers = asked === 1 ? "1 customer" : `${asked} customers`;
  if (is_closed && asked > 0) return `Ask ${customers}`;
  const close =
    towns.length === 0 ? "Close the day" : towns.length === 1 ? "Close the town" : "Close the towns";
  if (asked === 0) return close;
  return `${close} and ask ${customers}`;
}

function whatHappens({ date, towns, visits, unconfirmed }: Props): string {
  const where = towns.length === 0 ? "is closed" : `is closed in ${formatTowns(towns)}`;
  const silent = visits.filter(({ email }) => !email).length;
  const mails = visits.length - silent;
  const asked =
    mails === 1 ? " 1 customer will be emailed." : mails > 1 ? ` ${mails} customers will be emailed.` : "";
  const calls = silent === 0 ? "" : ` ${silent} without an email address must be called.`;
  const rest =
    unconfirmed === 0
      ? ""
      : ` ${unconfirmed === 1 ? "1 booking that is" : `${unconfirmed} bookings that are`} not confirmed yet and won't be asked.`;
  return `${formatDate(date)} ${where} for new bookings.${asked}${calls}${rest}`;
}

const COLUMNS = [{ heading: "Customer" }, { heading: "Visit" }, { heading: "Offered time" }];

function Concerned({ visits }: { visits: Visit[] }) {
  if (visits.length === 0) {
    return (
      <EmptyState icon={CalendarCheck} title="No one needs to be asked">
        There are no upcoming confirmed visits on that day, or all their customers have already been asked.
      </EmptyState>
    );
  }
  return (
    <DataTable label="Affected visits" columns={COLUMNS}>
      {visits.map(({ id, number, customer, email, phone, service, town, time, proposal }) => (
        <Row key={id}>
          <Cell column="Customer" wide className="wrap-anywhere">
            <span className="font-medium">{customer || "Unknown Customer"}</span>
            {!email && (
              <span className="block text-honey-ink">No email address{phone && `, call ${phone}`}</span>
            )}
          </Cell>
          <Cell column="Visit">
            {time}
            <span className="block text-moss">
              {service} <span className="tabular-nums">{number}</span>, {town}
            </span>
          </Cell>
          <Cell column="Offered time" className="tabular-nums">
            {proposal ? (
              <>
                <span className="whitespace-nowrap">{formatDay(proposal.date)}</span>
                <span className={proposal.time === time ? "block text-moss" : "block text-honey-ink"}>
                  {proposal.time}
                </span>
              </>
            ) : (
              <span className="text-honey-ink">Nothing available; they choose</span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const STORM_OFFERS_COLUMNS = [
  { heading: "Customer" },
  { heading: "Visit" },
  { heading: "Offered time" },
  { heading: "Response" },
];

/** Everybody who was asked, those without an answer first. */
export function StormOffers({ day, open }: { day: StormDay; open: string | undefined }) {
  if (day.offers.length === 0) {
    return <p className="text-moss">No visits were affected, so no one was asked.</p>;
  }
  return (
    <DataTable label="Responses" columns={STORM_OFFERS_COLUMNS}>
      {day.offers.map((offer) => (
        <Row
          key={offer.visit}
          href={stormDayPath(day.id, offer.visit)}
          label={`Open the response from ${offer.customer || "Unknown Customer"} about booking ${offer.number}`}
          current={offer.visit === open}
        >
          <Cell column="Customer" wide className="wrap-anywhere">
            <span className="font-medium">{offer.customer || "Unknown Customer"}</span>
            <Reached offer={offer} />
          </Cell>
          <Cell column="Visit" className="wrap-anywhere">
            {offer.service} <span className="text-moss tabular-nums">{offer.number}</span>
            <span className="block text-moss">{offer.town}</span>
          </Cell>
          <Cell column="Offered time" className="tabular-nums">
            {offer.proposed ? (
              <When {...offer.proposed} />
            ) : (
              <span className="text-moss">No time available</span>
            )}
          </Cell>
          <Cell column="Response">
            <Badge tone={OFFER_BADGES[offer.status].tone}>{OFFER_BADGES[offer.status].label}</Badge>
            {offer.status === "moved" && offer.now && (
              <span className="mt-1 block text-moss tabular-nums">
                {formatDay(offer.now.date)}, {offer.now.time}
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function When({ date, time }: { date: string; time: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatDay(date)}</span>
      <span className="block text-moss">{time}</span>
    </>
  );
}

function Reached({ offer: { status, mail, phone } }: { offer: OfferRow }) {
  if (status !== "open" || (mail !== "none" && mail !== "failed")) return null;
  return (
    <span className="block text-honey-ink">
      {mail === "none" ? "No email address" : "Email failed"}
      {phone && `, call ${phone}`}
    </span>
  );
}
