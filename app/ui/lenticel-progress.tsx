/**
 * How far along a way of a few steps one is: a dash for each, done, current or to do. Purely visual;
 * the steps themselves must say the same in words.
 *
 *   <LenticelProgress steps={4} current={1} />   the second of four
 */
import { cx } from "./cx";

const lengths = ["grow-5", "grow-3", "grow-6", "grow-4"];

export function LenticelProgress({
  steps,
  current,
  className,
}: {
  steps: number;
  current: number;
  className?: string;
}) {
  return (
    <div aria-hidden className={cx("flex gap-1.5", className)}>
      {Array.from({ length: steps }, (_, step) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their numbers
          key={step}
          className={cx(
            "h-1 rounded-full transition-colors duration-200",
            lengths[step % lengths.length],
            step < current && "bg-evergreen-700",
            step === current && "bg-sunlight",
            step > current && "bg-line",
          )}
        />
      ))}
    </div>
  );
}
