/**
 * Says that something is loading; announced politely.
 *
 *   <Loading>Loading services...</Loading>
 */
import type { ReactNode } from "react";
import { LenticelShimmer } from "~/ui/art/lenticel-shimmer";
import { cx } from "~/ui/cx";

export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p role="status" className={cx("flex items-center justify-center gap-3 text-moss", className)}>
      <LenticelShimmer className="text-evergreen-700" />
      {children}
    </p>
  );
}
