import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { planField } from "~/features/plans/prices/forms";
import type { RisePage, ShownRise } from "~/features/plans/prices/view";
import { Button } from "~/ui/action/button";
import { AmountField } from "~/ui/form/amount-field";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { ErrorText } from "~/ui/form/error-text";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";

export type SentRise = {
  values: Record<string, string>;
  errors: Record<string, string>;
  shown: ShownRise | null;
};
type Props = { page: RisePage; sent: SentRise | null };

/** Which plans are listed: those of one service, or all. */
export function RiseService({ page }: Pick<Props, "page">) {
  return (
    <Form preventScrollReset className="flex flex-wrap items-end gap-4">
      <SelectField
        label="Service"
        name="service"
        defaultValue={page.service}
        className="min-w-56 grow sm:grow-0"
      >
        <option value="">All services</option>
        {page.services.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="secondary">
        Show plans
      </Button>
    </Form>
  );
}

/** Plans, how much more they cost, and from when. A preview comes before anybody hears of it. */
export function RiseForm({ page, sent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const posted = useNavigation().formData?.get("intent");
  const values = sent?.values ?? {};
  const errors = sent?.errors ?? {};
  useFocusError(form, sent?.errors);
  const isChosen = (id: string) => (sent ? planField(id) in values : true);
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-5">
      <Card className="p-5">
        <fieldset aria-describedby={errors.plans ? "plans-error" : undefined}>
          <legend className="mb-2 font-semibold text-[0.9375rem]/5">Plans</legend>
          {errors.plans && <ErrorText id="plans-error">{errors.plans}</ErrorText>}
          <ul className="divide-y divide-line">
            {page.plans.map(({ id, number, customer, service, when, price }) => (
              <li key={id} className="py-1">
                <CheckboxField
                  name={planField(id)}
                  defaultChecked={isChosen(id)}
                  label={
                    <>
                      <span className="font-medium">{customer}</span>{" "}
                      <span className="text-moss tabular-nums">
                        {number}, {service}, {when}, {price}
                      </span>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </fieldset>
      </Card>
      <Card className="grid gap-4 p-5">
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <SelectField label="How" name="by" defaultValue={values.by ?? "percent"}>
            <option value="percent">By percent</option>
            <option value="amount">To one amount</option>
          </SelectField>
          <TextField
            label="Percent"
            name="percent"
            optional
            inputMode="decimal"
            autoComplete="off"
            maxLength={7}
            defaultValue={values.percent}
            error={errors.percent}
          />
          <AmountField
            label="Amount, before tax"
            optional
            defaultValue={values.amount}
            error={errors.amount}
          />
          <TextField
            label="From"
            name="from"
            type="date"
            required
            min={page.earliest}
            hint="The first charge on this day or later."
            defaultValue={values.from ?? page.earliest}
            error={errors.from}
          />
        </div>
        <Button
          type="submit"
          name="intent"
          value="preview"
          variant={sent?.shown ? "secondary" : "primary"}
          pending={posted === "preview"}
          pendingLabel="Working it out..."
          className="justify-self-start"
        >
          {sent?.shown ? "Preview again" : "Preview"}
        </Button>
      </Card>
      {sent?.shown && <RisePreview shown={sent.shown} busy={posted === "save"} />}
    </Form>
  );
}

function RisePreview({ shown, busy }: { shown: ShownRise; busy: boolean }) {
  const { rows, sums, count, seen } = shown;
  return (
    <Card className="p-5">
      <h2 className="text-heading">What it does</h2>
      <ul className="mt-2 divide-y divide-line text-[0.9375rem]/6 tabular-nums">
        {rows.map(({ id, number, customer, before, after, from, why }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-2">
            <span className="wrap-anywhere font-medium">{customer}</span>
            <span className="text-moss">{number}</span>
            <span className="ml-auto text-right">
              {after ? (
                <>
                  <s className="text-moss decoration-moss/60">{before}</s>{" "}
                  <span className="font-medium">{after}</span> from {from}
                </>
              ) : (
                <span className="text-moss">
                  Stays {before}. {why}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {sums.map(({ before, after, more }) => (
        <p key={after} className="border-line border-t pt-3 text-right font-semibold tabular-nums">
          {before} → {after} a month, {more} more
        </p>
      ))}
      <input type="hidden" name="seen" value={seen} />
      {count > 0 && (
        <div className="mt-5 grid justify-items-start gap-3">
          <p className="text-[0.9375rem]/6 text-moss">
            Each customer gets an email now, with links to keep, change or cancel the plan.
          </p>
          <Button type="submit" name="intent" value="save" pending={busy} pendingLabel="Announcing...">
            Announce to {count === 1 ? "1 customer" : `${count} customers`}
          </Button>
        </div>
      )}
    </Card>
  );
}
