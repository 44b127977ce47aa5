import { type ComponentProps, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { WhenTab } from "~/features/booking/checkout/ui/when-tab";
import { type VisitLink, visitPath } from "~/features/booking/manage/visit";
import type { Day } from "~/features/scheduling/availability/slots";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { useHydrated } from "~/ui/live/use-hydrated";
import { Card } from "~/ui/page/card";
import { VisitWhen } from "./visit-page";

type Start = { date: string; time: string };

type Props = {
  link: VisitLink;
  /** When the visit is now. */
  from: Start;
  /** What was chosen already. */
  to: Start;
  month: string;
  firstMonth: string;
  lastMonth: string;
  today: string;
  days: Day[];
  errors: Record<string, string>;
};

/** The form for another day and time. Works without script; other months open with GET. */
export function VisitReschedule({ link, from, to, errors, month, days, ...calendar }: Props) {
  const [wish, setWish] = useState(to);
  const chosen = { ...wish, time: isFree(days, wish) ? wish.time : "" };
  const navigate = useNavigate();
  const navigation = useNavigation();
  const shownMonth = monthOnItsWay(navigation.location) ?? month;
  return (
    <Form
      method="post"
      action={visitPath(link, "reschedule")}
      preventScrollReset
      className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-12"
    >
      <input type="hidden" name="from_date" value={from.date} />
      <input type="hidden" name="from_time" value={from.time} />
      {link.key && <input type="hidden" name="key" value={link.key} />}
      <WhenTab
        {...calendar}
        draft={chosen}
        current={from}
        errors={errors}
        month={shownMonth}
        days={shownMonth === month ? days : null}
        askForMonth={(value) => ({ name: "month", value, formMethod: "get" })}
        askForDay={{ formMethod: "get" }}
        onMonthChange={(value) =>
          navigate(visitPath(link, "reschedule", { month: value, ...chosen }), {
            replace: true,
            preventScrollReset: true,
          })
        }
        onDateChange={(date) => setWish({ date, time: "" })}
        onTimeChange={(time) => setWish({ ...chosen, time })}
      />
      <FromTo from={from} to={chosen} moving={navigation.formMethod === "POST"} />
    </Form>
  );
}

function FromTo({ from, to, moving }: { from: Start; to: Start; moving: boolean }) {
  const hydrated = useHydrated();
  const same = to.date === from.date && to.time === from.time;
  return (
    <Card as="aside" aria-label="Your change" className="p-6 lg:sticky lg:top-24">
      <dl className="grid gap-4">
        <Moment label="From">
          <VisitWhen day={formatLongDate(from.date)} time={from.time} />
        </Moment>
        <Moment label="To" aria-live="polite">
          <span className="noscript:hidden">
            <Chosen {...to} />
          </span>
          <span className="hidden font-normal text-moss noscript:inline">The day and time you choose</span>
        </Moment>
      </dl>
      <Button
        type="submit"
        size="large"
        pending={moving}
        pendingLabel="Rescheduling..."
        disabled={hydrated && (!to.date || !to.time || same)}
        className="mt-6 w-full"
      >
        Reschedule
      </Button>
      <p className="mt-3 text-moss text-sm">
        {same ? "That’s when your cleaning is now." : "The price stays the same."}
      </p>
    </Card>
  );
}

function Chosen({ date, time }: Start) {
  if (date && time) return <VisitWhen day={formatLongDate(date)} time={time} />;
  return (
    <>
      {date && `${formatLongDate(date)}, `}
      <span className="font-normal text-moss">{date ? "choose a time" : "Choose a day and a time"}</span>
    </>
  );
}

function Moment({ label, children, ...rest }: ComponentProps<"dd"> & { label: string }) {
  return (
    <div>
      <dt className="text-moss text-sm">{label}</dt>
      <dd {...rest} className="mt-0.5 font-semibold">
        {children}
      </dd>
    </div>
  );
}

/** A time counts only while nobody else has it; of days that are not shown nothing is known. */
function isFree(days: Day[], { date, time }: Start): boolean {
  const slots = days.find((day) => day.date === date)?.slots;
  return !slots || slots.some((slot) => slot.time === time && slot.state === "free");
}

function monthOnItsWay(location: { search: string } | undefined): string | null {
  return location ? new URLSearchParams(location.search).get("month") : null;
}
