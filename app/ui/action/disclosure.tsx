/**
 * A part of a page that opens when its title is pressed, with and without script.
 *
 *   <Disclosure title="Move this visit" open={failed}>…</Disclosure>
 */
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "~/ui/cx";

type Props = Omit<ComponentProps<"details">, "title"> & { title: ReactNode };

export function Disclosure({ title, className, children, ...details }: Props) {
  return (
    <details {...details} className={cx("group/disclosure", className)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control font-semibold text-[0.9375rem] transition-colors hover:text-evergreen-700 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          strokeWidth={1.75}
          className="size-4.5 shrink-0 -rotate-90 text-moss transition-transform group-open/disclosure:rotate-0"
        />
        {title}
      </summary>
      <div className="pt-2 pb-4">{children}</div>
    </details>
  );
}
