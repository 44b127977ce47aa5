import type { Components, ExtraProps } from "hast-util-to-jsx-runtime";
import type { ComponentProps } from "react";
import type { TextTree } from "~/lib/text-tree";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { Words } from "~/ui/page/prose";

/** Text of an article, 68 characters per line. */
export function ArticleText({ text }: { text: TextTree }) {
  return (
    <div className="text-[1.0625rem]/[1.75] sm:text-[1.125rem]/[1.75] [&>:first-child]:mt-0">
      <Words nodes={text.children} components={components} />
    </div>
  );
}

const components: Partial<Components> = {
  h2: ({ node: _, ...props }) => (
    <h2
      {...props}
      className="mt-12 mb-4 text-[1.625rem]/[1.2] tracking-[-0.015em] sm:mt-14 sm:text-[1.875rem]/[1.2]"
    />
  ),
  h3: ({ node: _, ...props }) => (
    <h3 {...props} className="mt-9 mb-2 text-[1.25rem]/[1.3] tracking-[-0.01em] sm:text-[1.375rem]/[1.3]" />
  ),
  p: ({ node: _, ...props }) => <p {...props} className="mt-5 text-pretty" />,
  ul: ({ node: _, ...props }) => <ul {...props} className="mt-5 space-y-2.5 text-pretty [&>li]:prose-dash" />,
  ol: ({ node: _, ...props }) => (
    <ol
      {...props}
      className="mt-5 list-decimal space-y-2.5 text-pretty pl-7 tabular-nums marker:font-semibold marker:text-evergreen-700 [&>li]:pl-1"
    />
  ),
  figure: Quote,
  blockquote: QuoteText,
  figcaption: QuoteSpeaker,
  table: ArticleTable,
  thead: TableHead,
  tr: TableRow,
  th: HeadCell,
  td: TableCell,
};

type Part<Tag extends "table" | "thead" | "tr" | "th" | "td"> = ComponentProps<Tag> & ExtraProps;

/** Table of an article. On narrow screens the first two cells of a row stand side by side, the others below. */
function ArticleTable({ node: _, "aria-label": label, ...props }: Part<"table">) {
  return (
    <div className="@container mt-7 mb-9 rounded-card bg-snow shadow-rest ring-1 ring-line print:shadow-none">
      <table
        {...props}
        aria-label={label}
        className="w-full border-collapse text-left text-base/6 @max-xl:block @max-xl:[&_tbody]:block"
      />
    </div>
  );
}

function TableHead({ node: _, ...props }: Part<"thead">) {
  return <thead {...props} className="text-[0.9375rem] @max-xl:sr-only" />;
}

function TableRow({ node: _, ...props }: Part<"tr">) {
  return (
    <tr
      {...props}
      className="break-inside-avoid border-line align-top not-first:border-t @xl:in-[tbody]:border-t @max-xl:grid @max-xl:grid-cols-[11fr_9fr] @max-xl:gap-x-5 @max-xl:gap-y-1 @max-xl:px-5 @max-xl:py-4"
    />
  );
}

function HeadCell({ node: _, ...props }: Part<"th">) {
  return (
    <th
      {...props}
      className="px-4 py-3 font-semibold @xl:first:w-[30%] first:pl-5 @xl:nth-2:w-[27%] last:pr-5 in-[thead]:bg-sage-soft in-[thead]:first:rounded-tl-card in-[thead]:last:rounded-tr-card @max-xl:p-0!"
    />
  );
}

function TableCell({ node: _, ...props }: Part<"td">) {
  return (
    <td
      {...props}
      className="wrap-anywhere px-4 py-3 text-moss last:pr-5 @max-xl:p-0! @max-xl:nth-2:text-ink @max-xl:nth-[n+3]:col-span-2"
    />
  );
}

function Quote({ node: _, children, ...props }: ComponentProps<"figure"> & ExtraProps) {
  return (
    <figure {...props} className="my-10 break-inside-avoid sm:my-12 lg:-mx-6">
      <LenticelDivider className="w-20 text-honey" />
      {children}
    </figure>
  );
}

function QuoteText({ node: _, ...props }: ComponentProps<"blockquote"> & ExtraProps) {
  return (
    <blockquote
      {...props}
      className="text-balance font-[420] font-display text-[1.4375rem]/[1.4] tracking-[-0.008em] sm:text-[1.625rem]/[1.4]"
    />
  );
}

function QuoteSpeaker({ node: _, ...props }: ComponentProps<"figcaption"> & ExtraProps) {
  return <figcaption {...props} className="mt-4 text-base text-moss" />;
}
