import { useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import { clearedForType, movesText } from "~/features/booking/checkout/draft";
import { type BookingPage, frequencyOf } from "~/features/booking/checkout/page";
import {
  type Clash,
  planVisits,
  rhythmOf,
  waiting,
  withClashes,
} from "~/features/booking/checkout/plan-visits";
import { frequencyNotes, isSized, lengthQuery, quote as quoteOf } from "~/features/booking/checkout/price";
import { type BookingTab, missingFields, tabStates } from "~/features/booking/checkout/steps";
import {
  RefusedNotice,
  type RequestAgain,
  RequestForm,
  wishOf,
} from "~/features/booking/requests/ui/request-form";
import { useOutside } from "~/features/booking/requests/ui/use-outside";
import { lastFirstVisit } from "~/features/scheduling/availability/slots";
import { formatDate } from "~/lib/dates";
import { Tab, TabList, TabPanel, Tabs } from "~/ui/list/tabs";
import { useToast } from "~/ui/page/toast";
import { untilLast, useAvailability } from "./calendar";
import { useCoupon } from "./coupon-field";
import { DetailsTab } from "./details-tab";
import {
  type Errors,
  firstTab,
  firstWrong,
  focusField,
  focusOpenTab,
  lineError,
  without,
} from "./form-errors";
import { LocationTab } from "./location-tab";
import { PlanFrequency, usePlanPreview } from "./plan-frequency";
import { PlanVisits } from "./plan-visits";
import { Continue, NotOnline, ServiceTab } from "./service-tab";
import { DefaultButton, Summary } from "./summary";
import { bookAtTop, useBookingDraft, useCheckout } from "./use-checkout";
import { WhenTab } from "./when-tab";

const LABELS: Record<BookingTab, string> = {
  service: "Service",
  when: "Date & Time",
  details: "Details",
  location: "Location",
};

/** The four tabs and the summary (spec section 2). One form that also works without script. */
export function BookingForm({
  page,
  withPage,
  refused,
  requested = null,
  embedded = false,
}: {
  page: BookingPage;
  /** The services that have a page of their own, by id. */
  withPage: string[];
  /** The ZIP code that a request has been sent from. */
  requested?: string | null;
  /** In a frame of another page: nothing is kept there, and what comes after it opens in the whole window. */
  embedded?: boolean;
  refused?: { errors: Errors; message: string; clashes?: Clash[]; again?: RequestAgain };
}) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, change] = useBookingDraft(page.draft, form, { kept: !embedded });
  const [month, setMonth] = useState(page.month);
  const [errors, setErrors] = useState<Errors>(refused?.errors ?? {});
  const [takenNote, setTakenNote] = useState("");
  const toast = useToast();
  const navigate = useNavigate();
  const loadingType = useNavigation().state === "loading";

  const choice = page.choices.find(({ service }) => service.id === draft.service);
  const length = lengthQuery(draft, choice, page.firstVisit);
  const availability = useAvailability({ service: draft.service, month, draft: draft.id, length }, page.days);
  const frequency = frequencyOf(draft, choice);
  const lastFirst = lastFirstVisit(page.today);
  const isPlaced = frequency !== null && draft.date !== "" && draft.time !== "";
  const preview = usePlanPreview(
    isPlaced
      ? {
          service: draft.service,
          date: draft.date,
          time: draft.time,
          frequency,
          city: draft.address.city,
          zip: draft.address.zip,
          draft: draft.id,
          ...length,
        }
      : null,
  );
  const known = preview.visits ?? (refused?.clashes ? withClashes([], refused.clashes) : null);
  const visits = isPlaced && known && planVisits(known, draft.moves);
  const open = visits ? waiting(visits, draft.moves).length : 0;
  const outside = useOutside(page.area, page.draft.address.zip, draft.address.zip);
  const coupon = useCoupon(page.coupon, draft, frequency !== null);
  const { tax, currency, firstVisit, credit } = page;
  const quote = quoteOf(choice, draft, tax, currency, firstVisit, coupon.discount, credit);
  const missing = missingFields(draft, {
    clashes: open,
    size: isSized(draft, choice) ? "chosen" : "missing",
    tooLong: quote?.tooLong,
  });
  const [tab, setTab] = useState<BookingTab>(() =>
    requested || refused?.again ? "location" : firstTab(page.draft, missing, refused?.errors),
  );
  const chosenSlot = availability.days
    ?.find(({ date }) => date === draft.date)
    ?.slots.find(({ time }) => time === draft.time);

  /** The server may have chosen a service for a new type. */
  useEffect(() => {
    if (page.draft.type === draft.type && !choice && page.draft.service)
      change({ service: page.draft.service });
  });

  /** More hours, or somebody else, can take the chosen time away. */
  useEffect(() => {
    if (!chosenSlot || chosenSlot.state === "free") return;
    const note = `${chosenSlot.time} is no longer available for this visit. Please pick another time.`;
    setTakenNote(note);
    if (tab !== "when") toast({ title: "Please pick another time", description: note, destructive: true });
    change({ time: "" });
  });

  const update: typeof change = (patch) => {
    const answered = [...Object.keys(patch), ...Object.keys(patch.address ?? {}), patch.date ? "time" : ""];
    setErrors((old) => without(old, answered));
    if (patch.time || patch.date) setTakenNote("");
    const isOtherPlan = ["service", "date", "time", "frequency"].some((name) => name in patch);
    change(isOtherPlan ? { moves: null, ...patch } : patch);
  };
  const goTo = (target: BookingTab, field?: string) => {
    setTab(target);
    requestAnimationFrame(() => (field ? focusField(form.current, field) : focusOpenTab(form.current)));
  };
  const checkout = useCheckout({
    onOpened: (url, sent) => (embedded ? bookAtTop(sent) : location.assign(url)),
    onRefused: (refusal) => {
      setErrors(refusal.errors);
      if (refusal.slots) availability.correct(draft.date, refusal.slots);
      if (refusal.clashes) {
        const again = new Set(refusal.clashes.map(({ visit }) => visit));
        preview.correct(refusal.clashes);
        change({ moves: draft.moves?.filter(({ visit }) => !again.has(visit)) ?? null });
      }
      const wrong = firstWrong(refusal.errors);
      if (wrong) goTo(wrong.tab, wrong.field);
    },
    onMissing: (field) => goTo(field.tab, field.field),
  });

  return (
    <form
      ref={form}
      method="post"
      action="/book"
      noValidate
      onSubmit={(event) => {
        if (outside && requested !== outside) return; // a request, sent without script
        event.preventDefault();
        checkout.submit(page.pay === "by card" ? draft : { ...draft, tip: "" }, choice, missing);
      }}
      className="mt-6 grid gap-8 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12"
    >
      <DefaultButton intent={outside ? "request" : "pay"} />
      <input type="hidden" name="draft_id" value={draft.id} />
      <input type="hidden" name="type" value={draft.type} />
      <input type="hidden" name="partner" value={draft.partner} />
      <input type="hidden" name="referral" value={draft.referral} />
      <input type="hidden" name="moves" value={movesText(draft.moves)} />
      <div className="min-w-0">
        {page.pay === "not online" && <NotOnline phone={page.phone} />}
        {refused && <RefusedNotice refused={refused} outside={outside} />}
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label="Steps of your booking">
            {tabStates(draft, tab, missing).map(({ tab: value, state }) => (
              <Tab key={value} value={value} done={state === "done"}>
                {LABELS[value]}
              </Tab>
            ))}
          </TabList>
          <div className="mt-7 grid noscript:gap-12">
            <TabPanel value="service" heading={LABELS.service}>
              <ServiceTab
                {...{ draft, types: page.types, choices: page.choices, withPage }}
                loading={loadingType}
                error={errors.service ?? errors.type}
                onServiceChange={(service) => update({ service })}
                onTypeChange={(type) => {
                  update(clearedForType(draft, type));
                  navigate(`${embedded ? "/widget" : "/book"}?type=${type}`, {
                    replace: true,
                    preventScrollReset: true,
                  });
                }}
              />
              <Continue to="when" onGo={goTo} />
            </TabPanel>
            <TabPanel value="when" heading={LABELS.when}>
              {choice && choice.frequencies.length > 0 && (
                <PlanFrequency
                  frequencies={choice.frequencies}
                  notes={frequencyNotes(choice, draft, page)}
                  once={choice.once}
                  value={frequency}
                  price={frequency && (quote?.total ?? null)}
                  error={errors.frequency}
                  onValueChange={(value) => update({ frequency: value })}
                />
              )}
              <WhenTab
                {...{ draft, month }}
                errors={{ ...(takenNote && { time: takenNote }), ...errors }}
                {...availability}
                days={frequency ? untilLast(availability.days, lastFirst) : availability.days}
                {...{ firstMonth: page.firstMonth, today: page.today }}
                lastMonth={frequency ? lastFirst.slice(0, 7) : page.lastMonth}
                onRetry={availability.retry}
                onMonthChange={setMonth}
                onDateChange={(date) => update({ date })}
                onTimeChange={(time) => update({ time })}
              />
              {isPlaced && (
                <PlanVisits
                  visits={visits || null}
                  moves={draft.moves}
                  failed={preview.failed && !visits}
                  rhythm={rhythmOf(draft, frequency) ?? ""}
                  picker={{
                    service: draft.service,
                    draft: draft.id,
                    length,
                    today: page.today,
                    firstMonth: page.firstMonth,
                    lastMonth: page.lastMonth,
                  }}
                  onRetry={preview.retry}
                  onMoves={(moves) => update({ moves })}
                />
              )}
              <Continue to="details" onGo={goTo} />
            </TabPanel>
            <TabPanel value="details" heading={LABELS.details}>
              <DetailsTab {...{ draft, choice, errors, quote }} currency={page.currency} onChange={update} />
              <Continue to="location" onGo={goTo} />
            </TabPanel>
            <TabPanel value="location" heading={LABELS.location}>
              <LocationTab
                address={draft.address}
                property={draft.property}
                saved={page.saved}
                errors={errors}
                onChange={update}
                onLeave={async (line, input) => {
                  const { value } = input;
                  const wrong = await lineError(line, value);
                  if (input.value === value) setErrors((old) => ({ ...old, ...wrong }));
                }}
              />
              {outside && page.area && (
                <RequestForm
                  zip={outside}
                  offer={page.area}
                  again={refused?.again}
                  sent={requested === outside}
                  wish={wishOf(draft, choice)}
                />
              )}
            </TabPanel>
          </div>
        </Tabs>
      </div>
      <div>
        <Summary
          {...{ draft, choice, missing, embedded, outside }}
          {...{ pay: page.pay, policy: page.policy, signedIn: page.signedIn, referral: page.referral }}
          quote={outside ? null : quote}
          coupon={{ ...coupon, error: errors.coupon ?? coupon.error }}
          asked={outside !== null && requested === outside}
          processing={checkout.processing}
          rhythm={rhythmOf(draft, frequency)}
          paidThrough={frequency && formatDate(lastFirst)}
          onGoTo={goTo}
          tipError={errors.tip}
          onTip={(tip) => update({ tip: draft.tip, ...tip })}
          onCode={(code) => update({ coupon: code })}
        />
      </div>
    </form>
  );
}
