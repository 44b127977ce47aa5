import { Form, Link, useNavigation } from "react-router";
import {
  choiceValue,
  formatDay,
  OFFER_BADGES,
  type OfferRow,
  type StormQuestion,
} from "~/features/scheduling/storm/storm-day";
import { formatLongDate } from "~/lib/dates";
import { phoneHref } from "~/lib/phone";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { Fact, Facts } from "~/ui/list/facts";
import { Notice } from "~/ui/page/notice";

type Start = { date: string; time: string };

type Props = {
  slots: readonly string[];
  offer: OfferRow;
  question: StormQuestion;
  from: Start;
  address: string;
  /** The refund of skipping, in cents and formatted. */
  refund: { amount: number; text: string };
  message: string | undefined;
  wish: Partial<Start> | undefined;
  /** Id of the shown form: sent twice, it is one email. */
  form_id: string;
};

/** One customer who was asked: how to reach them, and the three answers for when they are on the telephone. */
export function StormVisitPanel({
  slots,
  offer,
  question,
  from,
  address,
  refund,
  message,
  wish,
  form_id,
}: Props) {
  const { label, tone } = OFFER_BADGES[offer.status];
  return (
    <div className="grid gap-5">
      {message && <Notice tone="error">{message}</Notice>}
      <Facts>
        <Fact label="Response">
          <Badge tone={tone}>{label}</Badge>
          {offer.answered && <span className="block text-[0.875rem] text-moss">{offer.answered}</span>}
        </Fact>
        <Fact label="Phone" href={phoneHref(offer.phone ?? "")}>
          {offer.phone ?? "None"}
        </Fact>
        <Fact label="Email">
          {offer.email ?? "None"}
          {offer.mail === "failed" && <span className="block text-honey-ink">Email failed</span>}
        </Fact>
        <Fact label="Visit">{offer.service}</Fact>
        <Fact label="Where">{address}</Fact>
        <Fact label="When">
          {offer.now ? `${formatLongDate(offer.now.date)}, ${offer.now.time}` : "Cancelled"}
        </Fact>
        <Fact label="Offered time">
          {offer.proposed
            ? `${formatLongDate(offer.proposed.date)}, ${offer.proposed.time}`
            : "No time available"}
        </Fact>
      </Facts>
      <Link
        to={`/admin/bookings/${offer.visit}`}
        className="-my-2 inline-flex min-h-11 items-center justify-self-start rounded-control font-semibold text-evergreen-700 underline-offset-4 hover:underline"
      >
        View booking {offer.number}
      </Link>
      {question.open && (
        <>
          <Takes question={question} from={from} />
          <div>
            <OtherTime slots={slots} from={from} wish={wish} />
            <Skip refund={refund} />
          </div>
          {offer.email && <Resend formId={form_id} />}
        </>
      )}
    </div>
  );
}

function From({ from }: { from: Start }) {
  return (
    <>
      <input type="hidden" name="intent" value="take" />
      <input type="hidden" name="from_date" value={from.date} />
      <input type="hidden" name="from_time" value={from.time} />
    </>
  );
}

function Takes({ question, from }: { question: Extract<StormQuestion, { open: true }>; from: Start }) {
  const navigation = useNavigation();
  const { proposal, taken, others } = question;
  const places = proposal ? [proposal] : others;
  return (
    <Form method="post" preventScrollReset className="grid gap-3 border-line border-t pt-5">
      <From from={from} />
      <h3 className="font-semibold">On the phone</h3>
      {taken && <p className="text-honey-ink">The offered time is taken. These are available:</p>}
      <div className="flex flex-wrap gap-2">
        {places.map((place) => (
          <Button
            key={choiceValue(place)}
            type="submit"
            name="choice"
            value={choiceValue(place)}
            size="small"
            variant={proposal ? "primary" : "secondary"}
            pending={navigation.formData?.get("choice") === choiceValue(place)}
          >
            {proposal ? "Accept the offered time" : `${formatDay(place.date)}, ${place.time}`}
          </Button>
        ))}
      </div>
    </Form>
  );
}

function OtherTime({ slots, from, wish }: Pick<Props, "slots" | "from" | "wish">) {
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === "take" && !formData.get("choice");
  return (
    <Disclosure title="Another time" open={wish?.date !== undefined}>
      <Form method="post" preventScrollReset className="grid gap-4">
        <From from={from} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Date" type="date" name="date" required defaultValue={wish?.date} />
          <SelectField label="Time" name="time" defaultValue={wish?.time ?? from.time}>
            {slots.map((time) => (
              <option key={time}>{time}</option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" size="small" pending={busy} className="justify-self-start">
          Move visit
        </Button>
      </Form>
    </Disclosure>
  );
}

function Skip({ refund }: Pick<Props, "refund">) {
  const busy = useNavigation().formData?.get("intent") === "skip";
  return (
    <Disclosure title="Skip this visit">
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="skip" />
        <input type="hidden" name="refund" value={refund.amount} />
        <p>
          The visit is cancelled.{" "}
          {refund.amount > 0
            ? `The customer gets a full refund: ${refund.text}.`
            : "Nothing was paid, so there's nothing to refund."}
        </p>
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={busy}
          className="justify-self-start"
        >
          Skip this visit
        </Button>
      </Form>
    </Disclosure>
  );
}

function Resend({ formId }: { formId: string }) {
  const busy = useNavigation().formData?.get("intent") === "resend";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="form_id" value={formId} />
      <Button type="submit" name="intent" value="resend" variant="secondary" size="small" pending={busy}>
        Send the email again
      </Button>
    </Form>
  );
}
