import type { ExtraProps } from "hast-util-to-jsx-runtime";
import type { ComponentProps } from "react";

type Part<Tag extends "table" | "thead" | "tr" | "th" | "td"> = ComponentProps<Tag> & ExtraProps;

/** Where there is no room for columns the first two cells of a row stand side by side, and the others below them. */
export function ArticleTable({ node: _, "aria-label": label, ...props }: Part<"table">) {
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

export function TableHead({ node: _, ...props }: Part<"thead">) {
  return <thead {...props} className="text-[0.9375rem] @max-xl:sr-only" />;
}

export function TableRow({ node: _, ...props }: Part<"tr">) {
  return (
    <tr
      {...props}
      className="break-inside-avoid border-line align-top not-first:border-t @xl:in-[tbody]:border-t @max-xl:grid @max-xl:grid-cols-[11fr_9fr] @max-xl:gap-x-5 @max-xl:gap-y-1 @max-xl:px-5 @max-xl:py-4"
    />
  );
}

export function HeadCell({ node: _, ...props }: Part<"th">) {
  return (
    <th
      {...props}
      className="px-4 py-3 font-semibold @xl:first:w-[30%] first:pl-5 @xl:nth-2:w-[27%] last:pr-5 in-[thead]:bg-sage-soft in-[thead]:first:rounded-tl-card in-[thead]:last:rounded-tr-card @max-xl:p-0!"
    />
  );
}

export function TableCell({ node: _, ...props }: Part<"td">) {
  return (
    <td
      {...props}
      className="wrap-anywhere px-4 py-3 text-moss last:pr-5 @max-xl:p-0! @max-xl:nth-2:text-ink @max-xl:nth-[n+3]:col-span-2"
    />
  );
}
