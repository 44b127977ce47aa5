import type { ReactNode } from "react";
import { Link } from "react-router";
import { countDone, STEPS, type StepName, type StepStates, stepPath } from "~/features/office/setup/steps";
import { BrandMark } from "~/ui/art/brand-mark";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";

type Company = { company_name: string; phone: string; brand: { letters: string | null } };

type Props = {
  name: StepName;
  states: StepStates;
  company: Company | undefined;
  children: ReactNode;
};

/** A step of the guide: where it stands among the others, its form, and beside it how the company looks so far. */
export function GuideFrame({ name, states, company, children }: Props) {
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
        <Steps name={name} states={states} />
        <Card className="grid min-w-0 grid-cols-1 gap-5 p-5 sm:p-7">
          <div>
            <h2 className="text-heading">{title}</h2>
            <p className="mt-1 text-moss">{about}</p>
          </div>
          {children}
        </Card>
        {company && <Preview {...company} />}
      </div>
    </div>
  );
}

const STATES = { done: "Done", skipped: "Skipped" } as const;

function Steps({ name, states }: Pick<Props, "name" | "states">) {
  return (
    <nav aria-label="Steps" className="max-lg:hidden">
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

/** What customers see, as it is saved. */
function Preview({ company_name, phone, brand }: Company) {
  return (
    <Card as="aside" aria-label="Preview" className="overflow-hidden max-lg:hidden">
      <p className="border-line border-b px-4 py-2 text-[0.8125rem] text-moss">As saved</p>
      <div className="grid gap-4 bg-paper p-4">
        <div className="flex items-center gap-2.5">
          <BrandMark letters={brand.letters} className="size-9 shrink-0" />
          <span className="wrap-anywhere min-w-0 font-[560] font-display text-[1.0625rem]/5">
            {company_name}
          </span>
        </div>
        <p className="font-display text-heading">Ready for a Sparkling Clean Home?</p>
        <p className="text-moss">{phone}</p>
        <span className="justify-self-start rounded-control bg-evergreen-700 px-4 py-2.5 font-semibold text-snow">
          Book Now
        </span>
        <span className="justify-self-start font-medium text-evergreen-700 underline underline-offset-4">
          View Services
        </span>
      </div>
    </Card>
  );
}
