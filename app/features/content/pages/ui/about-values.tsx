import type { Section as Text } from "~/lib/text-tree";
import { Prose } from "~/ui/prose";
import { Section } from "~/ui/section";

/** What we hold to, each said in large and explained beside it. */
export function AboutValues({ values }: { values: Text }) {
  return (
    <Section ground="sage" heading={values.title}>
      <ul>
        {values.sections.map(({ id, title, nodes }) => (
          <li
            key={id}
            className="grid break-inside-avoid gap-x-16 gap-y-2 border-sage border-t py-7 last:border-b md:grid-cols-[1fr_2fr] md:py-9"
          >
            <h3 className="text-heading md:text-[1.75rem]/tight">{title}</h3>
            <Prose nodes={nodes} className="max-w-[38rem] text-ink/85 md:text-lead" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
