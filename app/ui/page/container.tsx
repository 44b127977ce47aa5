/**
 * The column that every page shares: 1200 px at most, with room at the sides.
 *
 *   <Container>…</Container>   <Container narrow>…</Container>   (720 px, for reading and receipts)
 */
import type { ReactNode } from "react";
import { cx } from "~/ui/cx";

type Props = { narrow?: boolean; className?: string; children: ReactNode };

export function Container({ narrow = false, className, children }: Props) {
  return (
    <div className={cx("mx-auto w-full px-5 sm:px-8", narrow ? "max-w-[49rem]" : "max-w-[79rem]", className)}>
      {children}
    </div>
  );
}
