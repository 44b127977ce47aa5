import type { ReactNode } from "react";
import { Link } from "react-router";
import { SLOT_TIMES } from "~/features/scheduling/availability/slots";
import { WEEK } from "~/features/scheduling/crews/week";
import { type HoursValues, holidayField, type TimedService } from "~/features/scheduling/opening-hours/forms";
import { dayName, formatDate } from "~/lib/dates";
import { orList } from "~/lib/text";
import { Disclosure } from "~/ui/action/disclosure";
import { cx } from "~/ui/cx";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { controlLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";
import { fieldProps } from "~/ui/form/field-props";
import { type RefusedForm, SeenForm } from "~/ui/form/seen-form";
import { TextField } from "~/ui/form/text-field";

type ShownHoliday = {
  name: string;
  is_public: boolean;
  /** Its next day; null if it has none soon. */
  next: string | null;
  /** Its next day that has visits although it is kept. */
  kept: { date: string; visits: number } | null;
};

type Props = {
  values: HoursValues;
  services: readonly TimedService[];
  holidays: readonly ShownHoliday[];
  refused: RefusedForm | undefined;
  /** Where visits of a closed day are offered other times. */
  offerHref: (date: string) => string;
};

/** When visits can be: by weekday, how far ahead, at which times, and on which holidays not. */
export function HoursForm({ values: stored, services, holidays, refused, offerHref }: Props) {
  const values = refused?.values ?? stored;
  const field = fieldProps(values, refused?.errors);
  return (
    <SeenForm stored={stored} refused={refused} button="Save hours" className="gap-8">
      <Part
        title="Opening hours"
        hint="A visit starts and ends within them. Staff can set them aside for one visit."
      >
        <Week values={values} errors={refused?.errors ?? {}} />
      </Part>
      <Part title="Notice">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            label="Shortest notice"
            hint="Hours between booking and start. 0 takes visits until they start."
            {...field("lead_hours")}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            required
          />
          <TextField
            label="Days ahead"
            hint="The last day that can be booked, counted from today."
            {...field("days_ahead")}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            required
          />
        </div>
      </Part>
      <Part
        title="Start times"
        hint={`When visits of a service can start. Separate with commas. Empty: ${orList(SLOT_TIMES)}.`}
      >
        <div className="grid items-end gap-x-4 gap-y-5 sm:grid-cols-2">
          {services.map(({ id, title }) => (
            <TextField
              key={id}
              label={title}
              {...field(`starts_${id}`)}
              placeholder={SLOT_TIMES.join(", ")}
              maxLength={240}
              autoComplete="off"
            />
          ))}
        </div>
      </Part>
      <Part title="Holidays" hint="We're closed on the days you check, every year.">
        <Holidays {...{ values, holidays, offerHref }} which="public" />
        <Disclosure
          title="Other days"
          open={holidays.some((one) => !one.is_public && values[holidayField(one.name)])}
        >
          <Holidays {...{ values, holidays, offerHref }} which="other" />
        </Disclosure>
      </Part>
    </SeenForm>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1 font-display text-heading [font-weight:560]">{title}</legend>
      {hint && <p className="text-moss">{hint}</p>}
      {children}
    </fieldset>
  );
}

type WeekProps = { values: HoursValues; errors: Record<string, string> };

function Week({ values, errors }: WeekProps) {
  return (
    <div className="group/week grid grid-cols-1 gap-1">
      {(["any", "own"] as const).map((kind) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="hours"
            value={kind}
            defaultChecked={(values.hours ?? "any") === kind}
            aria-invalid={errors.hours ? true : undefined}
            aria-describedby={errors.hours ? "hours-error" : undefined}
            className="size-5 accent-evergreen-700"
          />
          {kind === "any" ? "Visits at any start time, every day" : "Only within these hours"}
        </label>
      ))}
      <Wrong id="hours-error">{errors.hours}</Wrong>
      <ul className="hidden divide-y divide-line group-has-[[value=own]:checked]/week:grid">
        {WEEK.map((weekday) => (
          <Day key={weekday} weekday={weekday} values={values} error={errors[`day_${weekday}`]} />
        ))}
      </ul>
    </div>
  );
}

const EDGES = [
  { name: "opens", label: "Opens" },
  { name: "finish", label: "Last finish" },
] as const;

function Day({
  weekday,
  values,
  error,
}: {
  weekday: number;
  values: HoursValues;
  error: string | undefined;
}) {
  const name = dayName(weekday);
  return (
    <li className="group/day py-1">
      <div className="grid grid-cols-2 items-center gap-x-3 sm:grid-cols-[1fr_9rem_9rem]">
        <CheckboxField
          name={`works_${weekday}`}
          label={name}
          className="max-sm:col-span-2"
          defaultChecked={Boolean(values[`works_${weekday}`])}
        />
        <p className="hidden py-2.5 text-moss group-has-checked/day:hidden sm:col-span-2 sm:block">Closed</p>
        {EDGES.map((edge) => (
          <label key={edge.name} className="hidden min-w-0 group-has-checked/day:block">
            <span className="text-[0.8125rem]/5 text-moss">
              <span className="sr-only">{name} </span>
              {edge.label}
            </span>
            <input
              type="time"
              name={`${edge.name}_${weekday}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `day-${weekday}-error` : undefined}
              defaultValue={values[`${edge.name}_${weekday}`]}
              className={cx(controlLook, "min-h-11! px-2! py-1! tabular-nums")}
            />
          </label>
        ))}
      </div>
      <Wrong id={`day-${weekday}-error`}>{error}</Wrong>
    </li>
  );
}

function Wrong({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <ErrorText announced id={id} className="py-1">
      {children}
    </ErrorText>
  );
}

type HolidaysProps = Pick<Props, "values" | "holidays" | "offerHref"> & { which: "public" | "other" };

function Holidays({ values, holidays, offerHref, which }: HolidaysProps) {
  return (
    <ul className="grid gap-x-6 sm:grid-cols-2">
      {holidays
        .filter(({ is_public }) => is_public === (which === "public"))
        .map(({ name, next, kept }) => (
          <li key={name}>
            <CheckboxField
              name={holidayField(name)}
              defaultChecked={Boolean(values[holidayField(name)])}
              label={
                <>
                  <span className="block font-medium">{name}</span>
                  {next && <span className="block text-moss tabular-nums">{formatDate(next)}</span>}
                </>
              }
            />
            {kept && <Booked {...kept} href={offerHref(kept.date)} className="pl-8.5" />}
          </li>
        ))}
    </ul>
  );
}

type BookedProps = { date: string; visits: number; href: string; className?: string };

/** That a closed day has visits, with the way to offer their customers other times. */
export function Booked({ date, visits, href, className }: BookedProps) {
  return (
    <p className={cx("text-[0.9375rem]/6", className)}>
      <span className="text-honey-ink">
        {visits === 1 ? "1 visit" : `${visits} visits`} on {formatDate(date)}.
      </span>{" "}
      <Link
        to={href}
        className="inline-block py-2 font-semibold text-evergreen-700 underline underline-offset-4"
      >
        Offer other times
      </Link>
    </p>
  );
}
