import { Form, useNavigation } from "react-router";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { Booked } from "./hours-form";

type Props = {
  days: { id: string; date: string; reason: string | null; visits: number }[];
  today: string;
  refused: { values: Record<string, string>; errors: Record<string, string> } | undefined;
  offerHref: (date: string) => string;
};

/** Single days on which the company is closed, and the form for another. */
export function ClosedDays({ days, today, refused, offerHref }: Props) {
  const pending = useNavigation().formData?.get("intent") === "close";
  const field = fieldProps(refused?.values, refused?.errors);
  return (
    <>
      {days.length > 0 ? (
        <ul className="grid">
          {days.map(({ id, date, reason, visits }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 border-line py-2 not-last:border-b"
            >
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium">{formatLongDate(date)}</p>
                {reason && <p className="text-[0.9375rem]/5 text-moss">{reason}</p>}
                {visits > 0 && <Booked date={date} visits={visits} href={offerHref(date)} />}
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="open"
                  aria-label={`Open ${formatLongDate(date)}`}
                  className={`${buttonLook({ variant: "ghost", size: "small" })} min-h-11`}
                >
                  Open
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-moss">No closed days ahead.</p>
      )}
      <Form
        method="post"
        preventScrollReset
        noValidate
        className="grid items-start gap-3 border-line border-t pt-5 sm:grid-cols-[12rem_1fr]"
      >
        <TextField label="Day" {...field("date")} type="date" min={today} required />
        <TextField
          label="Reason"
          {...field("reason")}
          optional
          maxLength={120}
          hint="Visible to staff only."
          autoComplete="off"
        />
        <Button
          type="submit"
          name="intent"
          value="close"
          variant="secondary"
          className="justify-self-start sm:col-span-2"
          pending={pending}
          pendingLabel="Closing..."
        >
          Close the day
        </Button>
      </Form>
    </>
  );
}
