import { LenticelDivider } from "~/ui/lenticel-divider";
import { Section } from "~/ui/section";

/** From the form to the first day, in numbered steps along a line of lenticels. */
export function HiringSteps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <Section heading="How Hiring Works">
      <ol className="grid grid-cols-1 gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-8">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <div className="flex items-center gap-4">
              <span className="font-[560] font-display text-4xl text-evergreen-600 tabular-nums leading-none">
                {index + 1}
              </span>
              <LenticelDivider className="min-w-0 flex-1 text-sage" />
            </div>
            <h3 className="mt-4 text-heading">{title}</h3>
            <p className="mt-2 max-w-[40ch] text-moss">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
