/**
 * Two birch leaves that meet in a sparkle, with lenticels for veins.
 *
 *   <LogoMark className="size-8" />              evergreen leaves, a drop of sunlight
 *   <LogoMark className="size-8" onEvergreen />  for dark ground
 */
import { cx } from "~/ui/cx";

export function LogoMark({ className, onEvergreen = false }: { className?: string; onEvergreen?: boolean }) {
  const [left, right, veins] = onEvergreen
    ? ["fill-paper", "fill-sage", "stroke-evergreen-800"]
    : ["fill-evergreen-700", "fill-evergreen-500", "stroke-paper"];
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path className={left} d="M15.3 30C6.4 28.6 1 21.8 1.6 11.6 10.6 12.6 16.2 19.4 15.3 30Z" />
      <path className={right} d="M16.7 30C25.6 28.6 31 21.8 30.4 11.6 21.4 12.6 15.8 19.4 16.7 30Z" />
      <g className={cx("fill-none", veins)} strokeWidth="1.5" strokeLinecap="round">
        <path d="M5.2 16.6h2.6M6 20.4h4.6M9.6 24.2h2.2M24.2 16.6h2.6M21.4 20.4H26M20.2 24.2h2.2" />
      </g>
      <path
        className="fill-sunlight"
        d="M16 1.2c.8 5 2 6.2 7 7-5 .8-6.2 2-7 7-.8-5-2-6.2-7-7 5-.8 6.2-2 7-7Z"
      />
    </svg>
  );
}
