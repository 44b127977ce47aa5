import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { type ListingPage, listingPath } from "~/features/content/blog/article";
import { cx } from "~/ui/cx";

/** Page links. Pages without articles are shown disabled. */
export function Pagination({ page }: { page: ListingPage }) {
  const hasArticles = (number: number) =>
    page.pages.some((each) => each.number === number && each.hasArticles);
  const step = (number: number) => ({ number, hasArticles: hasArticles(number) });
  return (
    <nav aria-label="Pages of the blog" className="mt-12 md:mt-16">
      <ul className="flex items-center justify-center gap-1 sm:gap-2">
        <Step {...step(page.number - 1)} label="Previous">
          <ChevronLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
          <span className="max-sm:sr-only">Previous</span>
        </Step>
        {page.pages.map((each) => (
          <Step
            key={each.number}
            {...each}
            current={each.number === page.number}
            label={`Page ${each.number}`}
          >
            {each.number}
          </Step>
        ))}
        <Step {...step(page.number + 1)} label="Next">
          <span className="max-sm:sr-only">Next</span>
          <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </Step>
      </ul>
    </nav>
  );
}

type StepProps = {
  number: number;
  hasArticles: boolean;
  current?: boolean;
  label: string;
  children: ReactNode;
};

function Step({ number, hasArticles, current = false, label, children }: StepProps) {
  return (
    <li>
      {hasArticles ? (
        <a
          href={listingPath(number)}
          aria-label={label}
          aria-current={current ? "page" : undefined}
          className={cx(stepLook, linkLook)}
        >
          {children}
        </a>
      ) : (
        // biome-ignore lint/a11y: a disabled link has no address and takes no focus
        <span
          role="link"
          aria-disabled="true"
          aria-label={label}
          className={cx(stepLook, "text-line-strong")}
        >
          {children}
        </span>
      )}
    </li>
  );
}

const stepLook =
  "flex h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2.5 font-semibold tabular-nums";
const linkLook = cx(
  "text-ink transition-colors duration-150 hover:bg-sage-soft active:bg-evergreen-100",
  "aria-[current=page]:bg-evergreen-700 aria-[current=page]:text-snow forced-colors:aria-[current=page]:border",
);
