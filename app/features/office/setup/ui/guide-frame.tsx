import type { FormEventHandler, ReactNode } from "react";
import { Link } from "react-router";
import { countDone, STEPS, type StepName, type StepStates, stepPath } from "~/features/office/setup/steps";
import { Disclosure } from "~/ui/action/disclosure";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";

type Props = {
  name: StepName;
  states: StepStates;
  /** How the company looks so far. */
  preview: ReactNode;
  onInput: FormEventHandler<HTMLElement>;
  children: ReactNode;
};

/** A step of the guide: where it stands among the others, its form, and beside it how the company looks so far. */
export function GuideFrame({ name, states, preview, onInput, children }: Props) {
  const at = STEPS.findIndex((step) => step.name === name);
  const { title, about } = STEPS[at] ?? STEPS[0];
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-title">Set up your company</h1>
        <p className="mt-1 text-moss">
          Step {at + 1} of {STEPS.length}. {countDone(states)} done. You can stop anytime and go on later.
        </p>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)_18rem]">
        <Steps name={name} states={states} className="max-lg:hidden" />
        <Disclosure title="All steps" className="lg:hidden">
          <Steps name={name} states={states} />
        </Disclosure>
        <Card className="grid min-w-0 grid-cols-1 gap-5 p-5 sm:p-7">
          <div>
            <h2 className="text-heading">{title}</h2>
            <p className="mt-1 text-moss">{about}</p>
          </div>
          <div onInput={onInput} className="contents">
            {children}
          </div>
        </Card>
        <div className={cx(!SHOWN.has(name) && "max-lg:hidden")}>{preview}</div>
      </div>
    </div>
  );
}

/** Steps whose fields the preview shows, also on phones. */
const SHOWN: ReadonlySet<StepName> = new Set(["company", "look"]);

const STATES = { done: "Done", skipped: "Skipped", failed: "Test failed" } as const;

function Steps({ name, states, className }: Pick<Props, "name" | "states"> & { className?: string }) {
  return (
    <nav aria-label="Steps" className={className}>
      <ol className="grid gap-0.5">
        {STEPS.map(({ name: step, title }) => (
          <li key={step}>
            <Link to={stepPath(step)} aria-current={step === name ? "step" : undefined} className={stepLook}>
              <span className="min-w-0 flex-1">{title}</span>
              {states[step] && <span className="text-[0.8125rem] text-moss">{STATES[states[step]]}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const stepLook = cx(
  "flex min-h-10 items-center gap-2 rounded-control px-3 text-[0.9375rem]/5 hover:bg-sage-soft",
  "aria-[current=step]:bg-sage-soft aria-[current=step]:font-semibold",
);
