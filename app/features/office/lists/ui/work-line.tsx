import { Form, useNavigation } from "react-router";
import type { WorkView } from "~/features/office/lists/work";
import { Button } from "~/ui/action/button";

/** State of the job queues in one line, and failed jobs with a button to retry. */
export function WorkLine({ work: { summary, failed } }: { work: WorkView }) {
  const trying = useNavigation().formData?.get("kind");
  return (
    <section
      aria-label="Background work"
      className="rounded-card px-5 py-3 text-[0.9375rem]/6 ring-1 ring-line"
    >
      <p>
        <span className="font-semibold">Background work</span> <span className="text-moss">{summary}</span>
      </p>
      {failed.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-line border-t">
          {failed.map(({ kind, label }) => (
            <li
              key={kind}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 last:pb-0"
            >
              <span className="text-berry">{label}</span>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="work-again" />
                <input type="hidden" name="kind" value={kind} />
                <Button
                  type="submit"
                  size="small"
                  variant="secondary"
                  pending={trying === kind}
                  pendingLabel="Queueing..."
                  aria-label={`Try again: ${label}`}
                >
                  Try again
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
