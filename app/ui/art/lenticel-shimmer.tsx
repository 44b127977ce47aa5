/**
 * Three birch dashes that light up one after another while something loads. Purely visual: add words, as `<Loading>` does.
 *
 *   <LenticelShimmer className="text-evergreen-700" />   takes the color of its text
 */
import { cx } from "~/ui/cx";

const dashes = ["w-2", "w-4 [animation-delay:160ms]", "w-2.5 [animation-delay:320ms]"];

export function LenticelShimmer({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx("inline-flex items-center gap-1", className)}>
      {dashes.map((dash) => (
        <span key={dash} className={cx("h-1 animate-lenticel rounded-full bg-current", dash)} />
      ))}
    </span>
  );
}
