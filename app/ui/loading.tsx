/**
 * Says that something is loading; announced politely.
 *
 *   <Loading>Loading services...</Loading>
 */
import type { ReactNode } from "react";
import { cx } from "./cx";
import { LenticelShimmer } from "./lenticel-shimmer";

export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p role="status" className={cx("flex items-center justify-center gap-3 text-moss", className)}>
      <LenticelShimmer className="text-evergreen-700" />
      {children}
    </p>
  );
}
