import { Form, Link, useNavigation } from "react-router";
import type { ChangePreview } from "~/features/plans/change/change-words";
import { type PlanLink, planPath } from "~/features/plans/change/plan-page";
import { formatDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { Card } from "~/ui/card";
import { SelectField } from "~/ui/select-field";
import { type ClashLine, ClashList } from "./plan-clashes";

type Props = {
  link: PlanLink;
  preview: ChangePreview;
  /** Visits that can't be at their own time, once the change was asked for. */
  clashes: ClashLine[];
  /** What accepting them sends. */
  moves: string;
  /** What was wrong with the day on which it should go on, and which it was. */
  error?: { field: string; value: string | undefined };
};

/** What a change does to visits and money, and the button that does it. */
export function PlanChangeForm({ link, preview, clashes, moves, error }: Props) {
  const { change, facts, seen, button, pending, resumes } = preview;
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" action={planPath(link, change)} className="mt-6">
      <input type="hidden" name="seen" value={seen} />
      {clashes.length > 0 && <input type="hidden" name="moves" value={moves} />}
      <Card className="px-5 sm:px-6">
        <dl className="divide-y divide-line">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid gap-x-6 py-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
              <dt className="text-moss">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {resumes.length > 0 && (
        <SelectField
          label="Resume"
          name="resumes_on"
          error={error?.field}
          defaultValue={error?.value}
          className="mt-6 max-w-sm"
        >
          <option value="">When I resume</option>
          {resumes.map((day, index) => (
            <option key={day} value={day}>
              {formatDate(day)} ({index === 0 ? "1 month" : `${index + 1} months`})
            </option>
          ))}
        </SelectField>
      )}
      <ClashList clashes={clashes} />
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          type="submit"
          variant={change === "end" ? "destructive" : "primary"}
          size="large"
          pending={busy}
          pendingLabel={pending}
        >
          {clashes.length > 0 ? "Accept and resume" : button}
        </Button>
        <Link to={planPath(link)} className={buttonLook({ variant: "secondary", size: "large" })}>
          Keep it as it is
        </Link>
      </div>
    </Form>
  );
}
