import { Form, Link, useNavigation } from "react-router";
import type { ImportView } from "~/features/moving/import";
import { ANSWER_LABELS, importPath, ROW_DAYS, VERDICTS } from "~/features/moving/rules";
import { aboutOf } from "~/features/moving/subjects";
import { formatCount } from "~/lib/number";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { IntentButton } from "~/ui/action/intent-button";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { SeriesCard } from "./after-commit";

const usePending = () => {
  const { formData } = useNavigation();
  return (intent: string) => formData?.get("intent") === intent;
};

/** What the dry run found, the answers that are missing, and the button that starts the import. */
export function StartCard({
  id,
  state,
  cursor,
  counts,
  unanswered,
  answers,
  row_count,
  why_not,
}: ImportView) {
  const pending = usePending();
  const isStopped = state === "cancelled";
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div>
        <h2 className="text-heading">
          {isStopped ? "The import was stopped" : why_not ? "Not ready to import yet" : "Ready to import"}
        </h2>
        <p className="mt-1 text-moss">
          {isStopped
            ? `${formatCount(Math.max(0, cursor - 1))} of ${formatCount(row_count)} rows are done. Go on, or undo them below.`
            : `${formatCount(counts.new)} new, ${formatCount(counts.changed)} changed, ${formatCount(counts.same)} the same. No email goes out.`}
        </p>
      </div>
      <BadRows id={id} count={counts.bad} />
      {unanswered > 0 && (
        <Form method="post" preventScrollReset className="grid gap-3 rounded-card bg-sunlight-soft p-4">
          <input type="hidden" name="intent" value="answer" />
          <input type="hidden" name="line" value="all" />
          <p>
            <span className="font-semibold">
              {unanswered === 1
                ? "1 conflict has no answer."
                : `${formatCount(unanswered)} conflicts have no answer.`}
            </span>{" "}
            The file says something else than you do, a visit clashes with another, or somebody was erased
            here. Answer each{" "}
            <Link to={`${importPath(id)}?show=conflict`} preventScrollReset className="font-medium underline">
              in the list
            </Link>
            , or all that are left and can be answered so:
          </p>
          <div className="flex flex-wrap gap-2">
            {answers.map((answer) => (
              <Button
                key={answer}
                type="submit"
                name="answer"
                value={answer}
                variant="secondary"
                size="small"
              >
                {ANSWER_LABELS[answer]}
              </Button>
            ))}
          </div>
        </Form>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {why_not ? (
          <p className="text-moss">{why_not}</p>
        ) : (
          <Form method="post" preventScrollReset className="max-sm:w-full">
            <Button
              type="submit"
              name="intent"
              value="commit"
              className="max-sm:w-full"
              pending={pending("commit")}
              pendingLabel="Starting..."
            >
              {isStopped ? "Go on with the import" : "Import"}
            </Button>
          </Form>
        )}
        {state === "checked" && (
          <>
            <Link
              to={`${importPath(id)}?columns`}
              className={cx(buttonLook({ variant: "secondary", size: "small" }), "min-h-11 max-sm:w-full")}
            >
              Change the columns
            </Link>
            <RemoveButton />
          </>
        )}
      </div>
    </Card>
  );
}

/** Takes away an import that changed nothing yet. */
export function RemoveButton() {
  const pending = usePending();
  return (
    <IntentButton
      intent="remove"
      variant="ghost"
      pending={pending("remove")}
      ask={{
        title: "Remove this import?",
        text: "The uploaded file and your choices for it are deleted. Nothing was imported, so nothing else changes.",
        yes: "Remove the import",
        no: "Keep it",
      }}
    >
      Remove this import
    </IntentButton>
  );
}

/** The rows that can't be imported, to be mended. */
function BadRows({ id, count }: { id: string; count: number }) {
  if (count === 0) return null;
  return (
    <p>
      {count === 1 ? "1 row can’t be imported." : `${formatCount(count)} rows can’t be imported.`}{" "}
      <a
        href={`${importPath(id)}/bad-rows`}
        className="font-medium text-evergreen-700 underline-offset-4 hover:underline"
      >
        Download the bad rows as CSV
      </a>
      , mend them, and import that file.
    </p>
  );
}

type Held = Record<"on" | "off" | "button", (who: string) => string>;
const HELD: Record<"emails" | "reminders", Held> = {
  emails: {
    on: (who) => `The ${who} that this import added get emails about their visits, like everybody.`,
    off: (who) => `The ${who} that this import added get no emails until you switch them on here.`,
    button: (who) => `Let emails go out to ${who}`,
  },
  reminders: {
    on: (who) => `Customers are reminded of the ${who} that this import added, if emails to them are on.`,
    off: (who) =>
      `Nobody is reminded of the ${who} that this import added until you switch it on here. Other emails are switched on at the import of the customers.`,
    button: (who) => `Send reminders of ${who}`,
  },
};
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Whether emails or reminders go out about what was added, and the undo. */
export function AfterCard({
  id,
  state,
  subject,
  added,
  series,
  mails_open,
  rows_gone,
  ended,
  counts,
}: ImportView) {
  const pending = usePending();
  if (state === "undone")
    return (
      <Notice title={`This import was undone ${ended}`}>
        Nothing of it is left. To import the file after all, upload it again.
      </Notice>
    );
  const about = aboutOf(subject);
  const [one, many] = about.added;
  const who = added === 1 ? `1 ${one}` : `${formatCount(added)} ${many}`;
  return (
    <div className="grid items-stretch gap-5 lg:grid-cols-2">
      {state === "committed" && (
        <Card className="grid gap-3 p-5 sm:p-6 lg:col-span-2">
          <div>
            <h2 className="text-heading">{added === 0 ? "Imported" : `${capitalized(who)} imported`}</h2>
            <p className="mt-1 text-moss">
              {formatCount(counts.changed)} changed, {formatCount(counts.same)} the same. Done {ended}.
            </p>
          </div>
          <BadRows id={id} count={counts.bad} />
          <Link to={about.page} className="justify-self-start font-medium underline underline-offset-4">
            See all {many}
          </Link>
        </Card>
      )}
      {series > 0 && <SeriesCard count={series} />}
      {about.held && (
        <Card className="grid content-start gap-3 p-5 sm:p-6">
          <h2 className="text-heading">
            {mails_open ? `${capitalized(about.held)} go out` : `No ${about.held} go out`}
          </h2>
          <p className="text-moss">
            {added === 0 ? `This import added no ${many}.` : HELD[about.held][mails_open ? "on" : "off"](who)}
          </p>
          {added > 0 && (
            <div>
              <IntentButton
                intent={mails_open ? "mails-off" : "mails-on"}
                pending={pending(mails_open ? "mails-off" : "mails-on")}
              >
                {mails_open ? `Stop the ${about.held} again` : HELD[about.held].button(who)}
              </IntentButton>
            </div>
          )}
        </Card>
      )}
      <Card className="grid content-start gap-3 p-5 sm:p-6">
        <h2 className="text-heading">Undo</h2>
        {rows_gone || VERDICTS.every((verdict) => counts[verdict] === 0) ? (
          <p className="text-moss">
            The rows of an import are deleted {ROW_DAYS} days after it. It can’t be undone any more.
          </p>
        ) : (
          <>
            <p className="text-moss">
              Takes back all that this import added and changed. It is refused when something depends on it,
              such as a booking or a change since.
            </p>
            <div>
              <IntentButton
                intent="undo"
                variant="destructive"
                pending={pending("undo")}
                pendingLabel="Undoing..."
                ask={{
                  title: "Undo this import?",
                  text: "All that it added is deleted, and what it changed becomes as before.",
                  yes: "Undo the import",
                  no: "Keep it",
                }}
              >
                Undo this import
              </IntentButton>
            </div>
          </>
        )}
      </Card>
    </div>
  );
}
