import { Form, useNavigation } from "react-router";
import { MOST_AT_ONCE } from "~/features/plans/series/series";
import {
  ANSWER_LABELS,
  CLASH_LABELS,
  type LayPage,
  type LayVisit,
  MISSING_LABELS,
  USUAL_ANSWERS,
} from "~/features/plans/series/view";
import { CLASH_ANSWERS, type ClashAnswer } from "~/features/scheduling/availability/clash";
import { formatCount } from "~/lib/number";
import { Button } from "~/ui/action/button";
import { controlLook } from "~/ui/form/control-look";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Card } from "~/ui/page/card";

/** Until when visits are to be laid: shows what that would be, and changes nothing. */
export function UntilForm({ ids, until, error }: Pick<LayPage, "ids" | "until" | "error">) {
  return (
    <Form noValidate className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="series" value={ids.join(",")} />
      <TextField
        label="Until"
        name="until"
        type="date"
        required
        defaultValue={until}
        error={error ?? undefined}
        className="w-56 max-sm:w-full"
      />
      <Button type="submit" variant="secondary" className="max-sm:w-full">
        Preview
      </Button>
    </Form>
  );
}

type Props = { page: LayPage; sent: Record<string, string> };

/** The visits that would be laid, what is in their way, and the button that lays them. */
export function LayForm({ page, sent }: Props) {
  const { ids, until, seen, count, kinds, series } = page;
  const pending = useNavigation().formData?.get("intent") === "lay";
  const isOne = ids.length === 1;
  const listed = series.length > MOST_AT_ONCE ? series.filter(({ visits }) => visits.length > 0) : series;
  const shown = series.flatMap(({ visits }) => visits);
  const clashing = shown.filter(({ clash, missing }) => clash !== null && !missing).length;
  const missing = shown.filter(({ missing }) => missing).length;
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="series" value={ids.join(",")} />
      <input type="hidden" name="until" value={until} />
      <input type="hidden" name="seen" value={seen} />
      {kinds.length > 0 && (
        <Card className="grid gap-4 p-5 sm:p-6">
          <h2 className="text-heading">Visits that clash</h2>
          <div className="grid gap-4 sm:grid-cols-3">
            {kinds.map((kind) => (
              <SelectField
                key={kind}
                label={CLASH_LABELS[kind]}
                name={kind}
                defaultValue={sent[kind] ?? USUAL_ANSWERS[kind]}
              >
                <AnswerOptions answers={CLASH_ANSWERS[kind]} />
              </SelectField>
            ))}
          </div>
        </Card>
      )}
      <p className="font-medium">
        {formatCount(count)} {count === 1 ? "visit" : "visits"} of {formatCount(series.length)} series
        {clashing > 0 && `, ${formatCount(clashing)} of them ${clashing === 1 ? "clashes" : "clash"}`}.
        {missing > 0 && " Days without their visit are added only if you choose them."}
      </p>
      {listed.map(({ id, customer, when, laid_until, count: own, visits }) => (
        <Card key={id} className="p-5 sm:p-6">
          <h2 className="text-heading wrap-anywhere">{customer}</h2>
          <p className="mt-1 text-moss">
            {when}. {own === 0 ? "No visit" : own === 1 ? "1 visit" : `${own} visits`} more
            {laid_until ? `, after the last one on ${laid_until}` : ""}.
          </p>
          {visits.length > 0 && (
            <ul className="mt-3 divide-y divide-line">
              {visits.map((visit) => (
                <VisitLine
                  key={visit.name}
                  visit={visit}
                  answered={isOne ? (sent[visit.name] ?? "") : null}
                />
              ))}
            </ul>
          )}
        </Card>
      ))}
      <p className="text-moss">
        Each visit is like the last one at its time: same price, length and crew, paid on the day. No email
        goes out now; reminders do, before each visit.
      </p>
      <Button
        type="submit"
        name="intent"
        value="lay"
        className="justify-self-start max-sm:w-full"
        pending={pending}
        pendingLabel="Adding..."
      >
        {missing > 0
          ? "Add the visits"
          : count === 1
            ? "Add 1 visit"
            : `Add ${count.toLocaleString("en-US")} visits`}
      </Button>
    </Form>
  );
}

function AnswerOptions({ answers }: { answers: readonly ClashAnswer[] }) {
  return answers.map((answer) => (
    <option key={answer} value={answer}>
      {ANSWER_LABELS[answer]}
    </option>
  ));
}

/** `answered`: what was chosen for this visit alone; null where only kinds are answered. */
function VisitLine({ visit, answered }: { visit: LayVisit; answered: string | null }) {
  const { name, when, crew, clash, missing } = visit;
  const answers = clash ? CLASH_ANSWERS[clash.kind].filter((one) => !missing || one !== "skip") : [];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <p className="min-w-0 text-[0.9375rem]/6">
        <span className="tabular-nums">{when}</span>, {crew}
        {missing && <span className="block text-moss">{MISSING_LABELS[missing]}</span>}
        {clash && <span className="block text-honey-ink">{clash.words}</span>}
      </p>
      {(clash || missing) && answered !== null && (
        <div className="w-64 max-sm:w-full">
          <select name={name} defaultValue={answered} aria-label={when} className={controlLook}>
            <option value="">{missing ? "Leave it out" : "As chosen above"}</option>
            {clash ? <AnswerOptions answers={answers} /> : <option value="anyway">Add it</option>}
          </select>
        </div>
      )}
    </li>
  );
}
