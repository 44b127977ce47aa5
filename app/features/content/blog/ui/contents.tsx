import { sectionsOf, type TextTree } from "~/lib/text-tree";

/** The parts of an article, beside it on wide screens. */
export function Contents({ text, className }: { text: TextTree; className?: string }) {
  return (
    <nav aria-labelledby="contents" className={className}>
      <h2 id="contents" className="font-sans font-semibold text-[0.9375rem]">
        In this article
      </h2>
      <ul className="mt-3 border-line border-l">
        {sectionsOf(text).sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px block border-transparent border-l-2 py-1.5 pl-4 text-[0.9375rem]/5 text-moss transition-colors duration-150 hover:border-evergreen-700 hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
