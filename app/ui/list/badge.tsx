/**
 * A word or two about the state of a thing.
 *
 *   <Badge tone="sunlight">Most Popular</Badge>
 *
 * tone  neutral (default), sunlight, green, amber, berry, glass
 */
import type { ReactNode } from "react";
import { cx } from "~/ui/cx";

const tones = {
  neutral: "bg-sage-soft text-ink",
  sunlight: "bg-sunlight text-sunlight-ink",
  green: "bg-fern-soft text-fern-deep",
  amber: "bg-sunlight-soft text-honey-ink",
  berry: "bg-berry-soft text-berry",
  glass: "bg-glass text-glass-ink",
};

type Props = { tone?: keyof typeof tones; className?: string; children: ReactNode };

export function Badge({ tone = "neutral", className, children }: Props) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-1 font-semibold text-[0.8125rem]/4",
        "forced-colors:border",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
