import type { ExtraProps } from "hast-util-to-jsx-runtime";
import type { ComponentProps } from "react";
import { LenticelDivider } from "~/ui/lenticel-divider";

/** Set off from the text: larger, in the display face, under a few lenticels. */
export function Quote({ node: _, children, ...props }: ComponentProps<"figure"> & ExtraProps) {
  return (
    <figure {...props} className="my-10 break-inside-avoid sm:my-12 lg:-mx-6">
      <LenticelDivider className="w-20 text-honey" />
      {children}
    </figure>
  );
}

export function QuoteText({ node: _, ...props }: ComponentProps<"blockquote"> & ExtraProps) {
  return (
    <blockquote
      {...props}
      className="text-balance font-[420] font-display text-[1.4375rem]/[1.4] tracking-[-0.008em] sm:text-[1.625rem]/[1.4]"
    />
  );
}

export function QuoteSpeaker({ node: _, ...props }: ComponentProps<"figcaption"> & ExtraProps) {
  return <figcaption {...props} className="mt-4 text-base text-moss" />;
}
