import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { KIND_LABELS, LONGEST_REASON, SPAN_KINDS } from "~/features/fieldwork/hours/forms";
import { formatMinutes, LONG_HOURS } from "~/features/fieldwork/hours/hours";
import type { MemberSpan, MemberVisit, MemberWeek } from "~/features/fieldwork/pay/view";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { useAllowed } from "~/ui/allowed";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import type { Refused } from "./week-forms";

type Props = { week: MemberWeek; token: string; refused: Refused | undefined };

const FLAGS = { "no end": "Missing clock-out", long: `Longer than ${LONG_HOURS} hours` } as const;

/** The visits of a member's week with their hours. Those with something to check are first, with their forms open. */
export function MemberVisits({ week, token, refused }: Props) {
  const mayEdit = useAllowed("payroll.edit") && week.state.approved === null;
  if (week.visits.length === 0) return <p className="text-moss">No visits in this week.</p>;
  return (
    <ul className="grid grid-cols-1 gap-4">
      {week.visits.map((visit) => (
        <Card as="li" key={visit.id} className="p-5">
          <VisitHead visit={visit} />
          {visit.spans.length > 0 && (
            <ul className="mt-3 divide-y divide-line border-line border-t">
              {visit.spans.map((span) => (
                <li key={span.ref} className="py-1">
                  {mayEdit ? (
                    <SpanForm {...{ visit, token, refused }} span={span} title={<SpanLine span={span} />} />
                  ) : (
                    <p className="flex min-h-11 items-center text-[0.9375rem]/6">
                      <SpanLine span={span} />
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )}
          {mayEdit && <SpanForm {...{ visit, token, refused }} span={null} title="Add hours" />}
        </Card>
      ))}
    </ul>
  );
}

function VisitHead({ visit }: { visit: MemberVisit }) {
  const { planned, actual } = visit;
  const more = actual === null ? 0 : actual - planned;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 wrap-anywhere">
        <Link to={`/admin/bookings/${visit.id}`} className="font-semibold underline-offset-4 hover:underline">
          {visit.day}: {visit.service} #{visit.number}
        </Link>
        <p className="text-[0.9375rem]/6 text-moss">
          {[visit.customer, visit.address].filter(Boolean).join(", ")}
        </p>
        {visit.came_late && (
          <Badge tone="amber" className="mt-1">
            Came after the week was locked
          </Badge>
        )}
      </div>
      <p className="text-[0.9375rem]/6 tabular-nums">
        Planned {formatMinutes(planned)}
        {actual !== null && `, took ${formatMinutes(actual)}`}
        {more !== 0 && (
          <span className="text-moss">
            {" "}
            ({formatMinutes(Math.abs(more))} {more > 0 ? "more" : "less"})
          </span>
        )}
      </p>
    </div>
  );
}

function SpanLine({ span }: { span: MemberSpan }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-normal sm:gap-x-3">
      <span className="w-10 font-semibold sm:w-12">{KIND_LABELS[span.kind]}</span>
      <span className="tabular-nums">{span.times}</span>
      {span.minutes !== null && <span className="text-moss tabular-nums">{formatMinutes(span.minutes)}</span>}
      {span.flag && <Badge tone="berry">{FLAGS[span.flag]}</Badge>}
      {span.reason && <span className="wrap-anywhere text-moss">Corrected: {span.reason}</span>}
    </span>
  );
}

type FormProps = {
  visit: MemberVisit;
  /** Null: the form adds one. */
  span: MemberSpan | null;
  title: ReactNode;
  token: string;
  refused: Refused | undefined;
};

function SpanForm({ visit, span, title, token, refused }: FormProps) {
  const form = `${visit.id} ${span?.ref ?? ""}`;
  const mine = refused?.form === form ? refused : undefined;
  const stored = {
    kind: span?.kind ?? "job",
    from: span?.from ?? visit.from,
    to: span?.to ?? visit.to,
    reason: "",
  };
  const field = fieldProps<keyof typeof stored>({ ...stored, ...mine?.values }, mine?.errors);
  return (
    <Disclosure title={title} open={Boolean(span?.flag) || mine !== undefined}>
      <Form
        method="post"
        preventScrollReset
        noValidate
        className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="form_id" value={token} />
        <input type="hidden" name="visit" value={visit.id} />
        <input type="hidden" name="ref" value={span?.ref ?? ""} />
        <SelectField label="What" {...field("kind")} className="sm:col-span-2 sm:max-w-48">
          {SPAN_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_LABELS[kind]}
            </option>
          ))}
        </SelectField>
        <TextField label="Start" type="datetime-local" {...field("from")} required />
        <TextField label="End" type="datetime-local" {...field("to")} required />
        <TextField
          label="Reason"
          maxLength={LONGEST_REASON}
          {...field("reason")}
          className="sm:col-span-2"
          required
        />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" name="intent" value="edit" size="small">
            {span ? "Save" : "Add hours"}
          </Button>
          {span && (
            <Button type="submit" name="intent" value="remove" variant="ghost" size="small">
              Remove
            </Button>
          )}
        </div>
      </Form>
    </Disclosure>
  );
}
