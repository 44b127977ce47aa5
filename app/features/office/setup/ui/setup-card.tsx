import Check from "lucide-react/icons/check";
import { Form } from "react-router";
import type { ChecklistItem } from "~/features/office/setup/checklist";
import { SETUP_PAGE } from "~/features/office/setup/steps";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { Card } from "~/ui/page/card";

type Props = { items: readonly ChecklistItem[] };

/** The dashboard's checklist before the first customer. */
export function SetupCard({ items }: Props) {
  const done = items.filter((item) => item.done).length;
  return (
    <Card as="aside" aria-labelledby="setup-title" className="grid grid-cols-1 gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="setup-title" className="text-heading">
          Set up your company: {done} of {items.length} done
        </h2>
        <div className="flex flex-wrap gap-2">
          <Form method="post" action={SETUP_PAGE}>
            <button
              type="submit"
              name="intent"
              value="close"
              className={buttonLook({ variant: "ghost", size: "small" })}
            >
              Don't show again
            </button>
          </Form>
          <ButtonLink href={SETUP_PAGE} size="small">
            {done === 0 ? "Begin" : "Go on"}
          </ButtonLink>
        </div>
      </div>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {items.map(({ title, href, done: isDone }) => (
          <li key={title} className="flex min-h-9 items-center gap-2.5">
            <span
              className={
                isDone
                  ? "grid size-5 shrink-0 place-items-center rounded-full bg-fern text-snow"
                  : "size-5 shrink-0 rounded-full border border-line-strong"
              }
            >
              {isDone && <Check aria-hidden strokeWidth={2.5} className="size-3.5" />}
            </span>
            {isDone ? (
              <span className="text-moss">
                {title} <span className="sr-only">(done)</span>
              </span>
            ) : (
              <a href={href} className="underline underline-offset-4">
                {title}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
