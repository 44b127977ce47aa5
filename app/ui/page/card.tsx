/**
 * A snow-white surface with a hairline.
 *
 *   <Card className="p-6">…</Card>
 *   <Card as="article" lifted>…</Card>   stands out from its neighbours
 */
import type { ComponentProps } from "react";
import { cx } from "~/ui/cx";

type Props = ComponentProps<"div"> & { as?: "div" | "article" | "aside" | "li" | "figure"; lifted?: boolean };

export function Card({ as = "div", lifted = false, className, ...rest }: Props) {
  const Tag = as as "div";
  return (
    <Tag
      {...rest}
      className={cx(
        "rounded-card bg-snow",
        lifted ? "shadow-lift ring-2 ring-evergreen-700" : "shadow-rest ring-1 ring-line",
        className,
      )}
    />
  );
}
