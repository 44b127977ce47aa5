import { type ReactNode, useRef } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import type { ReCleanOffer } from "~/features/claims/claim";
import { claimPath, WORDS_LENGTH } from "~/features/claims/rules";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { NoScriptButton } from "~/ui/action/no-script-button";
import { Allowed } from "~/ui/allowed";
import { fieldProps } from "~/ui/form/field-props";
import { PickField } from "~/ui/form/pick-field";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";

export type RefusedAnswer = {
  intent: string;
  errors: Record<string, string>;
  values: Record<string, string>;
};

type Props = { id: string; offer: ReCleanOffer; refused: RefusedAnswer | undefined };

/** The three answers to a claim. */
export function AnswerForms({ id, offer, refused }: Props) {
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined);
  return (
    <Allowed to="bookings.edit">
      <div className="grid gap-1">
        <ReClean id={id} offer={offer} refused={of("re-clean")} isFirst={!refused} />
        <Allowed to="orders.refund">
          <Answer
            intent="credit"
            title="Give credit"
            button="Give credit"
            hint="The customer reads it in the email."
            refused={of("credit")}
          >
            {(field) => (
              <TextField
                label="Amount"
                hint="Like 25. It pays for the customer’s next visits."
                {...field("amount")}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                className="max-w-60"
                required
              />
            )}
          </Answer>
        </Allowed>
        <Answer
          intent="refuse"
          title="Say no"
          button="Refuse the claim"
          hint="Why not? The customer reads it in the email."
          refused={of("refuse")}
        />
      </div>
    </Allowed>
  );
}

type AnswerProps = {
  intent: string;
  title: string;
  button: string;
  hint: string;
  refused: RefusedAnswer | undefined;
  children?: (field: ReturnType<typeof fieldProps<string>>) => ReactNode;
};

function Answer({ intent, title, button, hint, refused, children }: AnswerProps) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === intent;
  const field = fieldProps<string>(refused?.values, refused?.errors);
  useFocusError(form, refused?.errors);
  return (
    <Disclosure title={title} open={refused !== undefined}>
      <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-4">
        {children?.(field)}
        <TextareaField
          label="Your words"
          hint={hint}
          {...field("answer")}
          maxLength={WORDS_LENGTH}
          required
        />
        <Button
          type="submit"
          name="intent"
          value={intent}
          size="small"
          pending={busy}
          pendingLabel="Saving..."
          className="justify-self-start max-sm:w-full"
        >
          {button}
        </Button>
      </Form>
    </Disclosure>
  );
}

/** Another visit for nothing. Free times load when a day is chosen; without script by a button. */
function ReClean({ id, offer, refused, isFirst }: Props & { isFirst: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const fetcher = useFetcher<{ offer: ReCleanOffer | null }>();
  const busy = useNavigation().formData?.get("intent") === "re-clean";
  const { values } = refused ?? {};
  const { date, slots } = (fetcher.data?.offer ?? offer).day;
  const { lengths, crews, crew } = offer;
  const first = crews.find((one) => one.id === crew);
  const free = slots.find(({ state }) => state === "free")?.time;
  useFocusError(form, refused?.errors);
  return (
    <Disclosure title="Send a crew again" open={isFirst || refused !== undefined}>
      <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-4">
        <p className="text-[0.9375rem]/6 text-moss">
          A visit for $0 to the same home. The customer pays nothing and gets an email.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Date"
            type="date"
            name="date"
            min={offer.today}
            required
            defaultValue={values?.date ?? offer.day.date}
            error={refused?.errors.date}
            onChange={({ currentTarget: { value } }) => {
              if (value) fetcher.load(`${claimPath(id)}?date=${value}`);
            }}
          />
          <SelectField
            key={date}
            label="Time"
            name="time"
            defaultValue={values?.time ?? free}
            error={refused?.errors.time}
          >
            {slots.map(({ time, state }) => (
              <option key={time} value={time}>
                {time}
                {state === "free" ? "" : ` (${state})`}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Duration"
            name="minutes"
            defaultValue={values?.minutes ?? Math.min(60, lengths.at(-1) ?? 60)}
            error={refused?.errors.minutes}
          >
            {lengths.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes < 60 ? `${minutes} min` : `${minutes / 60} h`}
              </option>
            ))}
          </SelectField>
          <PickField
            label="Crew"
            name="crew_id"
            none="Any available crew"
            options={crews.map((one) => ({ ...one, note: one.id === crew ? "same crew" : null }))}
            defaultValue={values?.crew_id ?? first?.id ?? ""}
            error={refused?.errors.crew_id}
          />
        </div>
        <TextareaField
          label="Your words"
          optional
          name="answer"
          defaultValue={values?.answer}
          error={refused?.errors.answer}
          hint="The customer reads them in the email."
          maxLength={WORDS_LENGTH}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            name="intent"
            value="re-clean"
            size="small"
            pending={busy}
            pendingLabel="Booking..."
            className="max-sm:w-full"
          >
            Book the re-clean
          </Button>
          <NoScriptButton variant="ghost" formMethod="get" formNoValidate>
            Show available times
          </NoScriptButton>
        </div>
      </Form>
    </Disclosure>
  );
}
