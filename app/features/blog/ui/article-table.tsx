import type { ExtraProps } from "hast-util-to-jsx-runtime";
import type { ComponentProps } from "react";

type Part<Tag extends "table" | "thead" | "tr" | "th" | "td"> = ComponentProps<Tag> & ExtraProps;

/** Where it is too wide, it scrolls by itself, also by keyboard. */
export function ArticleTable({ node: _, "aria-label": label, ...props }: Part<"table">) {
  return (
    <section
      aria-label={`${label}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-7 mb-9 overflow-x-auto rounded-card bg-snow shadow-rest ring-1 ring-line print:overflow-visible print:shadow-none"
    >
      <table
        {...props}
        aria-label={label}
        className="w-full min-w-xl border-collapse text-left text-base/6 print:min-w-0"
      />
    </section>
  );
}

export function TableHead({ node: _, ...props }: Part<"thead">) {
  return <thead {...props} className="bg-sage-soft [&_th]:text-[0.9375rem]" />;
}

export function TableRow({ node: _, ...props }: Part<"tr">) {
  return <tr {...props} className="break-inside-avoid border-line align-top in-[tbody]:border-t" />;
}

export function HeadCell({ node: _, ...props }: Part<"th">) {
  return (
    <th {...props} className="px-4 py-3 font-semibold first:w-[30%] first:pl-5 nth-2:w-[27%] last:pr-5" />
  );
}

export function TableCell({ node: _, ...props }: Part<"td">) {
  return <td {...props} className="px-4 py-3 text-moss last:pr-5" />;
}
