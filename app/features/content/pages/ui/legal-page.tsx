import ChevronDown from "lucide-react/icons/chevron-down";
import { blocksOf } from "~/features/content/pages/document";
import { type Section, wholeNodes } from "~/lib/text-tree";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { Container } from "~/ui/page/container";
import { Prose, Words } from "~/ui/page/prose";

/** Legal document: dates and purpose, a sticky table of contents, and the text. Only the text is printed. */
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
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id} className="mt-12 print:mt-6">
              <h2
                id={section.id}
                className="scroll-mt-4 text-heading target:underline target:decoration-4 target:decoration-sunlight target:underline-offset-8 print:break-after-avoid print:no-underline"
              >
                {section.title}
              </h2>
              <Prose
                nodes={wholeNodes(section)}
                className="mt-4 print:mt-2 print:space-y-2 print:leading-normal"
              />
            </section>
          ))}
        </div>
      </div>
    </Container>
  );
}

/** Links to the sections: beside the text, collapsed above it on small screens. */
function LegalContents({ sections }: { sections: Section[] }) {
  return (
    <>
      <details className="group mt-8 rounded-card bg-snow ring-1 ring-line lg:hidden print:hidden">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between rounded-card px-5 font-semibold [&::-webkit-details-marker]:hidden">
          Contents
          <ChevronDown
            strokeWidth={1.75}
            className="size-5 text-moss transition-transform duration-200 group-open:rotate-180"
          />
        </summary>
        <nav aria-label="Contents" className="border-line border-t px-5 py-2">
          <Entries sections={sections} look="flex min-h-11 items-center py-1.5 sm:min-h-10" />
        </nav>
      </details>
      <nav
        aria-labelledby="contents-heading"
        className="sticky top-18 -ml-3 max-h-[calc(100dvh-4.5rem)] self-start overflow-y-auto overscroll-contain py-10 pr-2 max-lg:hidden print:hidden [scrollbar-width:thin] [scroll-target-group:auto]"
      >
        <h2 id="contents-heading" className="px-3 font-sans font-semibold text-[0.9375rem]">
          Contents
        </h2>
        <Entries
          sections={sections}
          look="block rounded-control px-3 py-1.25 leading-snug hover:bg-sage-soft [&:target-current]:bg-sage-soft [&:target-current]:text-ink"
        />
      </nav>
    </>
  );
}

function Entries({ sections, look }: { sections: Section[]; look: string }) {
  return (
    <ol className="mt-2 text-[0.9375rem] tabular-nums">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`${look} text-moss -outline-offset-2 transition-colors duration-150 hover:text-evergreen-700`}
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}
