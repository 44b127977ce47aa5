import type { Components } from "hast-util-to-jsx-runtime";
import type { TextTree } from "~/lib/text-tree";
import { Words } from "~/ui/prose";
import { Quote, QuoteSpeaker, QuoteText } from "./article-quote";
import { ArticleTable, HeadCell, TableCell, TableHead, TableRow } from "./article-table";

/** The text of an article, set for reading: 68 characters to a line. */
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
