import { Form } from "react-router";
import { LONGEST_REASON } from "~/features/fieldwork/hours/forms";
import { formatMinutes } from "~/features/fieldwork/hours/hours";
import { formatWeek } from "~/features/fieldwork/hours/week";
import { formatRate, RATE_LABELS } from "~/features/fieldwork/pay/forms";
import { grossOf } from "~/features/fieldwork/pay/pay";
import type { MemberWeek } from "~/features/fieldwork/pay/view";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { Allowed } from "~/ui/allowed";
import { AmountField } from "~/ui/form/amount-field";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Fact, Facts } from "~/ui/list/facts";
import { Card } from "~/ui/page/card";
import type { Refused } from "./week-forms";

type Props = { week: MemberWeek; token: string; refused: Refused | undefined };

/** What a member worked and earns in the week. */
export function MemberFigures({ week: { line, currency, state } }: Pick<Props, "week">) {
  if (!line) return null;
  const money = (cents: number) => formatCents(cents, currency);
  return (
    <Card className="p-5">
      <h2 className="mb-3 font-sans font-semibold">{state.approved ? "Approved" : "Not approved yet"}</h2>
      <Facts className="tabular-nums">
        <Fact label="Job">{formatMinutes(line.job_minutes)}</Fact>
        <Fact label="Drive">{formatMinutes(line.drive_minutes)}</Fact>
        <Fact label="Break">{formatMinutes(line.break_minutes)}</Fact>
        <Fact label="Job pay">{money(line.job_pay)}</Fact>
        <Fact label="Tips">{money(line.tips)}</Fact>
        <Fact label="Adjustments">{money(line.adjustments)}</Fact>
        <Fact label="Gross">
          <b className="font-semibold">{money(grossOf(line))}</b>
        </Fact>
      </Facts>
    </Card>
  );
}

/** What was added to the pay or taken off it, and the form for more. */
export function Adjustments({ week, token, refused }: Props) {
  const { adjustments, currency, state } = week;
  const mine = refused?.form === "adjust" ? refused : undefined;
  const field = fieldProps(mine?.values, mine?.errors);
  return (
    <Card className="p-5">
      <h2 className="font-sans font-semibold">Adjustments</h2>
      {adjustments.length === 0 && <p className="mt-1 text-[0.9375rem]/6 text-moss">None in this week.</p>}
      <ul className="grid gap-2">
        {adjustments.map(({ id, cents, reason, late_for, author }) => (
          <li key={id} className="wrap-anywhere mt-2 text-[0.9375rem]/6">
            <b className="font-semibold tabular-nums">{formatCents(cents, currency)}</b> {reason}
            <span className="block text-moss">
              {[author, late_for && `for ${formatWeek(late_for)}`].filter(Boolean).join(", ")}
            </span>
          </li>
        ))}
      </ul>
      {!state.approved && (
        <Allowed to="payroll.edit">
          <Disclosure key={adjustments.length} title="Add an adjustment" open={mine !== undefined}>
            <Form method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-4">
              <input type="hidden" name="form_id" value={token} />
              <AmountField hint="With a minus to take off." {...field("amount")} required />
              <TextField label="Reason" maxLength={LONGEST_REASON} {...field("reason")} required />
              <Button type="submit" name="intent" value="adjust" size="small" className="justify-self-start">
                Add
              </Button>
            </Form>
          </Disclosure>
        </Allowed>
      )}
    </Card>
  );
}

/** How a member is paid from which day on, and the form for a new rate. */
export function Rates({ week, refused }: Omit<Props, "token">) {
  const { rates, currency, member, today } = week;
  const mine = refused?.form === "rate" ? refused : undefined;
  const field = fieldProps<"kind" | "amount" | "from_day">(
    { from_day: today, ...mine?.values },
    mine?.errors,
  );
  return (
    <Card className="p-5">
      <h2 className="font-sans font-semibold">Rates</h2>
      {rates.length === 0 && (
        <p className="mt-1 text-[0.9375rem]/6 text-moss">
          {member.name} has no rate yet: hours are counted, and the pay is zero.
        </p>
      )}
      <ul className="grid gap-2">
        {rates.map((rate) => (
          <li key={rate.from_day} className="mt-2 text-[0.9375rem]/6">
            {formatRate(rate, currency)}
            <span className="block text-moss">from {formatDate(rate.from_day)}</span>
          </li>
        ))}
      </ul>
      <Allowed to="payroll.edit">
        <Disclosure key={JSON.stringify(rates)} title="New rate" open={mine !== undefined}>
          <Form method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-4">
            <SelectField label="Paid" {...field("kind")}>
              {Object.entries(RATE_LABELS).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </SelectField>
            <AmountField
              label="Amount"
              hint="Dollars, or percent of the price."
              {...field("amount")}
              required
            />
            <TextField label="From" type="date" {...field("from_day")} required />
            <fieldset>
              <legend className="text-[0.9375rem]/6 text-moss">By the hour, also pay</legend>
              <CheckboxField
                name="pays_drive"
                label="Driving"
                defaultChecked={mine?.values.pays_drive === "on"}
              />
              <CheckboxField
                name="pays_break"
                label="Breaks"
                defaultChecked={mine?.values.pays_break === "on"}
              />
            </fieldset>
            <Button type="submit" name="intent" value="rate" size="small" className="justify-self-start">
              Save rate
            </Button>
          </Form>
        </Disclosure>
      </Allowed>
    </Card>
  );
}
