import { Form, Link, useNavigation } from "react-router";
import { LONGEST_REASON } from "~/features/fieldwork/hours/forms";
import { formatMinutes } from "~/features/fieldwork/hours/hours";
import { hoursPath } from "~/features/fieldwork/pay/forms";
import { keyOfLate } from "~/features/fieldwork/pay/pay";
import type { PayWeek } from "~/features/fieldwork/pay/view";
import { formatCents } from "~/lib/money";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Disclosure } from "~/ui/action/disclosure";
import { Allowed } from "~/ui/allowed";
import { AmountField } from "~/ui/form/amount-field";
import { TextField } from "~/ui/form/text-field";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";

/** A form that was refused: which one, what was typed, and what is wrong at its fields. */
export type Refused = { form: string; values: Record<string, string>; errors: Record<string, string> };

/** How many visits without hours are named. */
const SHOWN = 6;

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** What stands between this week and its approval, and the button. */
export function Approval({ week, refused }: { week: PayWeek; refused: Refused | undefined }) {
  const { state, flags, monday } = week;
  const pending = useNavigation().formData?.get("intent") === "approve";
  const flagged = week.rows.filter((row) => row.flags > 0);
  return (
    <div className="grid grid-cols-1 gap-4">
      {flags > 0 && !state.approved && (
        <Notice
          tone="error"
          title={`${plural(flags, "clock-out", "clock-outs")} to check before this week can be approved`}
        >
          <ul className="flex flex-wrap gap-x-4">
            {flagged.map(({ line, flags }) => (
              <li key={line.member_id}>
                <Link
                  to={hoursPath(monday, line.member_id)}
                  className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
                >
                  {line.name}: {flags}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {week.unknown.length > 0 && !state.approved && (
        <Notice title="Visits without hours">
          Nobody tapped at{" "}
          {week.unknown.slice(0, SHOWN).map(({ id, number, day }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link to={`/admin/bookings/${id}`} className="font-medium underline underline-offset-4">
                #{number} ({day})
              </Link>
            </span>
          ))}
          {week.unknown.length > SHOWN && ` and ${week.unknown.length - SHOWN} more`}. Add the hours in a
          member's week.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {!state.approved && state.is_over && flags === 0 && (
          <Allowed to="payroll.edit">
            <Form method="post">
              <input type="hidden" name="seen" value={week.key} />
              <Button
                type="submit"
                name="intent"
                value="approve"
                pending={pending}
                pendingLabel="Approving..."
              >
                Approve week
              </Button>
            </Form>
          </Allowed>
        )}
        <Allowed to="lists.export">
          <ButtonLink href={`/admin/hours.csv?week=${monday}`} variant="secondary">
            {state.approved ? "Export for payroll" : "Export draft"}
          </ButtonLink>
        </Allowed>
      </div>
      {state.approved && (
        <Allowed to="payroll.reopen">
          <Disclosure title="Reopen week" open={refused?.form === "reopen"}>
            <Form method="post" className="flex max-w-xl flex-wrap items-end gap-3">
              <TextField
                label="Reason"
                name="why"
                hint="Its figures are computed anew when it is approved the next time."
                maxLength={LONGEST_REASON}
                defaultValue={refused?.form === "reopen" ? refused.values.why : ""}
                error={refused?.form === "reopen" ? refused.errors.why : undefined}
                className="min-w-64 flex-1"
                required
              />
              <Button type="submit" name="intent" value="reopen" variant="secondary">
                Reopen
              </Button>
            </Form>
          </Disclosure>
        </Allowed>
      )}
    </div>
  );
}

type LateProps = { week: PayWeek; token: string; refused: Refused | undefined };

/** What came after the week was locked, and the way into the next one. */
export function LateList({ week, token, refused }: LateProps) {
  const rows = week.rows.flatMap(({ line, late }) => (late ? [{ ...line, late }] : []));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="late">
      <h2 id="late" className="text-heading">
        Came after the week was locked
      </h2>
      <p className="mb-4 max-w-2xl text-moss">
        The approved figures stay as they are. Put the difference into the week after the newest approved one
        as an adjustment.
      </p>
      <ul className="grid grid-cols-1 gap-4">
        {rows.map(({ member_id, name, late }) => {
          const form = `late ${member_id}`;
          const mine = refused?.form === form ? refused : undefined;
          return (
            <Card as="li" key={member_id} className="p-5">
              <p className="mb-3">
                <b className="font-semibold">{name}</b>: {formatMinutes(late.minutes)},{" "}
                {formatCents(late.cents, week.currency)}
              </p>
              <Allowed to="payroll.edit">
                <Form method="post" className="grid items-start gap-4 sm:grid-cols-[10rem_1fr_auto]">
                  <input type="hidden" name="form_id" value={token} />
                  <input type="hidden" name="member" value={member_id} />
                  <input type="hidden" name="seen" value={keyOfLate(late)} />
                  <AmountField
                    label="Adjustment"
                    defaultValue={mine?.values.amount ?? (late.cents / 100).toFixed(2)}
                    error={mine?.errors.amount}
                  />
                  <TextField
                    label="Reason"
                    name="reason"
                    maxLength={LONGEST_REASON}
                    defaultValue={mine?.values.reason ?? `Came after the week of ${week.title} was locked`}
                    error={mine?.errors.reason}
                  />
                  <Button type="submit" name="intent" value="late" variant="secondary" className="sm:mt-7">
                    Put into next week
                  </Button>
                </Form>
              </Allowed>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}
