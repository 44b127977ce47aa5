import ChevronDown from "lucide-react/icons/chevron-down";
import type { Section } from "~/lib/text-tree";

/** The sections of a document as links: beside the text, or on small screens above it, folded away. */
export function LegalContents({ sections }: { sections: Section[] }) {
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
