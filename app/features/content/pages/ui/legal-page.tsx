import { blocksOf } from "~/features/content/pages/blocks";
import type { Section } from "~/lib/text-tree";
import { Container } from "~/ui/container";
import { LenticelDivider } from "~/ui/lenticel-divider";
import { Prose, Words } from "~/ui/prose";
import { LegalContents } from "./legal-contents";

/**
 * A legal document: its dates and purpose at the head, a table of contents that stays beside the text, and lines short
 * enough to be read. On paper only the text.
 */
export function LegalPage({ document }: { document: Section }) {
  const { title, sections } = document;
  const [effective, updated, ...purpose] = blocksOf(document);
  return (
    <Container className="pt-10 pb-16 md:pt-14 lg:pt-20 lg:pb-28 print:max-w-none print:p-0">
      <header className="lg:grid lg:grid-cols-[17rem_1fr] lg:gap-x-20 xl:gap-x-28 print:block">
        <div>
          <h1 className="text-title print:text-[2rem]">{title}</h1>
          <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem] text-moss tabular-nums lg:block lg:space-y-1">
            {[effective, updated].map(
              (date) =>
                date?.type === "element" && (
                  <li key={date === effective ? "effective" : "updated"}>
                    <Words nodes={date.children} />
                  </li>
                ),
            )}
          </ul>
        </div>
        <Prose
          nodes={purpose}
          className="mt-6 max-w-[36rem] text-lead lg:mt-1.5 print:mt-4 print:max-w-none print:text-base"
        />
      </header>
      <LenticelDivider className="mt-8 w-full text-line lg:mt-14 print:hidden" />
      <div className="lg:grid lg:grid-cols-[17rem_1fr] lg:gap-x-20 xl:gap-x-28 print:block">
        <LegalContents sections={sections} />
        <div className="mt-2 max-w-[31rem] text-[1.0625rem] lg:mt-0 print:max-w-none print:text-base">
          {sections.map(({ id, title: heading, nodes }) => (
            <section key={id} aria-labelledby={id} className="mt-12 print:mt-6">
              <h2
                id={id}
                className="scroll-mt-4 text-heading target:underline target:decoration-4 target:decoration-sunlight target:underline-offset-8 print:break-after-avoid print:no-underline"
              >
                {heading}
              </h2>
              <Prose nodes={nodes} className="mt-4 print:mt-2 print:space-y-2 print:leading-normal" />
            </section>
          ))}
        </div>
      </div>
    </Container>
  );
}
