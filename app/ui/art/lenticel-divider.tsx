/**
 * A divider of short, rounded dashes of uneven length, as on birch bark. Takes its color from the text, and its width from
 * its classes.
 *
 *   <LenticelDivider className="w-24 text-evergreen-700" />
 *   <LenticelDivider className="w-full text-line" />
 */
import { cx } from "~/ui/cx";

export function LenticelDivider({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={cx("h-1 overflow-hidden", className)}>
      <line
        x1="2"
        x2="100%"
        y1="2"
        y2="2"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="22 9 6 10 38 9 14 10 3 9 28 10 10 9 18 10 5 9"
      />
    </svg>
  );
}
